// The lists of a host's own parts, each replaced exactly: rows match by id, then by their natural keys; the rest is added or deleted.
import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../../data/tenancy/viewer';
import { delegateOf } from '../../../data/model/delegate';
import { AppError } from '../../../errors';
import { withoutUndefined, type Db } from '../../../data/tenancy/rows';
import { setRows } from '../../../data/tenancy/set-rows';
import { entityName } from '../../../data/tenancy/visible-rows';

export type Row = Record<string, unknown>;
type Wanted = Row & { id?: string | null };
export interface HostRef {
  readonly id: string;
  readonly networkId: string;
  /** Made by this request: nothing is stored of it yet. */
  readonly isNew: boolean;
}
export interface Part {
  readonly model: 'IpAddress' | 'Port' | 'Interface' | 'Service' | 'Binding';
  /** What callers can change. */
  readonly fields: readonly string[];
  /** Values that make two rows of one host the same, most specific first: the field to name and the value, if there is one. */
  readonly keys: readonly { readonly field: string; readonly of: (row: Row) => string | null }[];
}
/** A row of the request beside the stored one that it is, under the id that it has from now on. */
export interface MatchedChild {
  readonly id: string;
  readonly wanted: Wanted;
  readonly stored: Row | undefined;
}

const text = (value: unknown): string | null => (value == null ? null : String(value as string | number));

export const parts = {
  ipAddresses: {
    model: 'IpAddress',
    fields: ['subnetId', 'subnetCidr', 'ipAddress', 'name', 'macAddress', 'position'],
    keys: [
      { field: 'ipAddress', of: ({ subnetId, ipAddress }) => `${text(subnetId)} ${text(ipAddress)}` },
      { field: 'macAddress', of: ({ macAddress }) => text(macAddress) },
    ],
  },
  ports: {
    model: 'Port',
    fields: ['number', 'protocol'],
    keys: [{ field: 'number', of: ({ number, protocol }) => `${text(number)} ${text(protocol)}` }],
  },
  interfaces: {
    model: 'Interface',
    fields: [
      ...['ifIndex', 'ifDescr', 'ifName', 'ifAlias', 'ifType', 'speedBps', 'adminStatus', 'operStatus'],
      ...['macAddress', 'ipConfigured', 'fdbMacs', 'ipAddressId', 'nativeVlanId'],
    ],
    keys: [
      { field: 'ifName', of: ({ ifName }) => text(ifName) },
      { field: 'ifIndex', of: ({ ifIndex }) => text(ifIndex) },
    ],
  },
  services: {
    model: 'Service',
    fields: [
      ...['name', 'serviceDefinition', 'position', 'virtualizationServiceId'],
      ...['virtualizationType', 'containerName', 'containerId', 'composeProject'],
      ...['sourceType', 'sourceConfidence', 'sourceReason'],
    ],
    keys: [],
  },
  bindings: {
    model: 'Binding',
    fields: ['serviceId', 'ipAddressId', 'portId'],
    keys: [
      {
        field: 'portId',
        of: ({ serviceId, ipAddressId, portId }) => `${text(serviceId)} ${text(ipAddressId)} ${text(portId)}`,
      },
    ],
  },
} satisfies Record<string, Part>;

/** Finds for each row of the request the stored one that it is. Two rows that are the same: 409. */
export async function matchChildren(
  tx: Db,
  part: Part,
  host: HostRef,
  rows: readonly Wanted[],
  among: object = {},
): Promise<{ identified: MatchedChild[]; gone: string[] }> {
  assertDistinct(part, rows);
  const stored = host.isNew ? [] : await delegateOf(tx, part.model).findMany({ where: { hostId: host.id, ...among } });
  const left = new Map(stored.map((row) => [row.id as string, row]));
  const found = new Map<Wanted, Row>();
  const take = (wanted: Wanted, row: Row | undefined) => {
    if (!row) return;
    found.set(wanted, row);
    left.delete(row.id as string);
  };
  for (const wanted of rows) if (wanted.id) take(wanted, left.get(wanted.id));
  for (const { of } of part.keys) {
    const byKey = new Map([...left.values()].map((row) => [of(row), row]));
    for (const wanted of rows) {
      const key = found.has(wanted) ? null : of(wanted);
      const row = key === null ? undefined : byKey.get(key);
      if (row && left.has(row.id as string)) take(wanted, row);
    }
  }
  const identified = rows.map((wanted) => {
    const before = found.get(wanted);
    return { id: (before?.id as string | undefined) ?? wanted.id ?? randomUUID(), wanted, stored: before };
  });
  return { identified, gone: [...left.keys()] };
}

function assertDistinct({ model, keys }: Part, rows: readonly Wanted[]): void {
  const unique = [{ field: 'id', of: ({ id }: Row) => text(id) }, ...keys.slice(0, 1)];
  for (const { field, of } of unique) {
    const seen = new Set<string>();
    for (const row of rows) {
      const key = of(row);
      if (key !== null && seen.has(key))
        throw new AppError('entity_already_exists', { entity: entityName(model), field, value: row[field] ?? null });
      if (key !== null) seen.add(key);
    }
  }
}

export async function removeParts(tx: Db, { model }: Part, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await delegateOf(tx, model).deleteMany({ where: { id: { in: [...ids] } } });
}

/** Changes the rows that differ from the stored ones and makes the new ones, those with the values `made`: one statement each. */
export async function writeParts(
  tx: Db,
  viewer: Viewer,
  { model, fields }: Part,
  { id: hostId, networkId }: HostRef,
  identified: readonly MatchedChild[],
  made: Row = {},
): Promise<void> {
  const chosen = (row: Row) =>
    Object.fromEntries(fields.map((name) => [name, row[name]]).filter(([, value]) => value !== undefined)) as Row;
  const changed = identified.flatMap(({ id, wanted, stored }) => {
    if (!stored) return [];
    const [before, after] = [chosen(stored), { ...chosen(stored), ...chosen(wanted) }];
    return same(before, after) ? [] : [{ ...after, id }];
  });
  await setRows(tx, viewer, model, fields, changed);
  const added = identified
    .filter(({ stored }) => !stored)
    .map(({ id, wanted }) => ({ ...withoutUndefined(chosen(wanted)), ...made, id, hostId, networkId }));
  const delegate = delegateOf(tx, model) as unknown as { createMany(args: object): Promise<unknown> };
  if (added.length > 0) await delegate.createMany({ data: added });
}

const printed = (row: Row): string =>
  JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
const same = (one: Row, other: Row): boolean => printed(one) === printed(other);

const highestPosition = 2 ** 31 - 1;

/** The place after the last of a host's addresses or services; many may share the highest there is. */
export async function nextPosition(tx: Db, model: 'IpAddress' | 'Service', hostId: string): Promise<number> {
  const args = { where: { hostId }, _max: { position: true } } as const;
  const { _max: last } = await (model === 'Service' ? tx.service.aggregate(args) : tx.ipAddress.aggregate(args));
  return Math.min((last.position ?? -1) + 1, highestPosition);
}
