// Reads Netloom's own CSV exports of hosts, their parts, subnets and VLANs. The columns of a file determine which list
// it contains.
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { asWritten } from '../../../../platform/text/formula-cells';
import { isUuid } from '../../../../platform/text/validation';
import { vlanNumbers } from '../../../../platform/text/vlan-numbers';
import { desiredPortStates, portStateNames } from '../../../inventory/shared/port-states';
import { subnetTypes } from '../../../inventory/shared/subnet-types';
import { HostsByKey } from './hosts-by-key';
import {
  ImportFileError,
  type ImportedAddress,
  type ImportedEntry,
  type ImportedHost,
  type ImportedInterface,
} from './imported-entries';
import { isZeroMac, readInteger, readIp, lengths, readMac, readPrefix, quote, readText } from './values';
import { highestInt32 } from '../../../../platform/text/integers';

/** Maximum number of characters in a row. The longest cell is the MAC address table of an interface. */
const longestRow = 1024 * 1024;

/** Returns a cell by the name of its column; undefined if the cell is empty or the file does not have the column. */
type Cells = (column: string) => string | undefined;
interface Row {
  readonly line: number;
  readonly cell: Cells;
}

/**
 * An entry, or a description of an invalid value. Undefined for a row that describes a part of a host, such as an IP
 * address: the host becomes an entry after all rows are read.
 */
type RowResult = ImportedEntry | { wrong: string } | undefined;

interface List {
  /** Columns by which the list is recognized: no other list has all of them. */
  readonly columns: readonly string[];
  read(row: Row, hosts: HostsByKey): RowResult;
}

const lists: readonly List[] = [
  { columns: ['sys_object_id', 'hostname', 'name'], read: hostRow },
  { columns: ['host_id', 'ip_address', 'mac_address'], read: addressRow },
  { columns: ['host_id', 'number', 'protocol'], read: portRow },
  { columns: ['host_id', 'service_definition', 'name'], read: serviceRow },
  { columns: ['host_id', 'if_index', 'if_name'], read: interfaceRow },
  { columns: ['cidr', 'name', 'subnet_type'], read: subnetRow },
  { columns: ['vlan_number', 'name'], read: vlanRow },
];
const listWith = (columns: ReadonlySet<string>): List | undefined =>
  lists.find((list) => list.columns.every((column) => columns.has(column)));

/** Whether a line is the header of a list that Netloom exports. */
export const isNetloomHeader = (line: string): boolean =>
  listWith(new Set(line.split(delimiterOf(line)).map((name) => name.trim().replace(/^"(.*)"$/, '$1')))) !== undefined;

/** Returns the delimiter of a file. In some languages, spreadsheets write semicolons instead of commas. */
const delimiterOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1);
  return header.includes(';') && !header.includes(',') ? ';' : ',';
};

export async function* netloomCsv(text: AsyncIterable<string>): AsyncGenerator<ImportedEntry> {
  const hosts = new HostsByKey();
  let columns: Map<string, number> | undefined;
  let list: List | undefined;
  for await (const { line, cells } of rowsOf(text)) {
    if (!columns) {
      columns = new Map(cells.map((name, at) => [name.trim(), at]));
      list = listWith(new Set(columns.keys()));
      if (!list) throw new ImportFileError('malformed', line, 'the columns are those of no list of a network');
      continue;
    }
    const cell: Cells = (column) => {
      const cellText = cells[columns!.get(column) ?? -1];
      return cellText === undefined || cellText === '' ? undefined : asWritten(cellText);
    };
    const entry = list!.read({ line, cell }, hosts);
    if (entry && 'wrong' in entry) yield { kind: 'Refused', line, code: 'invalid_value', text: quote(entry.wrong) };
    else if (entry) yield entry;
  }
  yield* hosts.entries();
}

