// Builds a table row for each network: its number of hosts, its daemons' last contact, recent events and failing checks.
// Also sorts the rows.
import type { HomeOverviewQuery } from '../../../generated/home-operations';

export type Overview = HomeOverviewQuery;

export interface NetworkRow {
  readonly id: string;
  readonly name: string;
  readonly hosts: number;
  readonly services: number;
  readonly subnets: number;
  readonly daemons: number;
  /** The time of the last contact with any daemon of the network; null if no daemon has called. */
  readonly lastSeen: string | null;
  readonly newHosts: number;
  readonly failedRuns: number;
  /** Number of checks that fail and are not muted. */
  readonly failingChecks: number;
}

export type Column = Exclude<keyof NetworkRow, 'id'>;

type Counts = readonly { readonly value: string | null; readonly count: number }[] | null;
const countsOf = (counts: Counts) => new Map((counts ?? []).map(({ value, count }) => [value, count]));

export function networkRows(
  networks: readonly { readonly id: string; readonly name: string }[],
  { dashboardSummary, failedRuns, failingChecks, newHosts }: Overview,
): NetworkRow[] {
  const summaries = new Map(dashboardSummary.networks.map((summary) => [summary.networkId, summary]));
  const added = countsOf(newHosts.groupCounts);
  const failed = countsOf(failedRuns.groupCounts);
  const failing = countsOf(failingChecks.groupCounts);
  const lastSeen = new Map<string, string>();
  for (const { networkId, lastSeen: seenAt } of dashboardSummary.daemons)
    if (seenAt !== null && Date.parse(seenAt) > Date.parse(lastSeen.get(networkId) ?? '1970-01-01'))
      lastSeen.set(networkId, seenAt);
  return networks.map(({ id, name }) => {
    const summary = summaries.get(id);
    return {
      ...{ id, name },
      hosts: summary?.hostCount ?? 0,
      services: summary?.serviceCount ?? 0,
      subnets: summary?.subnetCount ?? 0,
      daemons: summary?.daemonCount ?? 0,
      lastSeen: lastSeen.get(id) ?? null,
      newHosts: added.get(id) ?? 0,
      failedRuns: failed.get(id) ?? 0,
      failingChecks: failing.get(id) ?? 0,
    };
  });
}

const valueOf = (row: NetworkRow, column: Column): number | string =>
  column === 'lastSeen' ? Date.parse(row.lastSeen ?? '1970-01-01') : row[column];

/** The rows sorted by a column. Rows with equal values keep their order. */
export function sortRows(rows: readonly NetworkRow[], column: Column, isDescending: boolean): NetworkRow[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [first, second] = [valueOf(a, column), valueOf(b, column)];
    if (typeof first === 'string' || typeof second === 'string')
      return sign * String(first).localeCompare(String(second), undefined, { numeric: true });
    return sign * (first - second);
  });
}
