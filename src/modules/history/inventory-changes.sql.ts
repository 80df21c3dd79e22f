// The difference between two instants of one network: a page of changes, and their counts, in one statement each.
import type { TenantSql } from '../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../data/tenancy/tenant-sql';
import { changesSql, parameters, kindScope } from './changes';
import { eventColumns, eventJoin, type EventRow } from './events';
import { historiedKind, inventoryModels } from './kinds';
import { instantsSql, stateSql, type State } from './states.sql';

export type ChangeType = 'Added' | 'Removed' | 'Changed';

/** The network and the two instants to compare, and which changes to include. */
export interface Period {
  readonly networkId: string;
  readonly from: Date;
  readonly to: Date;
  /** Models to include; null or undefined for all. */
  readonly models?: readonly string[] | null;
  readonly changeTypes?: readonly ChangeType[] | null;
}

/** The position of a change in the order by kind, then id. */
export interface ChangePlace {
  readonly model: string;
  readonly id: string;
}
export interface ChangePage {
  readonly beyond?: ChangePlace;
  readonly backwards: boolean;
  readonly take: number;
  readonly skip: number;
}

/** A changed row; `before` and `after` are its states at the ends of the period. */
export interface InventoryChange extends ChangePlace {
  readonly change: ChangeType;
  readonly before: State | null;
  readonly after: State | null;
  readonly changedAt: Date;
  readonly event: EventRow | null;
}
export interface ChangeCount {
  readonly model: string;
  readonly change: ChangeType;
  readonly count: number;
}

const rankOf = (model: string): number => inventoryModels.findIndex((knownRank) => knownRank === model);

/** SQL that selects `(kind, id, change)` for each change of the requested kinds. */
const changesOf = (models: readonly string[]): string => `(
    SELECT * FROM (${models
      .map(
        (model) => `SELECT ${rankOf(model)} AS kind, id, change FROM (${changesSql(historiedKind(model))}) of_kind
        WHERE ${rankOf(model)} = ANY($6::int[])`,
      )
      .join(' UNION ALL ')}) any_kind
    WHERE ($5::text[] IS NULL OR change = ANY($5::text[]))
      AND ${parameters.network} IS NOT NULL AND ${parameters.organization} IS NOT NULL -- whichever of them the kinds need
  ) changes`;

/** SQL that selects `(before, after, "changedAt", event_id)`, the details of a change, for each row in `page`. */
function detailSql(model: string): string {
  const kind = historiedKind(model);
  const { from, to } = parameters;
  const scope = kindScope(kind);
  const state = (instant: string) => stateSql(kind, { id: 'page.id', instant, scope, isNamed: true });
  const instants = instantsSql(kind, 'page.id', scope, (at) => `${at} > ${from} AND ${at} <= ${to}`);
  return `
    SELECT ${state(from)} AS before, ${state(to)} AS after, last.at AS "changedAt", last.event AS event_id
    FROM (SELECT at, event FROM (${instants}) instants ORDER BY at DESC, event LIMIT 1) last
    WHERE page.kind = ${rankOf(model)}`;
}

/** The position and type of a change, without the values before and after it. */
interface Place {
  readonly kind: number;
  readonly id: string;
  readonly change: ChangeType;
}

function placesSql(models: readonly string[], backwards: boolean, isBeyond: boolean): string {
  const direction = backwards ? 'DESC' : 'ASC';
  const beyond = isBeyond ? `WHERE (kind, id) ${backwards ? '<' : '>'} ($9::int, $10::uuid)` : '';
  return `SELECT kind, id, change FROM ${changesOf(models)} ${beyond}
    ORDER BY kind ${direction}, id ${direction} LIMIT $7::int OFFSET $8::int`;
}

const detailsSql = (models: readonly string[]): string => `
  SELECT page.kind, page.id, page.change, detail.before, detail.after, detail."changedAt", ${eventColumns}
  FROM unnest($5::int[], $6::uuid[], $7::text[]) page (kind, id, change)
  CROSS JOIN LATERAL (${models.map(detailSql).join(' UNION ALL ')}) detail
  ${eventJoin('detail.event_id', parameters.organization)}
  WHERE ${parameters.network} IS NOT NULL -- whichever of the values the kinds need
  ORDER BY page.kind, page.id`;

/**
 * Number of changes whose positions one scan of a period finds in advance, for later pages. Otherwise, reading all
 * pages would scan the period once per page. A position takes about 100 bytes until the request ends.
 */
