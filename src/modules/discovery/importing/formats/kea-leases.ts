// Reads Kea's lease file (memfile, CSV with a header) for DHCPv4 and DHCPv6. Kea appends rows, so the last row of an
// address is valid.
import { splitLines } from './decode';
import { ImportFileError, type ImportedEntry, type ReadOptions } from './imported-entries';
import { cutOffEntry, readHostname, LastLeases, never, wrong, type Lease } from './leases';
import { readInteger, readIp, readMac } from './values';

const longestLine = 64 * 1024;
/** Lifetime in seconds that means a lease without end: 2^32 − 1. */
const infinite = 0xffff_ffff;
const prefixDelegation = '2';
const requiredColumns = ['address', 'valid_lifetime', 'expire', 'hostname'] as const;

export async function* keaLeases(
  text: AsyncIterable<string>,
  { now = new Date() }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const leases = new LastLeases();
  let columns: Map<string, number> | undefined;
  for await (const { number, text: line, isEnded } of splitLines(text, longestLine)) {
    if (line === '') continue;
    const cells = line.split(',');
    if (!columns) {
      columns = new Map(cells.map((name, at) => [name, at]));
      const missing = requiredColumns.find((name) => !columns!.has(name));
      if (missing !== undefined) throw new ImportFileError('malformed', number, `the column ${missing} is missing`);
      continue;
    }
    // A row may have fewer cells than the header: newer versions of Kea add columns at the end of a file with older
    // rows.
    const cell = (name: string): string | undefined => cells[columns!.get(name) ?? -1];
    // Kea before 1.0 has no column for the state. All of its rows are active leases.
    const lease = leaseOf(number, cell, columns.has('state') ? cell('state') : '0');
    if (lease === 'prefix')
      yield { kind: 'Refused', line: number, code: 'no_host_address', text: `${cells[0]}, a prefix` };
    else if (lease) leases.add(lease);
    else yield isEnded ? wrong(number, line) : cutOffEntry(number, leases.size);
  }
  yield* leases.entries(now);
}

const states: Readonly<Record<string, Lease['state']>> = {
  0: 'active',
  1: 'abandoned',
  2: 'ended',
  3: 'ended',
  // State 4 (registered): the client configured the address itself (DHCPv6 SLAAC) and registered it. The client uses
  // it.
  4: 'active',
};

function leaseOf(
  line: number,
  cell: (name: string) => string | undefined,
  stateNumber: string | undefined,
): Lease | 'prefix' | undefined {
  const ip = readIp(cell('address'));
  const ends = readInteger(cell('expire'), 0, Number.MAX_SAFE_INTEGER);
  const lasts = readInteger(cell('valid_lifetime'), 0, infinite);
  const state = states[stateNumber ?? ''];
  if (ip === undefined || ends === undefined || lasts === undefined || state === undefined) return undefined;
  if (cell('lease_type') === prefixDelegation) return 'prefix';
  const hwaddr = cell('hwaddr') ?? '';
  const mac = readMac(hwaddr);
  return {
    line,
    ip,
    mac,
    // Kea writes commas within a cell as `&#x2c`.
    hostname: readHostname(cell('hostname')?.replaceAll('&#x2c', ',')),
    ends: lasts === infinite ? never : ends,
    // A row with lifetime 0 means that the lease has ended.
    state: lasts === 0 ? 'ended' : state,
  };
}
