// A Prisma select or include as SQL expressions, relations as JSON arrays, and how the values become the row again.
import { columnOf, columnsOf, relationsOf, type Column, type Relation } from '../model/model-fields';
import { conditionSql, joinedSql, joinedTo, joinSql, orderSql } from './condition';
import { elementsInTurns, longCharacters, parseInTurns, partsOf } from '../../platform/threads/json-in-turns';
import { NoPlan } from './no-plan';
import type { SqlBuilder } from './sql-builder';
import { orderOf, type OrderBy } from './order';
import { jsonDecoder, textDecoder, type Decode } from './values';

export interface ReadArgs {
  select?: Record<string, unknown>;
  include?: Record<string, unknown>;
  where?: Record<string, unknown>;
  orderBy?: OrderBy;
  take?: number;
  skip?: number;
  /** Begins with the row of this id. Of lists below a row. */
  cursor?: { id: string };
}
export type Row = Record<string, unknown>;

export interface Selection {
  expressions: string[];
  toRow: (values: readonly unknown[]) => Row;
  /** The same where values are too long for one turn of the event loop. Outside of JSON. */
  toRowInTurns: (texts: readonly (string | null)[]) => Promise<Row>;
  /** The same of a row's JSON. Inside of JSON. */
  fromJsonInTurns: FromLongText;
}
/** What a long text stands for. */
type FromLongText = (text: string) => Promise<unknown>;
interface Decoder {
  readonly decode: Decode | undefined;
  /** Where the text of a value may be long. */
  readonly inTurns?: FromLongText | undefined;
}

const readable = new Set(['select', 'include', 'where', 'orderBy', 'take', 'skip']);
const readableBelow = new Set([...readable, 'cursor']);

/** The arguments, of which only those above have a plan. */
export const readArgs = (args: object): ReadArgs => readArgsAmong(readable, args);

function readArgsAmong(names: ReadonlySet<string>, args: object): ReadArgs {
  for (const [name, value] of Object.entries(args)) {
    if (!names.has(name)) throw NoPlan.because('argument');
    if (value === undefined) throw NoPlan.because('undefined');
  }
  return args as ReadArgs;
}

/** What `args` select of the row that `alias` names; inside JSON or as columns of the statement. */
export function selectionSql(
  draft: SqlBuilder,
  model: string,
  alias: string,
  args: ReadArgs,
  inJson: boolean,
): Selection {
  const names: string[] = [];
  const expressions: string[] = [];
  const decoders: (Decode | undefined)[] = [];
  const decodersInTurns: (FromLongText | undefined)[] = [];
  const add = (name: string, expression: string, { decode, inTurns }: Decoder) => {
    names.push(name);
    expressions.push(expression);
    decoders.push(decode);
    decodersInTurns.push(inTurns);
  };
  const wanted = args.select ?? { ...everyColumn(model), ...args.include };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) throw NoPlan.because('undefined');
    if (value === false) continue;
    const column = columnsOf(model).get(name);
    const relation = relationsOf(model).get(name);
    if (column) {
      const sql = `${alias}.${column.sqlName}`;
      if (!isReadable(column)) throw NoPlan.because('type');
      const inTurns = column.isList || column.kind === 'json' ? parseInTurns : undefined;
      if (inJson) add(name, column.kind === 'bigint' ? `${sql}::text` : sql, { decode: jsonDecoder(column), inTurns });
      else add(name, column.isList ? `to_json(${sql})` : sql, { decode: textDecoder(column), inTurns });
    } else if (relation) {
      const inner = readArgsAmong(relation.isList ? readableBelow : readable, value === true ? {} : (value as object));
      const { expression, decode, inTurns } = relatedSql(draft, model, alias, relation, inner);
      add(name, expression, { decode: inJson ? decode : fromText(decode), inTurns });
    } else if (name === '_count') {
      const counts = countsSql(draft, model, alias, value);
      add(name, counts.expression, { decode: inJson ? counts.decode : fromText(counts.decode) });
    } else throw NoPlan.because('field');
  }
  const toRow = (values: readonly unknown[]): Row => {
    const row: Row = {};
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at];
      const decode = decoders[at];
      row[names[at]!] = decode === undefined || value === null ? value : decode(value);
    }
    return row;
  };
  const valueInTurns = async (at: number, text: string, parse: (text: string) => unknown): Promise<unknown> => {
    const inTurns = text.length > longCharacters ? decodersInTurns[at] : undefined;
    if (inTurns) return inTurns(text);
    const [value, decode] = [parse(text), decoders[at]];
    return decode === undefined || value === null ? value : decode(value);
  };
  const rowInTurns = async (texts: Iterable<string | null>, parse: (text: string) => unknown): Promise<Row> => {
    const row: Row = {};
    let at = 0;
    for (const text of texts) {
      row[names[at]!] = text === null ? null : await valueInTurns(at, text, parse);
      at += 1;
    }
    return row;
  };
  return {
    ...{ expressions, toRow },
    toRowInTurns: (texts) => rowInTurns(texts, (text) => text),
    fromJsonInTurns: (text) => rowInTurns(partsOf(text), JSON.parse),
  };
}

