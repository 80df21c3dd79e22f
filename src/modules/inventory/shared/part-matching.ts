// A host's parts: what callers can change of each kind, what makes two rows the same, and how values are merged. Pure functions.
import { randomUUID } from 'node:crypto';
import { mapInTurns } from '../../../platform/threads/event-loop';

export type Row = Record<string, unknown>;
export type Wanted = Row & { id?: string | null };
export interface Part {
  readonly model: 'IpAddress' | 'Port' | 'Interface' | 'Service' | 'Binding';
  /** The list of its host, or of its service, that it is in. */
  readonly list: 'ipAddresses' | 'ports' | 'interfaces' | 'services' | 'bindings';
  /** What callers can change. */
  readonly fields: readonly string[];
  /** Values that make two rows of one host the same, most specific first: the field to name and the value, if there is one. */
  readonly keys: readonly PartKey[];
}
export interface PartKey {
  readonly field: string;
  readonly of: (row: Row) => string | null;
  /** Counts only where one row of the request and one of the stored ones have the value: it might mean several. */
  readonly isOnce?: boolean;
}
/** A row of the request beside the stored one that it is, under the id that it has from now on. */
export interface MatchedChild {
  readonly id: string;
  readonly wanted: Wanted;
  readonly stored: Row | undefined;
}

export const text = (value: unknown): string | null => (value == null ? null : String(value as string | number));

export const parts = {
  ipAddresses: {
    model: 'IpAddress',
    list: 'ipAddresses',
    fields: ['subnetId', 'subnetCidr', 'ipAddress', 'name', 'macAddress', 'answersForOthers', 'position'],
    keys: [
      { field: 'ipAddress', of: ({ subnetId, ipAddress }) => `${text(subnetId)} ${text(ipAddress)}` },
      { field: 'macAddress', of: ({ macAddress }) => text(macAddress), isOnce: true },
    ],
  },
  ports: {
    model: 'Port',
    list: 'ports',
    fields: ['number', 'protocol'],
    keys: [{ field: 'number', of: ({ number, protocol }) => `${text(number)} ${text(protocol)}` }],
  },
  interfaces: {
    model: 'Interface',
    list: 'interfaces',
    fields: [
      ...['ifIndex', 'ifDescr', 'ifName', 'ifAlias', 'ifType', 'speedBps', 'adminStatus', 'operStatus'],
      ...['macAddress', 'ipConfigured', 'fdbMacs', 'ipAddressId', 'nativeVlanId'],
      ...['mtu', 'duplex', 'aggregateId', 'stpState', 'isStpRootPort', 'poeStatus', 'poeClass'],
      ...['stpBlockedVlans', 'stpBlockedInstances'],
    ],
    keys: [
      { field: 'ifName', of: ({ ifName }) => text(ifName) },
      { field: 'ifIndex', of: ({ ifIndex }) => text(ifIndex) },
    ],
  },
  services: {
    model: 'Service',
    list: 'services',
    fields: [
      ...['name', 'serviceDefinition', 'position', 'virtualizationServiceId'],
      ...['virtualizationType', 'containerName', 'containerId', 'composeProject'],
      ...['sourceType', 'sourceConfidence', 'sourceReason'],
    ],
    keys: [],
  },
  bindings: {
    model: 'Binding',
    list: 'bindings',
    fields: ['serviceId', 'ipAddressId', 'portId'],
    keys: [
      {
        field: 'portId',
        of: ({ serviceId, ipAddressId, portId }) => `${text(serviceId)} ${text(ipAddressId)} ${text(portId)}`,
      },
    ],
  },
} satisfies Record<string, Part>;

function repeated(keys: readonly (string | null)[]): Set<string | null> {
  const seen = new Set<string | null>();
  return new Set(keys.filter((key) => seen.has(key) || !seen.add(key)));
}

