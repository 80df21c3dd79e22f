// Converts a Prisma `select` or `include` to expressions, with relations as JSON arrays, and converts the values back
// to rows.
import { columnOf, columnsOf, relationsOf, type Column, type Relation } from '../model/model-fields';
import { conditionOf, joinRelation } from './condition';
import { elementsInTurns, longCharacters, parseInTurns, splitText } from '../../platform/threads/json-in-turns';
import type { Draft } from './draft';
import { all, columnRef, select } from './expression';
import type { Condition, Expression, Join, Page, Rows, Source } from './expression';
import { NoPlan } from './no-plan';
import { buildOrder, type OrderBy } from './order';
import { jsonDecoder, textDecoder, type Decode } from './values';

export interface ReadArgs {
  select?: Record<string, unknown>;
  include?: Record<string, unknown>;
  where?: Record<string, unknown>;
  orderBy?: OrderBy;
  take?: number;
  skip?: number;
}
export type Row = Record<string, unknown>;

export interface Selection {
  columns: Expression[];
  toRow: (values: readonly unknown[]) => Row;
  /**
   * Converts the texts of the columns to a row, as `toRow` does, but parses long texts in several turns of the event
   * loop. Only for columns of the statement, not for a row within JSON.
   */
  toRowInTurns: (texts: readonly (string | null)[]) => Promise<Row>;
  /**
   * Converts the JSON text of a row within JSON to a row, and parses long values in several turns of the event loop.
   */
  fromJsonInTurns: FromLongText;
}
/** Parses a text that is too long for one turn of the event loop, in several turns. Resolves with its value. */
type FromLongText = (text: string) => Promise<unknown>;
interface Decoder {
  readonly decode: Decode | undefined;
  /** Parses the value in several turns of the event loop. Set if the value's text may be long. */
  readonly inTurns?: FromLongText | undefined;
}

const readable = new Set(['select', 'include', 'where', 'orderBy', 'take', 'skip']);

/** Checks the arguments; throws NoPlan for an argument that `ReadArgs` does not declare. */
export function readArgs(args: object): ReadArgs {
  for (const [name, value] of Object.entries(args)) {
    if (!readable.has(name)) throw NoPlan.because('argument');
    if (value === undefined) throw NoPlan.because('undefined');
  }
  return args as ReadArgs;
}

/**
 * The expressions for the selected fields of the row with the alias `row`. With `inJson`, the fields become parts of a
 * JSON value instead of columns of the statement.
 */
