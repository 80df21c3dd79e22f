// Pure functions that match the parts of a host in a request with stored rows. Declares, for each kind of part, the
// fields that callers can change, and the keys by which two rows are equal.
import { randomUUID } from 'node:crypto';
import { mapInTurns } from '../../../platform/threads/event-loop';
import { macOfCard } from '../../../platform/text/network-cards';
import { certificateColumns, noCertificate, noSshHostKeys } from './certificate-columns';
import { highestInt32 } from '../../../platform/text/integers';

export type Row = Record<string, unknown>;
export type RequestedPart = Row & { id?: string | null };
export interface Part {
  readonly model: 'IpAddress' | 'Port' | 'Interface' | 'Service' | 'Binding';
  /** The name of the input list that contains the parts: a list of the host, or of a service for bindings. */
  readonly list: 'ipAddresses' | 'ports' | 'interfaces' | 'services' | 'bindings';
  /** Fields that callers can change. */
  readonly fields: readonly string[];
  /** Keys by which a row of a request matches a stored row of the host, most specific first. */
  readonly keys: readonly PartKey[];
}
export interface PartKey {
  readonly field: string;
  readonly of: (row: Row) => string | null;
  /**
   * If true, rows are matched by this key only if no other row of the request and no other stored row has the same
   * value.
   */
  readonly isOnce?: boolean;
}
/**
 * A row of a request with the stored row that it matches, if any. `id` is the id of the stored row or of the new row.
 */
export interface MatchedChild {
  readonly id: string;
  readonly reportedRow: RequestedPart;
  readonly storedRow: Row | undefined;
}

export const text = (value: unknown): string | null => (value == null ? null : String(value as string | number));

const cardOf = ({ macAddress, ifType, ifName, ifDescr }: Row): string | null =>
  macOfCard({ mac: text(macAddress), type: ifType as number | null, name: text(ifName ?? ifDescr) });

