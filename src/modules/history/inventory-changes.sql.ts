// The difference between two instants of one network: a page of it, and its counts, each in one statement.
import { directSqlOf } from '../../data/client';
import type { PrismaClient } from '../../generated/prisma/client';
import type { Viewer } from '../../data/tenancy/viewer';
import { changesSql, given, scopeOf } from './changes';
import { eventColumns, eventJoin, type EventRow } from './events';
import { historiedKind, inventoryModels } from './kinds';
import { instantsSql, stateSql, type State } from './states.sql';

export type ChangeType = 'Added' | 'Removed' | 'Changed';

/** What of a network is compared. */
export interface Period {
  readonly networkId: string;
  readonly from: Date;
  readonly to: Date;
  /** Only these kinds, by model. */
  readonly models?: readonly string[] | null;
  readonly changeTypes?: readonly ChangeType[] | null;
}

/** A place among the changes: they come kind by kind, then by id. */
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

/** A row that is not what it was; `before` and `after` are its states at the ends of the period. */
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

const rankOf = (model: string): number => inventoryModels.indexOf(model as never);

/** SQL of rows `(kind, id, change)` of all kinds that are asked for; the others of the text are not looked at. */
const changesOf = (models: readonly string[]): string => `(
    SELECT * FROM (${models
      .map(
        (model) => `SELECT ${rankOf(model)} AS kind, id, change FROM (${changesSql(historiedKind(model))}) of_kind
        WHERE ${rankOf(model)} = ANY($6::int[])`,
      )
      .join(' UNION ALL ')}) any_kind
    WHERE ($5::text[] IS NULL OR change = ANY($5::text[]))
      AND ${given.network} IS NOT NULL AND ${given.organization} IS NOT NULL -- whichever of them the kinds need
  ) changes`;

/** SQL of rows `(before, after, "changedAt", event_id)` for the row that `page` names. */
function detailSql(model: string): string {
  const kind = historiedKind(model);
  const { from, to } = given;
  const scope = scopeOf(kind);
  const state = (instant: string) => stateSql(kind, { id: 'page.id', instant, scope, isNamed: true });
  const instants = instantsSql(kind, 'page.id', scope, (at) => `${at} > ${from} AND ${at} <= ${to}`);
  return `
    SELECT ${state(from)} AS before, ${state(to)} AS after, last.at AS "changedAt", last.event AS event_id
    FROM (SELECT at, event FROM (${instants}) instants ORDER BY at DESC, event LIMIT 1) last
    WHERE page.kind = ${rankOf(model)}`;
}

/** What changed, without how. */
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
  ${eventJoin('detail.event_id', given.organization)}
  WHERE ${given.network} IS NOT NULL -- whichever of the values the kinds need
  ORDER BY page.kind, page.id`;

/**
 * Places that one look through a period finds for the pages to come: a reader of all pages would otherwise look through it
 * once for each. Some 100 bytes each, as long as the request.
 */
const placesAhead = 10_000;

const ranksOf = ({ models }: Period): readonly number[] => (models ?? inventoryModels).map(rankOf);

/** Kinds in the text of a statement: one or all, so that there are few texts for the database to plan. */
const modelsOf = ({ models }: Period): readonly string[] => (models?.length === 1 ? models : inventoryModels);

/** Statements for the viewer: rows beyond its reach, today, are no part of any difference. */
export function inventoryChanges(prisma: PrismaClient, viewer: Viewer) {
  const { query } = directSqlOf(prisma);
  const isNothing = ({ networkId, from, to }: Period) => !viewer.networkIds.includes(networkId) || from >= to;
  const endsOf = (period: Period) => [period.networkId, period.from, period.to, viewer.organizationId];
  const valuesOf = (period: Period) => [...endsOf(period), period.changeTypes ?? null, ranksOf(period)];
  let ahead: { readonly period: string; readonly places: readonly Place[]; readonly isAll: boolean } | undefined;

  /** What follows the place, as far as it is known from the page before; undefined: it is not. */
  const knownAfter = (period: string, { model, id }: ChangePlace): readonly Place[] | undefined => {
    if (ahead?.period !== period) return undefined;
    const index = ahead.places.findIndex((place) => place.id === id && place.kind === rankOf(model));
    return index < 0 ? undefined : ahead.places.slice(index + 1);
  };

  /** In the order in which they are read. */
  async function placesOf(period: Period, { beyond, backwards, take, skip }: ChangePage): Promise<readonly Place[]> {
    const key = JSON.stringify(period);
    const known = beyond && !backwards && skip === 0 ? knownAfter(key, beyond) : undefined;
    if (known && ahead && (ahead.isAll || known.length >= take)) {
      ahead = { ...ahead, places: known };
      return known.slice(0, take);
    }
    const limit = known ? Math.max(take, placesAhead) : take;
    const values = [...valuesOf(period), limit, skip, ...(beyond ? [rankOf(beyond.model), beyond.id] : [])];
    const places = await query<Place>(placesSql(modelsOf(period), backwards, beyond !== undefined), values);
    if (!backwards) ahead = { period: key, places, isAll: places.length < limit };
    return places.slice(0, take);
  }

  const withModel = <T extends { kind: number }>({ kind, ...row }: T) => ({ ...row, model: inventoryModels[kind]! });
  return {
    /** At most `take` changes, in their order whichever way they are read. */
    async inventoryChanges(period: Period, page: ChangePage): Promise<InventoryChange[]> {
      if (isNothing(period)) return [];
      const places = await placesOf(period, page);
      if (places.length === 0) return [];
      const lists = [places.map(({ kind }) => kind), places.map(({ id }) => id), places.map(({ change }) => change)];
      const sql = detailsSql(modelsOf(period));
      const rows = await query<Omit<InventoryChange, 'model'> & { kind: number }>(sql, [...endsOf(period), ...lists]);
      return rows.map(withModel);
    },
    /** How many there are, by kind and change; in the order of the kinds. */
    async countInventoryChanges(period: Period): Promise<ChangeCount[]> {
      if (isNothing(period)) return [];
      const sql = `SELECT kind, change, count(*)::int AS count FROM ${changesOf(modelsOf(period))}
        GROUP BY kind, change ORDER BY kind, change`;
      return (await query<Omit<ChangeCount, 'model'> & { kind: number }>(sql, valuesOf(period))).map(withModel);
    },
  };
}
