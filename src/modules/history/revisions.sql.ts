// The states of rows over time, newest first: pages for many rows in one statement, and counts in another.
import type { TenantSql } from '../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../data/tenancy/tenant-sql';
import { isDaemon } from '../../data/tenancy/viewer';
import { eventColumns, eventJoin, type EventRow } from './events';
import { historiedKind } from './kinds';
import { instantsSql, millisecondBefore, stateSql, type State } from './states.sql';

/** One period in the history of a row: a state of the row with its links, or a time in which the row was deleted. */
export interface Revision {
  /** Id of the row. */
  readonly id: string;
  readonly validFrom: Date;
  readonly validTo: Date | null;
  /**
   * The row's state before `validFrom`; null if the row did not exist. `after` is the state from `validFrom` on; null
   * if the row was deleted.
   */
  readonly before: State | null;
  readonly after: State | null;
  readonly event: EventRow | null;
  /** Whether the row had been deleted and was created again. */
  readonly isBack: boolean;
}
export interface RevisionPage {
  /** The page has only states that began before this instant, or after it if `backwards` is set; undefined for all. */
  readonly beyond?: Date;
  readonly backwards: boolean;
  readonly take: number;
  readonly skip: number;
}

const parameters = { ids: '$1::uuid[]', scope: '$2::uuid[]', until: '$3::timestamptz', organization: '$4::uuid' };
const { ids, scope, until, organization } = parameters;

const instantsOf = (model: string, looks?: readonly string[]): string =>
  instantsSql(historiedKind(model), 'entity.id', scope, (at) => `(${until} IS NULL OR ${at} <= ${until})`, looks);

/**
 * Returns SQL that limits how many former states are read: as many as a page may need, and one more, because a state
 * ends when the next one begins.
 */
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
    ${state(millisecondBefore('page.at'))} AS before, ${state('page.at')} AS after,
    EXISTS (SELECT FROM ${kind.table}_revisions gone WHERE gone.id = entity.id AND gone.is_last
      AND gone.valid_to < page.at AND gone.${kind.scope} = ANY(${scope})) AS "isBack"
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

/**
 * Runs a statement on past states. Omits states in networks that the viewer may not read now. If the request asks for a
 * past instant, also omits states that began later.
 */
function ask<Row extends object>(
  { query, viewer, at }: TenantSql,
  model: string,
  rows: readonly string[],
  text: string,
  page: readonly unknown[] = [],
): Promise<Row[]> {
  const reach = historiedKind(model).scope === 'network_id' ? viewer.networkIds : [viewer.organizationId];
  // Rows of some models belong to a user. Each user may read his or her own rows.
  const userParameter = isDaemon(viewer) ? [] : [viewer.userId];
  // Duplicate ids are removed, because two parts of a document may request the same row.
  const values = [[...new Set(rows)], [...reach, ...userParameter], at ?? null, viewer.organizationId, ...page];
  return query<Row>(tenantSafeSql(viewer, { text, values }));
}

/** Resolves with a page of each row's history, by row id. Rows without history are omitted. */
export async function readRevisions(
  sql: TenantSql,
  model: string,
  rows: readonly string[],
  { beyond, backwards, take, skip }: RevisionPage,
): Promise<ReadonlyMap<string, readonly Revision[]>> {
  const text = pageSql(model, backwards, beyond !== undefined);
  const revisionsById = new Map<string, Revision[]>();
  for (const revision of await ask<Revision>(sql, model, rows, text, [take, skip, ...(beyond ? [beyond] : [])])) {
    const others = revisionsById.get(revision.id);
    if (others) others.push(revision);
    else revisionsById.set(revision.id, [revision]);
  }
  return revisionsById;
}

/** Resolves with the number of states in each row's history, by row id. */
export async function countRevisions(
  sql: TenantSql,
  model: string,
  rows: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const countRows = await ask<{ id: string; count: number }>(sql, model, rows, countSql(model));
  return new Map(countRows.map(({ id, count }) => [id, count]));
}
