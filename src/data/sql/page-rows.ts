// Finds the rows of one page of a list: by one query, or by one query per network whose results are merged in order.
import { columnOf, columnsOf, relationsOf } from '../model/model-fields';
import { conditionOf, buildRows } from './condition';
import type { Draft } from './draft';
import { all, columnRef, sameColumns, select, tableOfRows } from './expression';
import type { Expression, Join, Rows, Select, Source } from './expression';
import { demandsSearch } from './search';
import { buildPage, type ReadArgs } from './selection';

type Where = Record<string, unknown>;

// Above this number of rows (page size times networks), reading the first rows of each network costs more than it
// saves.
const mostMergedRows = 200_000;

/**
 * The rows of one page, with the alias `t`; related data is read for these rows only. With `isCounted`, each row also
 * has the total number of rows that the search found.
 */
export function rowsInPage(draft: Draft, model: string, args: ReadArgs, isCounted = false): Rows {
  if (args.take === undefined && !args.skip) return buildRows(draft, model, args.where);
  const columns = neededColumns(model, args);
  const networks = draft.past || isCounted ? undefined : networksOf(draft, model, args);
  const query = networks
    ? mergedByNetwork(draft, model, args, networks, columns)
    : onePage(draft, model, args, isCounted ? [...columns, foundRows] : columns);
  return { from: [{ kind: 'rows', query, row: 't' }], where: undefined };
}

const foundRows: Expression = { kind: 'named', expression: { kind: 'countBeside' }, name: 'found_rows' };

function onePage(draft: Draft, model: string, args: ReadArgs, columns: readonly Expression[]): Select {
  const joins: Join[] = [];
  const page = buildPage(draft, model, 't', args, joins);
  return select(columns, buildRows(draft, model, args.where, joins), page);
}

/**
 * Merges the rows of several networks. An index returns each network's rows in order; the rows of all networks together
 * would have to be sorted first.
 */
function mergedByNetwork(
  draft: Draft,
  model: string,
  args: ReadArgs,
  networks: NetworkRule,
  columns: readonly Expression[],
): Select {
  const others = ([args.where!.AND].flat() as Where[]).filter((part) => part !== networks.rule);
  const condition = conditionOf(draft, model, 't', { ...args.where, AND: others });
  const take = args.take! + Math.sign(args.take!) * (args.skip ?? 0);
  const joins: Join[] = [];
  const ofEach = buildPage(draft, model, 't', { orderBy: args.orderBy, take }, joins);
  const isOfNetwork = sameColumns(columnRef('t', 'network_id'), columnRef('n', 'id'));
  const rows = tableOfRows(model, 't', true);
  // For an order by id, PostgreSQL would use the primary key, and read rows of all tenants until it has enough rows of
  // this network. A separately planned subquery prevents that.
  const from: Source = isById(model, args.orderBy)
    ? { kind: 'rows', query: select(everyColumn, { from: [rows], where: isOfNetwork }, undefined, 'apart'), row: 't' }
    : rows;
  const query = select(columns, { from: [from, ...joins], where: all([isOfNetwork, condition]) }, ofEach);
  const merged: readonly Source[] = [
    { kind: 'ids', ids: networks.ids, row: 'n', isHidden: true },
    { kind: 'lateral', query, row: 't' },
  ];
  return select(columns, { from: merged, where: undefined }, buildPage(draft, model, 't', args));
}

const everyColumn: readonly Expression[] = [{ kind: 'everyColumn', row: 't' }];

/**
 * The columns of a page that are selected, ordered by, or needed for relations. Sorting rows with all columns takes
 * twice as long.
 */
function neededColumns(model: string, { select, orderBy }: ReadArgs): readonly Expression[] {
  if (!select) return everyColumn;
  const selectedNames = ['id', ...Object.keys(select).filter((name) => select[name])];
  const columnNames = [...selectedNames, ...[orderBy ?? []].flat().flatMap((key) => Object.keys(key))].flatMap(
    (name) => {
      if (columnsOf(model).has(name)) return [name];
      const { isHere, field } = relationsOf(model).get(name)?.foreignKey ?? {};
      return isHere ? [field!] : [];
    },
  );
  return [...new Set(columnNames)].map((name) => columnRef('t', columnOf(model, name).sqlName));
}

/** Whether the order begins with the id, whose index contains rows of all networks. */
function isById(model: string, orderBy: ReadArgs['orderBy']): boolean {
  const [first] = Object.keys([orderBy].flat()[0] ?? {});
  return first !== undefined && columnsOf(model).get(first)?.kind === 'uuid';
}

/** A condition that limits rows to networks. */
interface NetworkRule {
  readonly rule: Where;
  readonly ids: readonly string[];
}

/** The networks of an ordered page, if reading them one by one is faster; undefined otherwise. */
function networksOf(draft: Draft, model: string, { where, orderBy, take, skip }: ReadArgs): NetworkRule | undefined {
  // A text search finds its rows in all networks at once, so it is not run for each network.
  if (!orderBy || take === undefined || demandsSearch(draft, model, where)) return undefined;
  for (const rule of [where?.AND ?? []].flat() as Where[]) {
    const condition = rule.networkId as { in?: unknown } | undefined;
    if (Object.keys(rule).length !== 1 || !Array.isArray(condition?.in)) continue;
    const ids = [...new Set(condition.in as string[])];
    if (ids.length * (Math.abs(take) + (skip ?? 0)) <= mostMergedRows) return { rule, ids };
  }
  return undefined;
}