// Lists come as JSON, where a big number or a time would look different.
const readableLists = new Set(['text', 'uuid', 'enum', 'int', 'boolean']);
const isReadable = ({ type, kind, isList }: Column): boolean =>
  type !== 'Decimal' && (!isList || readableLists.has(kind));
const everyColumn = (model: string) => Object.fromEntries([...columnsOf(model).keys()].map((name) => [name, true]));
const fromText =
  (decode: Decode): Decode =>
  (text) =>
    decode(JSON.parse(text as string));
const jsonArray = (expressions: string[]) => `json_build_array(${expressions.join(', ')})`;

function relatedSql(
  draft: SqlBuilder,
  model: string,
  near: string,
  relation: Relation,
  args: ReadArgs,
): { expression: string } & Decoder & { readonly decode: Decode } {
  const joined = joinedTo(draft, model, near, relation);
  const { far } = joined;
  const { from, link } = joinedSql(draft, joined);
  const { expressions, toRow, fromJsonInTurns } = selectionSql(draft, relation.model, far, args, true);
  const where = [link, ...relatedConditions(draft, relation, far, args.where)]
    .filter((part) => part !== 'TRUE')
    .join(' AND ');
  const row = jsonArray(expressions);
  if (!relation.isList) {
    const expression = `(SELECT ${row} FROM ${from} WHERE ${where})`;
    return { expression, decode: (row) => toRow(row as unknown[]), inTurns: fromJsonInTurns };
  }
  const ordered = orderClause(draft, relation.model, far, { orderBy: args.orderBy });
  const found = `${from} WHERE ${where}`;
  const page = () =>
    args.cursor
      ? fromCursorSql(draft, relation.model, far, found, args)
      : `(SELECT ${far}.* FROM ${found}${pageSql(draft, relation.model, far, args)}) ${far}`;
  const isWhole = args.take === undefined && args.skip === undefined && args.cursor === undefined;
  const rows = isWhole ? found : page();
  return {
    expression: `(SELECT coalesce(json_agg(${row}${ordered}), '[]') FROM ${rows})`,
    decode: (list) => (list as unknown[][]).map(toRow),
    inTurns: (text) => elementsInTurns(text, parseRows(toRow), fromJsonInTurns),
  };
}

/**
 * The conditions on rows that are found by their link to a row. Which networks they may be of is checked only: PostgreSQL
 * takes a network without statistics for one of few rows, and would find all of them first. Nor does it know how many
 * networks they are: it would plan the statement anew each time.
 */
function relatedConditions(
  draft: SqlBuilder,
  { model, foreignKey }: Relation,
  far: string,
  where: ReadArgs['where'],
): string[] {
  const parts = where && Object.keys(where).join() === 'AND' ? ([where.AND].flat() as Row[]) : [where];
  return parts.map((part) => {
    const networkIds = foreignKey.field === 'networkId' ? undefined : networksAlone(part);
    if (!networkIds) return conditionSql(draft, model, far, part);
    const column = `${far}.${columnOf(model, 'networkId').sqlName}`;
    return `(${column} = ANY((SELECT ${draft.ids(networkIds)}::uuid[])::uuid[])) IS TRUE`;
  });
}

