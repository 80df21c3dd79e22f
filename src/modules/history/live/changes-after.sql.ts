// Reads a network's changes after a position. Each change has a row's states before and after an instant, and its audit
// event.
import { requireScope } from '../../../data/tenancy/rows';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { eventColumns, eventJoin, type EventRow } from '../events';
import type { ChangeType } from '../inventory-changes.sql';
import { changedFields } from '../inventory-kinds';
import { historiedKind, inventoryModels, type HistoriedKind } from '../kinds';
import { changeSources, millisecondBefore, stateSql, type State } from '../states.sql';
import type { Place } from './change-place';

/** A change that one transaction made to one row, to its tags, or to its relations to other rows. */
export interface RowChange {
  readonly place: Place;
  readonly model: string;
  readonly id: string;
  readonly change: ChangeType;
  readonly before: State | null;
  readonly after: State | null;
  readonly event: EventRow | null;
  /** Ids of the tags that the row's host had before the change or has after it. */
  readonly hostTagIds: readonly string[];
}

/**
 * The position of a change in the list of changes, whether or not the viewer may see any of the changed fields.
 * `eventId` is the id of the audit event of the transaction that made the change; null if there is none.
 */
export interface EventPlace extends Place {
  readonly eventId: string | null;
}

const [network, organization, from] = ['$1::uuid', '$2::uuid', '$3::timestamptz'];
const scopeOf = ({ scope }: Pick<HistoriedKind, 'scope'>): string => (scope === 'network_id' ? network : organization);

/**
 * SQL that selects the time, kind, row id and audit event of each change of a table's rows. `column` is the column with
 * the row id.
 */
const instantsOf = (rank: number, table: string, column: string, condition: string): string[] =>
  changeSources(table).map(([source, time, event, isNews]) => {
    // This condition is redundant, but lets PostgreSQL use the index on `valid_to`.
    const endedCondition = source === table ? '' : `AND x.valid_to >= ${from}`;
    return `SELECT x.${time} AS at, ${rank} AS kind, x.${column} AS id, x.${event} AS event FROM ${source} x
      WHERE ${condition} AND ${isNews} AND x.${time} >= ${from} ${endedCondition}`;
  });

const instants = inventoryModels.flatMap((model, rank) => {
  const kind = historiedKind(model);
  return [
    ...instantsOf(rank, kind.table, 'id', `x.${kind.scope} = ${scopeOf(kind)}`),
    ...kind.foldedKinds.flatMap(({ table, owner }) => {
      const isTag = table === 'tag_assignments';
      const scope = isTag
        ? `x.organization_id = ${organization} AND x.network_id = ${network}`
        : `x.network_id = ${network}`;
      return instantsOf(rank, table, owner, `${scope} AND x.${owner} IS NOT NULL`);
    }),
  ];
});

const placesSql = `
  SELECT at, kind, id, max(event::text)::uuid AS "eventId" FROM (${instants.join('\n    UNION ALL ')}) instants
  WHERE (at, kind, id) > (${from}, $4::int, $5::uuid)
  GROUP BY at, kind, id ORDER BY at, kind, id LIMIT $6::int`;

/**
 * Resolves with at most `most` positions of changes after the given position. Changes of open transactions may be
 * missing.
 */
export async function readPlacesAfter(
  { query, viewer }: TenantSql,
  networkId: string,
  { at, kind, id }: Place,
  most: number,
): Promise<EventPlace[]> {
  requireScope(viewer, { networkId });
  const values = [networkId, viewer.organizationId, at, kind, id, most];
  return query<EventPlace>(tenantSafeSql(viewer, { text: placesSql, values }));
}

/**
 * SQL that selects the states of a row before and after a change. The statement around it gives the changes as `page`.
 */
function statesSql(model: string, rank: number): string {
  const kind = historiedKind(model);
  const scope = `ARRAY[${scopeOf(kind)}]`;
  const state = (instant: string) => stateSql(kind, { id: 'page.id', instant, scope, isNamed: true });
  return `SELECT ${state(millisecondBefore('page.at'))} AS before, ${state('page.at')} AS after WHERE page.kind = ${rank}`;
}

const hostTagsSql = `ARRAY(
    SELECT DISTINCT l.tag_id FROM (
      SELECT tag_id, host_id FROM tag_assignments_at(${millisecondBefore('page.at')})
      UNION ALL SELECT tag_id, host_id FROM tag_assignments_at(page.at)
    ) l
    WHERE l.host_id IN ((states.before->>'@hostId')::uuid, (states.after->>'@hostId')::uuid)
  )`;

const changesSql = `
  SELECT page.kind, page.id, page.at, states.before, states.after, ${hostTagsSql} AS "hostTagIds", ${eventColumns}
  FROM unnest($3::timestamptz[], $4::int[], $5::uuid[], $6::uuid[]) WITH ORDINALITY page (at, kind, id, event_id, place)
  CROSS JOIN LATERAL (${inventoryModels.map(statesSql).join('\n    UNION ALL ')}) states
  ${eventJoin('page.event_id', organization)}
  WHERE ${network} IS NOT NULL ORDER BY page.place`;

type Row = Place & Pick<RowChange, 'before' | 'after' | 'event' | 'hostTagIds'>;

/** Resolves with the changes at the positions. Omits a change if the viewer may see none of the changed fields. */
export async function readChanges(
  { query, viewer }: TenantSql,
  networkId: string,
  places: readonly EventPlace[],
): Promise<RowChange[]> {
  if (places.length === 0) return [];
  requireScope(viewer, { networkId });
  const lists = [
    places.map(({ at }) => at),
    places.map(({ kind }) => kind),
    places.map(({ id }) => id),
    places.map(({ eventId }) => eventId),
  ];
  const values = [networkId, viewer.organizationId, ...lists];
  const rows = await query<Row>(tenantSafeSql(viewer, { text: changesSql, values }));
  return rows.flatMap(({ at, kind, id, before, after, ...rest }) => {
    const model = inventoryModels[kind]!;
    const change = changeTypeOf(model, before, after);
    return change ? [{ place: { at, kind, id }, model, id, change, before, after, ...rest }] : [];
  });
}

function changeTypeOf(model: string, before: State | null, after: State | null): ChangeType | undefined {
  if (before && after) return changedFields(model, before, after).length > 0 ? 'Changed' : undefined;
  if (before) return 'Removed';
  return after ? 'Added' : undefined;
}