export function buildSelection(draft: Draft, model: string, row: string, args: ReadArgs, inJson: boolean): Selection {
  const names: string[] = [];
  const columns: Expression[] = [];
  const decoders: (Decode | undefined)[] = [];
  const decodersInTurns: (FromLongText | undefined)[] = [];
  const add = (name: string, expression: Expression, { decode, inTurns }: Decoder) => {
    names.push(name);
    columns.push(expression);
    decoders.push(decode);
    decodersInTurns.push(inTurns);
  };
  const selectedFields = args.select ?? { ...everyColumn(model), ...args.include };
  for (const [name, value] of Object.entries(selectedFields)) {
    if (value === undefined) throw NoPlan.because('undefined');
    if (value === false) continue;
    const facts = columnsOf(model).get(name);
    const relation = facts ? undefined : relationsOf(model).get(name);
    if (facts) {
      const column = columnRef(row, facts.sqlName);
      if (!isReadable(facts)) throw NoPlan.because('type');
      const inTurns = facts.isList || facts.kind === 'json' ? parseInTurns : undefined;
      if (inJson)
        add(name, facts.kind === 'bigint' ? { kind: 'asText', column } : column, {
          decode: jsonDecoder(facts),
          inTurns,
        });
      else add(name, facts.isList ? { kind: 'asJson', column } : column, { decode: textDecoder(facts), inTurns });
    } else if (relation) {
      const inner = readArgs(value === true ? {} : (value as object));
      const { expression, decode, inTurns } = relatedOf(draft, model, row, relation, inner);
      add(name, expression, { decode: inJson ? decode : fromText(decode), inTurns });
    } else if (name === '_count') {
      const counts = countsOf(draft, model, row, value);
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
    ...{ columns, toRow },
    toRowInTurns: (texts) => rowInTurns(texts, (text) => text),
    fromJsonInTurns: (text) => rowInTurns(splitText(text), JSON.parse),
  };
}

// Element types of list columns that can be read as JSON. In JSON, large numbers and times would lose precision or
// change their format.
const readableLists = new Set(['text', 'uuid', 'enum', 'int', 'boolean']);
const isReadable = ({ type, kind, isList }: Column): boolean =>
  type !== 'Decimal' && (!isList || readableLists.has(kind));
const everyColumn = (model: string) => Object.fromEntries([...columnsOf(model).keys()].map((name) => [name, true]));
const fromText =
  (decode: Decode): Decode =>
  (text) =>
    decode(JSON.parse(text as string));

function relatedOf(
  draft: Draft,
  model: string,
  near: string,
  relation: Relation,
  args: ReadArgs,
): { expression: Expression } & Decoder & { readonly decode: Decode } {
  const joined = joinRelation(draft, model, near, relation);
  const { far } = joined;
  const { columns, toRow, fromJsonInTurns } = buildSelection(draft, relation.model, far, args, true);
  const where = all([{ kind: 'link', joined }, joined.rule, ...relatedConditions(draft, relation, far, args.where)]);
  const relatedRows: Rows = { from: [{ kind: 'related', joined }], where };
  const row: Expression = { kind: 'jsonArray', parts: columns };
  if (!relation.isList) {
    return {
      expression: { kind: 'value', query: select([row], relatedRows) },
      decode: (row) => toRow(row as unknown[]),
      inTurns: fromJsonInTurns,
    };
  }
  const isWhole = args.take === undefined && args.skip === undefined;
  const { order } = buildPage(draft, relation.model, far, { orderBy: args.orderBy });
  const rows = isWhole
    ? relatedRows
    : { from: [pageRows(draft, relation.model, far, relatedRows, args)], where: undefined };
  const list: Expression = { kind: 'jsonList', ofEach: row, order };
  return {
    expression: { kind: 'value', query: select([list], rows) },
    decode: (list) => (list as unknown[][]).map(toRow),
    inTurns: (text) => elementsInTurns(text, parseRows(toRow), fromJsonInTurns),
  };
}

function pageRows(draft: Draft, model: string, far: string, relatedRows: Rows, args: ReadArgs): Source {
  const query = select([{ kind: 'everyColumn', row: far }], relatedRows, buildPage(draft, model, far, args));
  return { kind: 'rows', query, row: far };
}

/**
 * Conditions on related rows. A condition on the network is only checked on rows that are already found: without
 * statistics, PostgreSQL would assume that a network has few rows, and read all of them first.
 */
function relatedConditions(
  draft: Draft,
  { model, foreignKey }: Relation,
  far: string,
  where: ReadArgs['where'],
): Condition[] {
  const parts = where && Object.keys(where).join() === 'AND' ? ([where.AND].flat() as Row[]) : [where];
  return parts.map((part) => {
    const ids = foreignKey.field === 'networkId' ? undefined : networksAlone(part);
    if (!ids) return conditionOf(draft, model, far, part);
    return { kind: 'checkIds', column: columnRef(far, columnOf(model, 'networkId').sqlName), ids };
  });
}

/** The networks, if the condition only limits rows to networks; undefined otherwise. */
function networksAlone(where: ReadArgs['where']): readonly string[] | undefined {
  const { networkId, ...others } = where ?? {};
  const { in: ids, ...operators } = (networkId ?? {}) as { in?: unknown };
  const isAlone = Object.keys(others).length + Object.keys(operators).length === 0;
  return isAlone && Array.isArray(ids) ? (ids as string[]) : undefined;
}

const parseRows = (toRow: Selection['toRow']) => (array: string) => (JSON.parse(array) as unknown[][]).map(toRow);

/**
 * The order (reversed if `take` is negative), the limit and the offset. Joins that the order needs are added to
 * `joins`.
 */
export function buildPage(draft: Draft, model: string, row: string, args: ReadArgs, joins?: Join[]): Page {
  const { orderBy, take, skip } = args;
  const isFlipped = take !== undefined && take < 0;
  const order = buildOrder(draft, model, row, orderBy, { isFlipped, isJoined: joins !== undefined });
  joins?.push(...order.joins);
  return { order: order.terms, limit: take === undefined ? undefined : Math.abs(take), offset: skip };
}

function countsOf(
  draft: Draft,
  model: string,
  near: string,
  value: unknown,
): { expression: Expression; decode: Decode } {
  const counted = Object.entries((value as { select?: Row }).select ?? {}).filter(([, inner]) => inner);
  const parts = counted.map(([name, inner]): Expression => {
    const relation = relationsOf(model).get(name);
    if (!relation?.isList) throw NoPlan.because('count');
    const joined = joinRelation(draft, model, near, relation);
    const where = inner === true ? undefined : (inner as ReadArgs).where;
    const whereCondition = conditionOf(draft, relation.model, joined.far, where);
    const condition = all([{ kind: 'link', joined }, joined.rule, whereCondition]);
    const query = select([{ kind: 'count' }], { from: [{ kind: 'related', joined }], where: condition });
    return { kind: 'value', query };
  });
  const names = counted.map(([name]) => name);
  return {
    expression: { kind: 'jsonArray', parts },
    decode: (counts) => Object.fromEntries(names.map((name, at) => [name, (counts as number[])[at]])),
  };
}