/** The networks that a condition limits rows to, where it says nothing else. */
function networksAlone(where: ReadArgs['where']): readonly string[] | undefined {
  const { networkId, ...others } = where ?? {};
  const { in: ids, ...operators } = (networkId ?? {}) as { in?: unknown };
  const isAlone = Object.keys(others).length + Object.keys(operators).length === 0;
  return isAlone && Array.isArray(ids) ? (ids as string[]) : undefined;
}

const parseRows = (toRow: Selection['toRow']) => (array: string) => (JSON.parse(array) as unknown[][]).map(toRow);

/** The page that begins with the cursor's row, from which the order goes on; none where that row is not among them. */
function fromCursorSql(draft: SqlBuilder, model: string, far: string, found: string, args: ReadArgs): string {
  const { terms } = orderOf(draft, model, far, args.orderBy, { isFlipped: isBackwards(args), isJoined: false });
  const order = orderSql(draft, terms);
  if (!order) throw NoPlan.because('argument');
  const placed = `SELECT ${far}.*, row_number() OVER (ORDER BY ${order}) AS place FROM ${found}`;
  const id = draft.parameter(args.cursor!.id);
  const reached = `SELECT n.*, min(n.place) FILTER (WHERE n.id = ${id}::uuid) OVER () AS reached FROM (${placed}) n`;
  const limit = args.take === undefined ? '' : ` LIMIT ${Math.abs(args.take)}`;
  const offset = args.skip ? ` OFFSET ${draft.parameter(args.skip)}` : '';
  return `(SELECT p.* FROM (${reached}) p WHERE p.place >= p.reached ORDER BY p.place${limit}${offset}) ${far}`;
}

const isBackwards = ({ take }: ReadArgs): boolean => take !== undefined && take < 0;

/** ORDER BY; from the end when `take` is negative. `joins` takes what the order joins to the rows. */
export function orderClause(draft: SqlBuilder, model: string, alias: string, args: ReadArgs, joins?: string[]): string {
  const how = { isFlipped: isBackwards(args), isJoined: joins !== undefined };
  const order = orderOf(draft, model, alias, args.orderBy, how);
  joins?.push(...order.joins.map((join) => joinSql(draft, join)));
  return order.terms.length > 0 ? ` ORDER BY ${orderSql(draft, order.terms)}` : '';
}

/** ORDER BY, LIMIT and OFFSET; `joins` takes what the order joins to the rows. */
export function pageSql(draft: SqlBuilder, model: string, alias: string, args: ReadArgs, joins?: string[]): string {
  const { take, skip } = args;
  // The limit stands in the text, because PostgreSQL plans by it; callers use few different ones.
  const limit = take === undefined ? '' : ` LIMIT ${Math.abs(take)}`;
  return `${orderClause(draft, model, alias, args, joins)}${limit}${skip ? ` OFFSET ${draft.parameter(skip)}` : ''}`;
}

function countsSql(
  draft: SqlBuilder,
  model: string,
  near: string,
  value: unknown,
): { expression: string; decode: Decode } {
  const counted = Object.entries((value as { select?: Row }).select ?? {}).filter(([, inner]) => inner);
  const expressions = counted.map(([name, inner]) => {
    const relation = relationsOf(model).get(name);
    if (!relation?.isList) throw NoPlan.because('count');
    const joined = joinedTo(draft, model, near, relation);
    const { from, link } = joinedSql(draft, joined);
    const where = inner === true ? undefined : (inner as ReadArgs).where;
    return `(SELECT count(*) FROM ${from} WHERE ${link} AND ${conditionSql(draft, relation.model, joined.far, where)})`;
  });
  const names = counted.map(([name]) => name);
  return {
    expression: jsonArray(expressions),
    decode: (counts) => Object.fromEntries(names.map((name, at) => [name, (counts as number[])[at]])),
  };
}
