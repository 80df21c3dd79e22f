// Prisma's reads as one SQL statement each, sent straight to the pool: the same rows at a fraction of the work.
import { idBytes, type FoundIds, type FoundPage } from '../model/delegate';
import type { Past } from '../model/historied';
import { columnOf, columnsOf, relationsOf } from '../model/model-fields';
import { sizedCache } from '../../platform/threads/bounded-cache';
import { mapInTurns, nextTurn } from '../../platform/threads/event-loop';
import { longCharacters } from '../../platform/threads/json-in-turns';
import { conditionSql, rowsOf } from './condition';
import { NoPlan, planned } from './no-plan';
import { SqlBuilder } from './sql-builder';
import { groupsSql } from './groups';
import { demandsSearch, searchedIdsSql } from './search';
import { orderClause, pageSql, readArgs, selectionSql, type ReadArgs, type Row } from './selection';

type Texts = (string | null)[];
/** Rows as arrays of PostgreSQL's texts, and how long all of them are. */
export interface TextRows {
  readonly rows: Texts[];
  readonly bytes: number;
}
/** Runs a statement and gives its rows. */
export type SendStatement = (text: string, values: unknown[]) => Promise<TextRows>;

type Where = Record<string, unknown>;

// Beyond this, reading each network's first rows would read more than it saves.
const mostMergedRows = 200_000;

const manyRows = 50;
const manyBytes = 256 * 1024;

const operations: ReadonlySet<string> = new Set([
  ...['findMany', 'findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow'],
  ...['count', 'groupBy', 'findIds', 'findPage'],
]);

/** No row meets the condition of a read or a write that wants one. */
export class RowMissing extends Error {
  /** Prisma's code for it. */
  readonly code = 'P2025';

  constructor(model: string) {
    super(`no ${model} meets the condition`);
  }
}

/** The row that is read, or RowMissing for none where the operation wants one. */
export const requiredBy = <T>(operation: string, model: string, read: Promise<T>): Promise<T> =>
  operation.endsWith('OrThrow')
    ? read.then((row) => {
        if (row === null) throw new RowMissing(model);
        return row;
      })
    : read;

export interface DirectReads {
  readonly operations: ReadonlySet<string>;
  /**
   * What Prisma would answer, or why there is no plan. With a past, rows are those of its instant. Networks that already
   * limit all rows may be given here too: searches then read no others.
   */
  read(
    model: string,
    operation: string,
    args: object,
    past?: Past,
    networkIds?: readonly string[],
  ): Promise<unknown> | NoPlan;
  /**
   * The row of an id, by arguments that are made on demand: what `key` names has to be all that they follow from but the id,
   * since the statement is written once for each key.
   */
  readById(
    key: string,
    id: string,
    model: string,
    argsOf: () => object,
    networkIds: readonly string[],
  ): Promise<unknown> | NoPlan;
}

interface Remembered {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Which of the values is the id. */
  readonly idAt: number;
  readonly read: Pick<Statement, 'answer' | 'inTurns'>;
  readonly size: number;
}
const mostCharacters = 4_000_000;
const remembered = sizedCache<Remembered>(mostCharacters, ({ size }) => size);

/** For the next of the key; not where another value is the same as the id. */
function remember(key: string, id: string, { text, draft, ...read }: Statement): void {
  const { values } = draft;
  const idAt = values.indexOf(id);
  if (idAt === -1 || values.lastIndexOf(id) !== idAt) return;
  remembered.set(key, { text, values: [...values], idAt, read, size: key.length + text.length });
}

interface Statement {
  draft: SqlBuilder;
  text: string;
  answer: (rows: Texts[]) => unknown;
  /** The same in several turns of the event loop, where that may be needed. */
  inTurns?: (rows: Texts[]) => Promise<unknown>;
}

/** Making objects and an answer of many rows takes tens of milliseconds: what arrives together is made one by one. */
async function answerOf({ rows, bytes }: TextRows, { answer, inTurns }: Pick<Statement, 'answer' | 'inTurns'>) {
  if (rows.length < manyRows && bytes < manyBytes) return answer(rows);
  await nextTurn();
  return bytes < manyBytes || !inTurns ? answer(rows) : inTurns(rows);
}

const answered = (statement: Pick<Statement, 'answer' | 'inTurns'>, sent: Promise<TextRows>): Promise<unknown> =>
  sent.then((found) => answerOf(found, statement));