export const parts = {
  ipAddresses: {
    model: 'IpAddress',
    list: 'ipAddresses',
    fields: [
      ...['subnetId', 'subnetCidr', 'ipAddress', 'name', 'macAddress', 'macAddressSource', 'answersForOthers'],
      'position',
    ],
    keys: [
      { field: 'ipAddress', of: ({ subnetId, ipAddress }) => `${text(subnetId)} ${text(ipAddress)}` },
      { field: 'macAddress', of: ({ macAddress }) => text(macAddress), isOnce: true },
    ],
  },
  ports: {
    model: 'Port',
    list: 'ports',
    fields: ['number', 'protocol', ...certificateColumns, 'sshHostKeys'],
    keys: [{ field: 'number', of: ({ number, protocol }) => `${text(number)} ${text(protocol)}` }],
  },
  interfaces: {
    model: 'Interface',
    list: 'interfaces',
    fields: [
      ...['ifIndex', 'ifDescr', 'ifName', 'ifAlias', 'ifType', 'speedBps', 'adminStatus', 'operStatus'],
      ...['macAddress', 'macAddressSource', 'ipConfigured', 'fdbMacs', 'ipAddressId', 'nativeVlanId'],
      ...['mtu', 'duplex', 'aggregateId', 'stpState', 'isStpRootPort', 'poeStatus', 'poeClass'],
      ...['stpBlockedVlans', 'stpBlockedInstances'],
    ],
    keys: [
      { field: 'ifName', of: ({ ifName }) => text(ifName) },
      // SNMP and an agent may report the same network card under different names, but with the same MAC address.
      { field: 'macAddress', of: (row) => cardOf(row), isOnce: true },
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

function repeatedKeys(keys: readonly (string | null)[]): Set<string | null> {
  const visitedKeys = new Set<string | null>();
  return new Set(keys.filter((key) => visitedKeys.has(key) || !visitedKeys.add(key)));
}

/**
 * For each row of a request, finds the stored row with the same id, otherwise with the same key of `part`. `goneIds`
 * are the ids of stored rows without a match.
 */
export function matchRows(
  part: Part,
  rows: readonly RequestedPart[],
  storedRows: readonly Row[],
): { matches: MatchedChild[]; goneIds: string[] } {
  const unmatched = new Map(storedRows.map((row) => [row.id as string, row]));
  const matchOfRow = new Map<RequestedPart, Row>();
  const take = (reportedPart: RequestedPart, row: Row | undefined) => {
    if (!row) return;
    matchOfRow.set(reportedPart, row);
    unmatched.delete(row.id as string);
  };
  for (const reportedPart of rows) if (reportedPart.id) take(reportedPart, unmatched.get(reportedPart.id));
  for (const { of, isOnce = false } of part.keys) {
    const byKey = new Map([...unmatched.values()].map((row) => [of(row), row]));
    const several = isOnce ? new Set([...repeatedKeys(rows.map(of)), ...repeatedKeys(storedRows.map(of))]) : new Set();
    for (const reportedPart of rows) {
      const key = matchOfRow.has(reportedPart) || several.has(of(reportedPart)) ? null : of(reportedPart);
      const row = key === null ? undefined : byKey.get(key);
      if (row && unmatched.has(row.id as string)) take(reportedPart, row);
    }
  }
  const matches = rows.map((reportedPart) => {
    const before = matchOfRow.get(reportedPart);
    return {
      id: (before?.id as string | undefined) ?? reportedPart.id ?? randomUUID(),
      reportedRow: reportedPart,
      storedRow: before,
    };
  });
  return { matches, goneIds: [...unmatched.keys()] };
}

/** Returns the ids of those stored rows that are matched by a row of the request. */
export const storedIds = (matches: readonly MatchedChild[]): string[] =>
  matches.flatMap(({ id, storedRow }) => (storedRow ? [id] : []));

/** Returns the values of a row that callers can change; undefined values are omitted. */
const pickFields = ({ fields }: Part, row: Row): Row =>
  Object.fromEntries(fields.map((name) => [name, row[name]]).filter(([, value]) => value !== undefined)) as Row;

const printRow = (row: Row): string =>
  JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

interface Differences {
  readonly changedRows: Row[];
  readonly addedRows: Row[];
}

function addDifference(
  { changedRows, addedRows }: Differences,
  part: Part,
  { id, reportedRow, storedRow }: MatchedChild,
): void {
  if (!storedRow) return void addedRows.push({ ...pickFields(part, reportedRow), id });
  const before = pickFields(part, storedRow);
  const after: Row = { ...before, ...pickFields(part, reportedRow) };
  // A new MAC address without a reported source clears the source, because the stored source belongs to the former MAC
  // address.
  if (after.macAddress !== before.macAddress && reportedRow.macAddressSource === undefined)
    after.macAddressSource = null;
  // With a new port number, the certificate and SSH host keys are cleared, because they were read at the former number.
  if (after.number !== before.number)
    Object.assign(
      after,
      reportedRow.certificateFingerprint === undefined && noCertificate,
      reportedRow.sshHostKeys === undefined && noSshHostKeys,
    );
  if (printRow(before) !== printRow(after)) changedRows.push({ ...after, id });
}

/** Returns the rows to write: changed rows with all of their values, and new rows with their requested values. */
export function differences(part: Part, matches: readonly MatchedChild[]): Differences {
  const differences: Differences = { changedRows: [], addedRows: [] };
  for (const one of matches) addDifference(differences, part, one);
  return differences;
}

/**
 * Resolves with the rows to write, like `differences`, but yields to the event loop while it works through long lists.
 */
export async function differencesInTurns(part: Part, matches: readonly MatchedChild[]): Promise<Differences> {
  const differences: Differences = { changedRows: [], addedRows: [] };
  await mapInTurns(matches, (one) => addDifference(differences, part, one));
  return differences;
}

export const isEmpty = (value: unknown): boolean => value == null || value === '';

/** The position after the last of a host's addresses or services, at most 2^31 - 1. */
export const positionAfterLast = (rows: readonly { readonly position: number }[]): number =>
  Math.min(rows.reduce((last, { position }) => Math.max(last, position), -1) + 1, highestInt32);

/**
 * Returns a reported address, merged with its stored row. A new address gets a position after all stored addresses. A
 * stored MAC address is replaced only if `replacesMac` is true.
 */
export function completedAddress(
  { id, reportedRow, storedRow }: MatchedChild,
  firstPosition: number,
  { replacesMac }: { readonly replacesMac: boolean },
): MatchedChild {
  const position = Math.min(firstPosition + (reportedRow.position as number), highestInt32);
  if (!storedRow) return { id, storedRow, reportedRow: { ...reportedRow, position } };
  const macAddress = replacesMac
    ? (reportedRow.macAddress ?? storedRow.macAddress)
    : (storedRow.macAddress ?? reportedRow.macAddress);
  const mergedColumns = {
    name: isEmpty(storedRow.name) ? reportedRow.name : storedRow.name,
    macAddress,
    macAddressSource: macAddress === reportedRow.macAddress ? reportedRow.macAddressSource : undefined,
    position: storedRow.position,
  };
  return { id, storedRow, reportedRow: { ...reportedRow, ...mergedColumns } };
}

/**
 * Interface columns that a scan reads together from one table of the device. If the scan read the whole table, a column
 * without a value is cleared: it gets the value in this constant.
 */
const readGroups = {
  duplex: { duplex: null },
  aggregates: { aggregateId: null },
  stp: { stpState: null, isStpRootPort: false, stpBlockedVlans: [], stpBlockedInstances: [] },
  poe: { poeStatus: null, poeClass: null },
} as const;
type ReadGroup = keyof typeof readGroups;

/** Columns that are updated even if the device's interface table was read incompletely, if `Complete.states` is set. */
const stateColumns: readonly string[] = ['adminStatus', 'operStatus'];

interface Complete extends Partial<Readonly<Record<ReadGroup, boolean>>> {
  readonly table: boolean;
  /** Whether `stateColumns` are updated even if the interface table was read incompletely. */
  readonly states?: boolean;
  readonly fdb: boolean;
  readonly vlanMembership: boolean;
}

/**
 * Whether the source of the stored MAC address now reports a new MAC address, for example because a network card was
 * replaced. The old MAC address and its IP address may now belong to a different machine.
 */
const isCardChanged = (storedRow: Row, reportedRow: Row): boolean =>
  reportedRow.macAddress != null &&
  reportedRow.macAddress !== storedRow.macAddress &&
  reportedRow.macAddressSource != null &&
  reportedRow.macAddressSource === storedRow.macAddressSource;

/**
 * Returns the second name of a network card that two data sources know by different names. The name is stored as the
 * alias of the interface. Undefined if the interface has an alias already, or if the names are equal.
 */
function otherNameOf(storedRow: Row, reportedRow: Row, columns: Row): unknown {
  const card = cardOf(storedRow);
  if (card === null || cardOf(reportedRow) !== card) return undefined;
  if (!isEmpty(columns.ifAlias ?? storedRow.ifAlias)) return undefined;
  const name = columns.ifName ?? storedRow.ifName;
  return [storedRow.ifName, reportedRow.ifName].find((one) => !isEmpty(one) && one !== name);
}

/**
 * Returns a reported interface, merged with its stored row. Values replace stored values only if the table to which
 * they belong was read completely (or, with `states`, if they are states of the port). Otherwise they fill empty
 * columns.
 */
export function completedInterface({ id, reportedRow, storedRow }: MatchedChild, complete: Complete): MatchedChild {
  if (!storedRow) return { id, reportedRow, storedRow };
  const { fdbMacs, nativeVlanId, ...rest } = reportedRow;
  const reportedColumns: Row = Object.fromEntries(
    Object.entries(rest).filter(
      ([name, value]) =>
        value != null &&
        (complete.table || storedRow[name] == null || (complete.states === true && stateColumns.includes(name))),
    ),
  );
  const otherName = otherNameOf(storedRow, rest, reportedColumns);
  if (otherName !== undefined) reportedColumns.ifAlias = otherName;
  if (isCardChanged(storedRow, rest))
    for (const name of ['macAddress', 'macAddressSource', 'ipAddressId'])
      if (rest[name] != null) reportedColumns[name] = rest[name];
  const { macAddress = storedRow.macAddress } = reportedColumns;
  if (macAddress !== reportedRow.macAddress) delete reportedColumns.macAddressSource;
  // Daemons that could not read `ipConfigured` send false, so false does not replace a stored true.
  if (reportedRow.ipConfigured === true) reportedColumns.ipConfigured = true;
  const learnedMacs = (fdbMacs ?? []) as string[];
  if (complete.fdb || (storedRow.fdbMacs as string[]).length === 0) reportedColumns.fdbMacs = learnedMacs;
  if (complete.vlanMembership || storedRow.nativeVlanId === null) reportedColumns.nativeVlanId = nativeVlanId ?? null;
  for (const [group, absent] of Object.entries(readGroups))
    if (complete[group as ReadGroup])
      for (const [name, none] of Object.entries(absent)) reportedColumns[name] = reportedRow[name] ?? none;
  return { id, reportedRow: reportedColumns, storedRow };
}
