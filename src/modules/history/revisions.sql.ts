// The states of rows through time, newest first: pages of many rows' histories in one statement, and their counts in another.
import type { TenantSql } from '../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../data/tenancy/tenant-sql';
import { isDaemon } from '../../data/tenancy/viewer';
import { eventColumns, eventJoin, type EventRow } from './events';
import { historiedKind } from './kinds';
import { instantsSql, justBefore, stateSql, type State } from './states.sql';

/** A state of a row with its links; or that there was none, after the row was deleted. */
export interface Revision {
  /** The row's. */
  readonly id: string;
  readonly validFrom: Date;
  readonly validTo: Date | null;
  /** The states before and from then on. */
  readonly before: State | null;
  readonly after: State | null;
  readonly event: EventRow | null;
}
export interface RevisionPage {
  /** Only those that began earlier; backwards: later. */
  readonly beyond?: Date;
  readonly backwards: boolean;
  readonly take: number;
  readonly skip: number;
}

const parameters = { ids: '$1::uuid[]', scope: '$2::uuid[]', until: '$3::timestamptz', organization: '$4::uuid' };
const { ids, scope, until, organization } = parameters;

const instantsOf = (model: string, looks?: readonly string[]): string =>
  instantsSql(historiedKind(model), 'entity.id', scope, (at) => `(${until} IS NULL OR ${at} <= ${until})`, looks);

/** Of a row's own states those that a page may have, and where the one after its last begins. */
function looksOf(backwards: boolean, isBeyond: boolean): string[] {
  const [ascending, descending] = ['ASC', 'DESC'].map((direction) => `ORDER BY x.valid_from ${direction} LIMIT`);
  const enough = '$5::bigint + $6::bigint + 1';
  if (backwards) return [`${isBeyond ? 'AND x.valid_from > $7::timestamptz' : ''} ${ascending} ${enough}`];
  if (!isBeyond) return [`${descending} ${enough}`];
  return [
    `AND x.valid_from < $7::timestamptz ${descending} ${enough}`,
    `AND x.valid_from >= $7::timestamptz ${ascending} 1`,
  ];
}

function pageSql(model: string, backwards: boolean, isBeyond: boolean): string {
  const kind = historiedKind(model);
  const state = (instant: string) => stateSql(kind, { id: 'entity.id', instant, scope });
  const beyond = isBeyond ? `WHERE at ${backwards ? '>' : '<'} $7::timestamptz` : '';
  return `
  SELECT entity.id, page.at AS "validFrom", page.next AS "validTo", ${eventColumns},
    ${state(justBefore('page.at'))} AS before, ${state('page.at')} AS after
  FROM unnest(${ids}) entity (id)
  CROSS JOIN LATERAL (
    SELECT * FROM (
      SELECT at, max(event::text)::uuid AS event_id, lead(at) OVER (ORDER BY at) AS next
      FROM (${instantsOf(model, looksOf(backwards, isBeyond))}) instants GROUP BY at
    ) all_instants ${beyond} ORDER BY at ${backwards ? 'ASC' : 'DESC'} LIMIT $5::bigint OFFSET $6::bigint
  ) page
  ${eventJoin('page.event_id', organization)}
  ORDER BY entity.id, page.at DESC`;
}

const countSql = (model: string): string => `
  SELECT entity.id, (SELECT count(DISTINCT at) FROM (${instantsOf(model)}) instants)::int AS count
  FROM unnest(${ids}) entity (id) WHERE ${organization} IS NOT NULL`;

/** States in networks beyond the viewer's reach, today, are none; with an instant, none that began later. */
function ask<Row extends object>(
  { query, viewer, at }: TenantSql,
  model: string,
  rows: readonly string[],
  text: string,
  page: readonly unknown[] = [],
): Promise<Row[]> {
  const reach = historiedKind(model).scope === 'network_id' ? viewer.networkIds : [viewer.organizationId];
  // Some rows are their makers' own: users are within their own reach.
  const own = isDaemon(viewer) ? [] : [viewer.userId];
  // Two places of a document may ask for the same row.
  const values = [[...new Set(rows)], [...reach, ...own], at ?? null, viewer.organizationId, ...page];
  return query<Row>(tenantSafeSql(viewer, { text, values }));
}

/** A page of each row's history, by the row's id; rows without one are left out. */
export async function readRevisions(
  sql: TenantSql,
  model: string,
  rows: readonly string[],
  { beyond, backwards, take, skip }: RevisionPage,
): Promise<ReadonlyMap<string, readonly Revision[]>> {
  const text = pageSql(model, backwards, beyond !== undefined);
  const found = new Map<string, Revision[]>();
  for (const revision of await ask<Revision>(sql, model, rows, text, [take, skip, ...(beyond ? [beyond] : [])])) {
    const others = found.get(revision.id);
    if (others) others.push(revision);
    else found.set(revision.id, [revision]);
  }
  return found;
}

/** How many states each row had, by its id. */
export async function countRevisions(
  sql: TenantSql,
  model: string,
  rows: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counted = await ask<{ id: string; count: number }>(sql, model, rows, countSql(model));
  return new Map(counted.map(({ id, count }) => [id, count]));
}