export function directReads(send: SendStatement): DirectReads {
  return {
    operations,
    read: (model, operation, args, past, networkIds) =>
      planned(() => {
        const statement = statementOf(new SqlBuilder(past, networkIds), model, operation, args);
        return requiredBy(operation, model, answered(statement, send(statement.text, statement.draft.values)));
      }),
    readById(key, id, model, argsOf, networkIds) {
      const known = remembered.get(key);
      if (known) return answered(known.read, send(known.text, known.values.with(known.idAt, id)));
      return planned(() => {
        const statement = statementOf(new SqlBuilder(undefined, networkIds), model, 'findUnique', argsOf());
        remember(key, id, statement);
        return answered(statement, send(statement.text, statement.draft.values));
      });
    },
  };
}

function statementOf(draft: SqlBuilder, model: string, operation: string, asked: object): Statement {
  if (operation === 'groupBy') return { draft, ...groupsSql(draft, model, asked) };
  if (!operations.has(operation)) throw NoPlan.because('operation');
  if (operation === 'findMany' && 'distinct' in asked) return distinctStatement(draft, model, asked);
  const args = readArgs(asked);
  if (operation === 'findMany') return rowsStatement(draft, model, args);
  if (operation === 'findIds') return idsStatement(draft, model, args);
  if (operation === 'findPage') return pageStatement(draft, model, args);
  if (/^find(Unique|First)(OrThrow)?$/.test(operation)) {
    const { text, answer, inTurns } = rowsStatement(draft, model, { ...args, take: 1 });
    return {
      ...{ draft, text },
      answer: (rows) => answer(rows)[0] ?? null,
      inTurns: async (rows) => (await inTurns(rows))[0] ?? null,
    };
  }
  if (Object.keys(args).some((key) => key !== 'where')) throw NoPlan.because('argument');
  const counted = searchedIdsSql(draft, model, args.where, conditionSql) ?? rowsOf(draft, model, args.where);
  const text = `SELECT count(*) FROM ${counted}`;
  return { draft, text, answer: (rows) => Number(rows[0]![0]) };
}

/** Counted: after what is selected of it, each row has how many rows there are in all. */
function rowsStatement(draft: SqlBuilder, model: string, args: ReadArgs, isCounted = false) {
  const { expressions, toRow, toRowInTurns } = selectionSql(draft, model, 't', args, false);
  const columns = [...expressions, ...(isCounted ? ['t.found_rows'] : [])].join(', ');
  const text = `SELECT ${columns} FROM ${rowsSql(draft, model, args, isCounted)}${orderClause(draft, model, 't', args)}`;
  const inOrder = (found: Row[]) => (args.take !== undefined && args.take < 0 ? found.reverse() : found);
  const answer = (rows: Texts[]) => inOrder(rows.map(toRow));
  const inTurns = async (rows: Texts[]) =>
    inOrder(await mapInTurns(rows, (row) => (row.some(isLong) ? toRowInTurns(row) : toRow(row))));
  return { draft, text, answer, inTurns };
}

/** Of searches alone, which have found all rows anyway: else counting would be another look at them. */
function pageStatement(draft: SqlBuilder, model: string, args: ReadArgs): Statement {
  if (!demandsSearch(draft, model, args.where)) throw NoPlan.because('argument');
  const { text, answer, inTurns } = rowsStatement(draft, model, args, true);
  const pageOf = (found: Texts[], rows: Row[]): FoundPage => ({
    rows,
    ...(found.length > 0 && { total: Number(found[0]!.at(-1)) }),
  });
  const own = (found: Texts[]) => found.map((texts) => texts.slice(0, -1));
  return {
    ...{ draft, text },
    answer: (found) => pageOf(found, answer(own(found))),
    inTurns: async (found) => pageOf(found, await inTurns(own(found))),
  };
}

/** Values once each, where nothing but them is selected and ordered by. */
function distinctStatement(draft: SqlBuilder, model: string, asked: object): Statement {
  const { distinct, ...others } = asked as { readonly distinct: readonly string[] };
  const args = readArgs(others);
  const selected = Object.keys(args.select ?? {});
  const ordered = ([args.orderBy ?? []].flat() as object[]).flatMap((key) => Object.keys(key));
  const isPlain = [...selected, ...ordered].every((name) => distinct.includes(name)) && (args.take ?? 0) >= 0;
  if (!isPlain || selected.length !== distinct.length) throw NoPlan.because('argument');
  const { expressions, toRow } = selectionSql(draft, model, 't', args, false);
  const text = `SELECT DISTINCT ${expressions.join(', ')} FROM ${rowsOf(draft, model, args.where)}${pageSql(draft, model, 't', args)}`;
  return { draft, text, answer: (rows) => rows.map(toRow) };
}

const isLong = (text: string | null) => text !== null && text.length > longCharacters;