async function* rowsOf(text: AsyncIterable<string>): AsyncGenerator<{ line: number; cells: string[] }> {
  // The first piece is read before the parser is created, because its header determines the delimiter.
  const pieces = text[Symbol.asyncIterator]();
  const first = await pieces.next();
  const whole = async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  const parser = parse({
    delimiter: delimiterOf(first.done ? '' : first.value),
    max_record_size: longestRow,
    skip_empty_lines: true,
    info: true,
  });
  // The callback ignores errors of reading the text: the loop over `source` throws them.
  const source = pipeline(Readable.from(whole()), parser, () => undefined);
  // The parser counts CR LF within a cell as two line breaks. `excess` is the number of line breaks that the parser has
  // counted too many.
  let excess = 0;
  let last = 0;
  try {
    for await (const { record, info } of source as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const multilineCell = record.filter((cell) => /[\r\n]/.test(cell)).join('');
      excess += countOf(multilineCell, '\r');
      last = info.lines - excess;
      yield { line: last - countOf(multilineCell, '\n'), cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const code = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'truncated' : 'malformed';
    const line = typeof error['lines'] === 'number' ? Math.max(error['lines'] - excess, 1) : last + 1;
    throw new ImportFileError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'too_long' : code, line);
  }
}

const countOf = (text: string, char: string): number => text.split(char).length - 1;

/** Text fields of a host, each with its column and maximum length. */
const hostTexts = {
  name: ['name', lengths.name],
  hostname: ['hostname', lengths.short],
  description: ['description', lengths.description],
  sysName: ['sys_name', lengths.short],
  sysDescr: ['sys_descr', lengths.long],
  sysObjectId: ['sys_object_id', lengths.short],
  sysLocation: ['sys_location', lengths.long],
  sysContact: ['sys_contact', lengths.long],
  managementUrl: ['management_url', lengths.long],
  chassisId: ['chassis_id', lengths.short],
  manufacturer: ['manufacturer', lengths.short],
  model: ['model', lengths.short],
  serialNumber: ['serial_number', lengths.short],
  firmwareRevision: ['firmware_revision', lengths.short],
  softwareRevision: ['software_revision', lengths.short],
  os: ['os', lengths.short],
} as const satisfies Partial<Record<keyof ImportedHost, readonly [string, number]>>;

function hostRow({ line, cell }: Row): RowResult {
  const texts = Object.entries(hostTexts).flatMap(([member, [column, most]]) => {
    const text = readText(cell(column), most);
    return text === undefined ? [] : [[member, text] as const];
  });
  const id = cell('id');
  if (id !== undefined && !isUuid(id)) return { wrong: `id ${id}` };
  if (texts.length === 0 && id === undefined) return { wrong: 'a host without a name' };
  const host: ImportedHost = {
    ...(id !== undefined && { id: id.toLowerCase() }),
    ...Object.fromEntries(texts),
    ...{ addresses: [], ports: [], services: [], interfaces: [] },
  };
  return { kind: 'Host', line, host };
}

/**
 * Returns the id in the column `host_id`, and adds the host to `hosts` if it is not there yet. Undefined if the column
 * has no valid id.
 */
function keyOf({ line, cell }: Row, hosts: HostsByKey): string | undefined {
  const id = cell('host_id');
  if (!isUuid(id)) return undefined;
  hosts.at(id.toLowerCase(), line).id = id.toLowerCase();
  return id.toLowerCase();
}
const withoutHost: RowResult = { wrong: 'a row without the id of its host' };

function addressRow(row: Row, hosts: HostsByKey): RowResult {
  const { line, cell } = row;
  const ip = readIp(cell('ip_address'));
  const mac = readMac(cell('mac_address'));
  if (ip === undefined) return { wrong: `address ${cell('ip_address') ?? ''}` };
  // A MAC address of all zeros stands for none.
  if (mac === undefined && cell('mac_address') !== undefined && !isZeroMac(cell('mac_address')))
    return { wrong: `MAC address ${cell('mac_address')}` };
  const key = keyOf(row, hosts);
  if (key === undefined) return withoutHost;
  const name = readText(cell('name'), lengths.name);
  const namespace = namespaceIn(row);
  const subnetId = cell('subnet_id');
  const address: ImportedAddress = {
    ip,
    ...(isUuid(subnetId) && { subnetId: subnetId.toLowerCase() }),
    ...(namespace !== undefined && { namespace }),
    ...(mac !== undefined && { mac }),
    ...(name !== undefined && { name }),
  };
  hosts.add(key, line, 'addresses', address);
  return undefined;
}

function portRow(row: Row, hosts: HostsByKey): RowResult {
  const number = readInteger(row.cell('number'), 1, 65535);
  const protocol = row.cell('protocol');
  if (number === undefined || (protocol !== 'Tcp' && protocol !== 'Udp'))
    return { wrong: `port ${row.cell('number') ?? ''} ${protocol ?? ''}` };
  const key = keyOf(row, hosts);
  if (key === undefined) return withoutHost;
  hosts.add(key, row.line, 'ports', { number, protocol, isWithoutService: true });
  return undefined;
}

function serviceRow(row: Row, hosts: HostsByKey): RowResult {
  const name = readText(row.cell('name'), lengths.name) ?? '';
  const definition = readText(row.cell('service_definition'), lengths.short);
  if (definition === undefined) return { wrong: `service ${name}` };
  const key = keyOf(row, hosts);
  if (key === undefined) return withoutHost;
  const id = row.cell('id');
  hosts.add(key, row.line, 'services', {
    ...(isUuid(id) && { id: id.toLowerCase() }),
    ...{ name, definition, confidence: 'Medium', reason: 'a list of services' },
  });
  return undefined;
}

function interfaceRow(row: Row, hosts: HostsByKey): RowResult {
  const { line, cell } = row;
  const wrong: string[] = [];
  /** Parses a cell. If the cell is not empty and does not have the column's format, the row is invalid. */
  const readCell = <T>(column: string, read: (text: string) => T | undefined): T | undefined => {
    const text = cell(column);
    const value = text === undefined ? undefined : read(text);
    if (text !== undefined && value === undefined) wrong.push(`${column} ${text}`);
    return value;
  };
  const oneOf =
    <T extends string>(values: readonly T[]) =>
    (text: string) =>
      values.find((value) => value === text);
  const read = {
    ifIndex: readCell('if_index', (text) => readInteger(text, 0, highestInt32)),
    ifDescr: readText(cell('if_descr'), lengths.short),
    ifName: readText(cell('if_name'), lengths.short),
    ifAlias: readText(cell('if_alias'), lengths.short),
    ifType: readCell('if_type', (text) => readInteger(text, 0, highestInt32)),
    speedBps: readCell('speed_bps', (text) => readInteger(text, 0, Number.MAX_SAFE_INTEGER)),
    adminStatus: readCell('admin_status', oneOf(desiredPortStates)),
    operStatus: readCell('oper_status', oneOf(portStateNames)),
    mac: isZeroMac(cell('mac_address')) ? undefined : readCell('mac_address', readMac),
  };
  if (wrong.length > 0) return { wrong: wrong.join(', ') };
  if (read.ifIndex === undefined && read.ifName === undefined) return { wrong: 'an interface without index and name' };
  const key = keyOf(row, hosts);
  if (key === undefined) return withoutHost;
  const knownFields = Object.entries(read).filter(([, value]) => value !== undefined);
  hosts.add(key, line, 'interfaces', { ...Object.fromEntries(knownFields), neighbors: [] } as ImportedInterface);
  return undefined;
}

const namespaceIn = ({ cell }: Row): string | undefined => readText(cell('namespace'), lengths.name)?.normalize();

const subnetTypeNames = Object.keys(subnetTypes) as (keyof typeof subnetTypes)[];

function subnetRow(row: Row): RowResult {
  const { line, cell } = row;
  const cidr = readPrefix(cell('cidr'));
  if (cidr === undefined) return { wrong: `cidr ${cell('cidr') ?? ''}` };
  const name = readText(cell('name'), lengths.name);
  const namespace = namespaceIn(row);
  const description = readText(cell('description'), lengths.description);
  const subnetTypeText = cell('subnet_type');
  const subnetType = subnetTypeNames.find((one) => one === subnetTypeText);
  if (subnetTypeText !== undefined && subnetType === undefined) return { wrong: `subnet_type ${subnetTypeText}` };
  return {
    ...{ kind: 'Subnet', line, cidr },
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(subnetType !== undefined && { subnetType }),
  };
}

function vlanRow({ line, cell }: Row): RowResult {
  const number = readInteger(cell('vlan_number'), vlanNumbers.min, vlanNumbers.max);
  const name = readText(cell('name'), lengths.name);
  if (number === undefined || name === undefined)
    return { wrong: `VLAN ${cell('vlan_number') ?? ''} ${cell('name') ?? ''}` };
  const description = readText(cell('description'), lengths.vlanDescription);
  return { kind: 'Vlan', line, number, name, ...(description !== undefined && { description }) };
}