/** Finds for each wanted row the stored one that it is, by id and then by the keys of its kind. */
export function matchRows(
  part: Part,
  rows: readonly Wanted[],
  stored: readonly Row[],
): { identified: MatchedChild[]; gone: string[] } {
  const left = new Map(stored.map((row) => [row.id as string, row]));
  const found = new Map<Wanted, Row>();
  const take = (wanted: Wanted, row: Row | undefined) => {
    if (!row) return;
    found.set(wanted, row);
    left.delete(row.id as string);
  };
  for (const wanted of rows) if (wanted.id) take(wanted, left.get(wanted.id));
  for (const { of, isOnce = false } of part.keys) {
    const byKey = new Map([...left.values()].map((row) => [of(row), row]));
    const several = isOnce ? new Set([...repeated(rows.map(of)), ...repeated(stored.map(of))]) : new Set();
    for (const wanted of rows) {
      const key = found.has(wanted) || several.has(of(wanted)) ? null : of(wanted);
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

/** Of those that are stored. */
export const storedIds = (identified: readonly MatchedChild[]): string[] =>
  identified.flatMap(({ id, stored }) => (stored ? [id] : []));

/** The values of the row that callers can change. */
const chosen = ({ fields }: Part, row: Row): Row =>
  Object.fromEntries(fields.map((name) => [name, row[name]]).filter(([, value]) => value !== undefined)) as Row;

const printed = (row: Row): string =>
  JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

interface Differences {
  readonly changed: Row[];
  readonly added: Row[];
}

function addDifference({ changed, added }: Differences, part: Part, { id, wanted, stored }: MatchedChild): void {
  if (!stored) return void added.push({ ...chosen(part, wanted), id });
  const before = chosen(part, stored);
  const after = { ...before, ...chosen(part, wanted) };
  if (printed(before) !== printed(after)) changed.push({ ...after, id });
}

/** Those that differ from the stored rows, with all their values, and the new ones with those that they have. */
export function differences(part: Part, identified: readonly MatchedChild[]): Differences {
  const found: Differences = { changed: [], added: [] };
  for (const one of identified) addDifference(found, part, one);
  return found;
}

/** The same in as many turns of the event loop as a long list takes. */
export async function differencesInTurns(part: Part, identified: readonly MatchedChild[]): Promise<Differences> {
  const found: Differences = { changed: [], added: [] };
  await mapInTurns(identified, (one) => addDifference(found, part, one));
  return found;
}

export const isEmpty = (value: unknown): boolean => value == null || value === '';

/**
 * A new address comes behind those that are there. A MAC address that was read anew takes the place of the one before,
 * unless that one counts more.
 */
export function completedAddress(
  { id, wanted, stored }: MatchedChild,
  firstPosition: number,
  { replacesMac }: { readonly replacesMac: boolean },
): MatchedChild {
  const position = Math.min(firstPosition + (wanted.position as number), 2 ** 31 - 1);
  if (!stored) return { id, stored, wanted: { ...wanted, position } };
  const kept = {
    name: isEmpty(stored.name) ? wanted.name : stored.name,
    macAddress: replacesMac ? (wanted.macAddress ?? stored.macAddress) : (stored.macAddress ?? wanted.macAddress),
    position: stored.position,
  };
  return { id, stored, wanted: { ...wanted, ...kept } };
}

/** Facts of a port that come from tables of their own, with what a reading to the end means that lacks them. */
const readGroups = {
  duplex: { duplex: null },
  aggregates: { aggregateId: null },
  stp: { stpState: null, isStpRootPort: false, stpBlockedVlans: [], stpBlockedInstances: [] },
  poe: { poeStatus: null, poeClass: null },
} as const;
type ReadGroup = keyof typeof readGroups;

interface Complete extends Partial<Readonly<Record<ReadGroup, boolean>>> {
  readonly table: boolean;
  readonly fdb: boolean;
  readonly vlanMembership: boolean;
}

/** A complete reading replaces the stored values, also by nothing; an incomplete one only fills empty ones. */
export function completedInterface({ id, wanted, stored }: MatchedChild, complete: Complete): MatchedChild {
  if (!stored) return { id, wanted, stored };
  const { fdbMacs, nativeVlanId, ...rest } = wanted;
  const reported: Row = Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => value != null && (complete.table || stored[name] == null)),
  );
  // False may also mean that it was not examined.
  if (wanted.ipConfigured === true) reported.ipConfigured = true;
  const learned = (fdbMacs ?? []) as string[];
  if (complete.fdb || (stored.fdbMacs as string[]).length === 0) reported.fdbMacs = learned;
  if (complete.vlanMembership || stored.nativeVlanId === null) reported.nativeVlanId = nativeVlanId ?? null;
  for (const [group, absent] of Object.entries(readGroups))
    if (complete[group as ReadGroup])
      for (const [name, none] of Object.entries(absent)) reported[name] = wanted[name] ?? none;
  return { id, wanted: reported, stored };
}