/** The ids of the first rows in their order, and what is selected of the last of them when there are `take`. */
function idsStatement(draft: SqlBuilder, model: string, args: ReadArgs): Statement {
  const rows = rowsSql(draft, model, args);
  const ids = `string_agg(uuid_send(t.id), ''${orderClause(draft, model, 't', args)})`;
  const { expressions, toRow } = selectionSql(draft, model, 't', { select: args.select }, false);
  const lastAt = idBytes * (args.take! - 1) + 1;
  const last = `nullif(encode(substring(found.ids, ${lastAt}, ${idBytes}), 'hex'), '')::uuid`;
  const text = `SELECT encode(found.ids, 'hex'), t.id, ${expressions.join(', ')}
    FROM (SELECT ${ids} AS ids FROM ${rows}) found LEFT JOIN ${draft.table(model, 't')} ON t.id = ${last}`;
  return {
    draft,
    text,
    answer: ([row]): FoundIds => {
      const [hex, last, ...values] = row!;
      const found = Buffer.from(hex ?? '', 'hex');
      return last === null ? { ids: found } : { ids: found, last: toRow(values) };
    },
  };
}

/** The rows under the name `t`; a page is cut before anything is read for its rows. */
function rowsSql(draft: SqlBuilder, model: string, args: ReadArgs, isCounted = false): string {
  if (args.take === undefined && !args.skip) return rowsOf(draft, model, args.where);
  const needed = neededSql(model, args);
  const networks = draft.past ? undefined : networksOf(draft, model, args);
  if (!networks) {
    const joins: string[] = [];
    const page = pageSql(draft, model, 't', args, joins);
    const counted = isCounted ? ', count(*) OVER () AS found_rows' : '';
    return `(SELECT ${needed}${counted} FROM ${rowsOf(draft, model, args.where, joins)}${page}) t`;
  }
  // Each network's rows come in order from its index; all networks' rows together would have to be sorted first.
  const others = ([args.where!.AND].flat() as Where[]).filter((part) => part !== networks.rule);
  const condition = conditionSql(draft, model, 't', { ...args.where, AND: others });
  const take = args.take! + Math.sign(args.take!) * (args.skip ?? 0);
  const joins: string[] = [];
  const ofEach = pageSql(draft, model, 't', { orderBy: args.orderBy, take }, joins);
  // In the order of ids PostgreSQL would read everybody's rows until it has enough of the network's; OFFSET 0 forbids it.
  const from = draft.wholeTable(model, 't');
  const rows = isById(model, args.orderBy) ? `(SELECT t.* FROM ${from} WHERE t.network_id = n.id OFFSET 0) t` : from;
  const each = `(SELECT ${needed} FROM ${[rows, ...joins].join(' ')} WHERE t.network_id = n.id AND ${condition}${ofEach}) t`;
  // Were the number of networks known to the planner, it would plan the same anew for every request.
  const merged = `unnest((SELECT ${draft.ids(networks.ids)}::uuid[])) n (id) CROSS JOIN LATERAL ${each}`;
  return `(SELECT ${needed} FROM ${merged}${pageSql(draft, model, 't', args)}) t`;
}

/** The columns that a page's rows are selected, ordered or related by: sorting all that a table has takes twice the time. */
function neededSql(model: string, { select, orderBy }: ReadArgs): string {
  if (!select) return 't.*';
  const wanted = ['id', ...Object.keys(select).filter((name) => select[name])];
  const named = [...wanted, ...[orderBy ?? []].flat().flatMap((key) => Object.keys(key))].flatMap((name) => {
    if (columnsOf(model).has(name)) return [name];
    const { isHere, field } = relationsOf(model).get(name)?.foreignKey ?? {};
    return isHere ? [field!] : [];
  });
  return [...new Set(named)].map((name) => `t.${columnOf(model, name).sqlName}`).join(', ');
}

/** Whether the order begins with a column whose index knows no networks, as all of ids do. */
function isById(model: string, orderBy: ReadArgs['orderBy']): boolean {
  const [first] = Object.keys([orderBy].flat()[0] ?? {});
  return first !== undefined && columnsOf(model).get(first)?.kind === 'uuid';
}

/** The networks that an ordered page is limited to, where its rows are to be taken network by network. */
function networksOf(
  draft: SqlBuilder,
  model: string,
  { where, orderBy, take, skip }: ReadArgs,
): { rule: Where; ids: string[] } | undefined {
  // A search finds its rows by itself, once for all networks.
  if (!orderBy || take === undefined || demandsSearch(draft, model, where)) return undefined;
  for (const rule of [where?.AND ?? []].flat() as Where[]) {
    const condition = rule.networkId as { in?: unknown } | undefined;
    if (Object.keys(rule).length !== 1 || !Array.isArray(condition?.in)) continue;
    const ids = [...new Set(condition.in as string[])];
    if (ids.length * (Math.abs(take) + (skip ?? 0)) <= mostMergedRows) return { rule, ids };
  }
  return undefined;
}