const placesAhead = 10_000;

const ranksOf = ({ models }: Period): readonly number[] => (models ?? inventoryModels).map(rankOf);

/**
 * The models in the SQL of a statement: the requested model if there is only one, otherwise all, from which a condition
 * selects the requested models. So PostgreSQL plans only a few different statements.
 */
const modelsOf = ({ models }: Period): readonly string[] => (models?.length === 1 ? models : inventoryModels);

/** Positions of changes for later pages, which the request has found while it read an earlier page. */
interface Ahead {
  readonly period: string;
  readonly places: readonly Place[];
  readonly isAll: boolean;
}
const aheadOf = new WeakMap<TenantSql, Ahead>();

/** True when there can be no changes, because the period is empty or the viewer may not read the network now. */
const isNothing = ({ viewer }: TenantSql, { networkId, from, to }: Period) =>
  !viewer.networkIds.includes(networkId) || from >= to;
const endsOf = ({ viewer }: TenantSql, { networkId, from, to }: Period) => [networkId, from, to, viewer.organizationId];
const valuesOf = (sql: TenantSql, period: Period) => [
  ...endsOf(sql, period),
  period.changeTypes ?? null,
  ranksOf(period),
];
const ask = <Row extends object>(sql: TenantSql, text: string, values: readonly unknown[]) =>
  sql.query<Row>(tenantSafeSql(sql.viewer, { text, values }));

/**
 * Returns the positions after the given change if this request has already found them for an earlier page; otherwise
 * undefined.
 */
function knownAfter(ahead: Ahead | undefined, period: string, { model, id }: ChangePlace) {
  if (ahead?.period !== period) return undefined;
  const index = ahead.places.findIndex((place) => place.id === id && place.kind === rankOf(model));
  return index < 0 ? undefined : ahead.places.slice(index + 1);
}

/** Resolves with the positions of the changes on a page, in descending order if the page is read backwards. */
async function placesOf(sql: TenantSql, period: Period, page: ChangePage): Promise<readonly Place[]> {
  const { beyond, backwards, take, skip } = page;
  const key = JSON.stringify(period);
  const ahead = aheadOf.get(sql);
  const knownPlaces = beyond && !backwards && skip === 0 ? knownAfter(ahead, key, beyond) : undefined;
  if (knownPlaces && ahead && (ahead.isAll || knownPlaces.length >= take)) {
    aheadOf.set(sql, { ...ahead, places: knownPlaces });
    return knownPlaces.slice(0, take);
  }
  const limit = knownPlaces ? Math.max(take, placesAhead) : take;
  const values = [...valuesOf(sql, period), limit, skip, ...(beyond ? [rankOf(beyond.model), beyond.id] : [])];
  const places = await ask<Place>(sql, placesSql(modelsOf(period), backwards, beyond !== undefined), values);
  if (!backwards) aheadOf.set(sql, { period: key, places, isAll: places.length < limit });
  return places.slice(0, take);
}

const withModel = <T extends { kind: number }>({ kind, ...row }: T) => ({ ...row, model: inventoryModels[kind]! });

/** Resolves with at most `take` changes, in ascending order even if the page is read backwards. */
export async function readInventoryChanges(
  sql: TenantSql,
  period: Period,
  page: ChangePage,
): Promise<InventoryChange[]> {
  if (isNothing(sql, period)) return [];
  const places = await placesOf(sql, period, page);
  if (places.length === 0) return [];
  const lists = [places.map(({ kind }) => kind), places.map(({ id }) => id), places.map(({ change }) => change)];
  const values = [...endsOf(sql, period), ...lists];
  type Row = Omit<InventoryChange, 'model'> & { kind: number };
  return (await ask<Row>(sql, detailsSql(modelsOf(period)), values)).map(withModel);
}

/** Resolves with the number of changes for each kind of row and kind of change, in the order of the kinds of rows. */
export async function countInventoryChanges(sql: TenantSql, period: Period): Promise<ChangeCount[]> {
  if (isNothing(sql, period)) return [];
  const text = `SELECT kind, change, count(*)::int AS count FROM ${changesOf(modelsOf(period))}
    GROUP BY kind, change ORDER BY kind, change`;
  type Row = Omit<ChangeCount, 'model'> & { kind: number };
  return (await ask<Row>(sql, text, valuesOf(sql, period))).map(withModel);
}
