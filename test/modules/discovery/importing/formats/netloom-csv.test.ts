// Netloom's own exports are imported again: reading an exported list gives the values that were written, including
// formulas and line breaks.
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { csvHeader, csvLines } from '../../../../../src/platform/http/csv';
import { asWritten, harmless } from '../../../../../src/platform/text/formula-cells';
import { isNetloomHeader } from '../../../../../src/modules/discovery/importing/formats/netloom-csv';
import { readEntries, host, pickHosts, pickRefusals } from './reading';

const paths = {
  hosts: 'hosts',
  addresses: 'ip-addresses',
  ports: 'ports',
  services: 'services',
  interfaces: 'interfaces',
  subnets: 'subnets',
  vlans: 'vlans',
} as const;
type List = keyof typeof paths;

/** The columns that the contract describes for a list's download. */
function columnsOf(list: string): string[][] {
  const { description } = contract.paths[`/api/v1/${list}/export/csv`]!.get.responses['200'];
  return [...description.matchAll(/`([\w.]+)`/g)].map(([, column]) => column!.split('.'));
}
const contract = JSON.parse(readFileSync(path.join(__dirname, '../../../../../schema/openapi.json'), 'utf8')) as {
  paths: Record<string, { get: { responses: Record<'200', { description: string }> } }>;
  components: { schemas: Record<string, { enum?: string[]; properties?: Record<string, Property> }> };
};
/** A member of a request body in the contract. */
interface Property {
  type?: string | string[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  $ref?: string;
  anyOf?: Property[];
}

/** The CSV text that a download writes. */
function exportCsv(list: List, rows: readonly Record<string, unknown>[]): string {
  const columns = columnsOf(paths[list]);
  return csvHeader(columns) + csvLines(columns, rows);
}

const id = '0c6f8ac0-1111-4111-8111-111111111111';
const other = '0c6f8ac0-1111-4111-8111-222222222222';

describe('cells with a leading apostrophe against formulas', () => {
  it('are read without the apostrophe', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+@\t\r\n＝-].{0,5}$/)), (text) => {
        expect(asWritten(harmless(text))).toBe(text);
      }),
    );
  });
});

// Texts without anything that the import would change: control characters, surrounding blanks, excessive length.
const text = (most: number) =>
  fc
    .oneof(
      fc.string({ minLength: 1, maxLength: most, unit: 'grapheme' }),
      fc.stringMatching(/^'{0,3}[=+@＝-][\w ,;"\n']{0,20}$/),
      fc.constantFrom('a,b', 'a;b', '"', 'two\nlines', "'", '-1', '+12.5', 'true'),
    )
    .map((value) => [...value.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\r]/g, '').trim()].slice(0, most).join('').trim())
    .filter((value) => value !== '');

describe('exports of Netloom', () => {
  it('are recognized by their columns', () => {
    const knownTexts = Object.entries(contract.paths).flatMap(([route, { get }]) => {
      // A path with `x-other-name-of` is an alias of a documented path and has the same columns, so aliases are left
      // out.
      if (get && 'x-other-name-of' in get) return [];
      const list = /^\/api\/v1\/([\w-]+)\/export\/csv$/.exec(route)?.[1];
      return list !== undefined && isNetloomHeader(csvHeader(columnsOf(list)).trimEnd()) ? list : [];
    });
    expect(knownTexts.sort()).toEqual(Object.values(paths).sort());
  });

  it('of hosts can be imported', async () => {
    const texts = {
      name: text(100),
      hostname: text(255),
      description: text(500),
      sysDescr: text(255),
      sysObjectId: text(255),
      sysLocation: text(255),
      sysContact: text(255),
      managementUrl: text(255),
      chassisId: text(255),
      sysName: text(255),
      manufacturer: text(255),
      model: text(255),
      serialNumber: text(255),
      firmwareRevision: text(255),
      softwareRevision: text(255),
      os: text(255),
    };
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.uuid(), ...texts }, { requiredKeys: ['id'] }), { minLength: 1, maxLength: 5 }),
        async (hosts) => {
          const rows = hosts.map((one) =>
            Object.fromEntries(Object.entries(one).map(([member, value]) => [snake(member), value])),
          );
          const entries = await readEntries(exportCsv('hosts', rows));
          expect(pickRefusals(entries)).toEqual([]);
          expect(pickHosts(entries)).toEqual(hosts.map((one) => host(one)));
        },
      ),
    );
  });

  it('of subnets and VLANs can be imported', async () => {
    await fc.assert(
      fc.asyncProperty(text(100), text(500), fc.integer({ min: 1, max: 4094 }), async (name, description, number) => {
        const subnet = { name, description, cidr: '10.0.0.0/24', subnet_type: 'Dmz' };
        expect(await readEntries(exportCsv('subnets', [subnet, { ...subnet, cidr: 'fd00::/64' }]))).toMatchObject([
          { kind: 'Subnet', cidr: '10.0.0.0/24', name, description, subnetType: 'Dmz' },
          { kind: 'Subnet', cidr: 'fd00::/64' },
        ]);
        expect(await readEntries(exportCsv('vlans', [{ name, description, vlan_number: number }]))).toEqual([
          { kind: 'Vlan', line: 2, name, description, number },
        ]);
      }),
    );
  });

  it('of parts of hosts are assigned to their hosts by id', async () => {
    const addresses = [
      { host_id: id, ip_address: '10.0.0.1', mac_address: '00:11:22:33:44:55', name: 'uplink' },
      { host_id: other, ip_address: '10.0.0.2' },
      { host_id: id, ip_address: 'fd00::1' },
    ];
    expect(pickHosts(await readEntries(exportCsv('addresses', addresses)))).toEqual([
      host({ id, addresses: [{ ip: '10.0.0.1', mac: '00:11:22:33:44:55', name: 'uplink' }, { ip: 'fd00::1' }] }),
      host({ id: other, addresses: [{ ip: '10.0.0.2' }] }),
    ]);
    const ports = [{ host_id: id, number: 53, protocol: 'Udp', type: 'Dns' }];
    expect(pickHosts(await readEntries(exportCsv('ports', ports)))).toEqual([
      host({ id, ports: [{ number: 53, protocol: 'Udp', isWithoutService: true }] }),
    ]);
    const services = [{ id: other, host_id: id, name: '=cmd', service_definition: 'BIND 9' }];
    expect(pickHosts(await readEntries(exportCsv('services', services)))).toMatchObject([
      { id, services: [{ id: other, name: '=cmd', definition: 'BIND 9' }] },
    ]);
    const interfaces = [
      {
        ...{ host_id: id, if_index: 3, if_descr: 'Ethernet 3', if_name: 'eth3', if_alias: '-uplink-', if_type: 6 },
        ...{ speed_bps: 1_000_000_000, admin_status: 'Up', oper_status: 'LowerLayerDown' },
        ...{ mac_address: '00:11:22:33:44:55', ip_configured: false, fdb_macs: ['00:11:22:33:44:66'] },
      },
    ];
    expect(pickHosts(await readEntries(exportCsv('interfaces', interfaces)))).toEqual([
      host({
        id,
        interfaces: [
          {
            ...{ ifIndex: 3, ifDescr: 'Ethernet 3', ifName: 'eth3', ifAlias: '-uplink-', ifType: 6 },
            ...{ speedBps: 1_000_000_000, adminStatus: 'Up', operStatus: 'LowerLayerDown' },
            ...{ mac: '00:11:22:33:44:55', neighbors: [] },
          },
        ],
      }),
    ]);
  });

  describe('can be imported with every value that the API accepts', () => {
    /** The least and the greatest values of a member, all values of an enumeration, and null if it is allowed. */
    function boundsOf({
      type = [],
      maxLength,
      minLength = 0,
      minimum,
      maximum,
      $ref,
      anyOf = [],
    }: Property): unknown[] {
      const types = [type].flat();
      const none = types.includes('null') ? [null] : [];
      const ref = [$ref, ...anyOf.map((one) => one.$ref)].find((one) => one !== undefined);
      if (ref !== undefined) return contract.components.schemas[ref.split('/').at(-1)!]!.enum ?? [];
      if (maxLength !== undefined) return ['x'.repeat(minLength), 'x'.repeat(maxLength), ...none];
      // Numbers in the entries of a file are exact up to 2^53 - 1.
      if (minimum !== undefined) return [minimum, Math.min(maximum ?? Infinity, Number.MAX_SAFE_INTEGER), ...none];
      return [];
    }
    const zeroMac = '00:00:00:00:00:00';
    const part = { host_id: id };
    // For each list: the body of its updates, a row with the required columns, and the member with the row's values.
    const cases: [List, string, Record<string, unknown>, 'addresses' | 'ports' | 'services' | 'interfaces' | null][] = [
      ['hosts', 'UpdateHostRequest', { id, name: 'x' }, null],
      ['addresses', 'UpdateIpAddressRequest', { ...part, ip_address: '10.0.0.1', mac_address: zeroMac }, 'addresses'],
      ['ports', 'UpdatePortRequest', { ...part, number: 1, protocol: 'Tcp' }, 'ports'],
      ['services', 'UpdateServiceRequest', { ...part, name: 'x', service_definition: 'y' }, 'services'],
      ['interfaces', 'UpdateInterfaceRequest', { ...part, if_index: 1, mac_address: zeroMac }, 'interfaces'],
      ['subnets', 'UpdateSubnetRequest', { name: 'x', cidr: '10.0.0.0/24', subnet_type: 'Lan' }, null],
      ['vlans', 'UpdateVlanRequest', { name: 'x', vlan_number: 1 }, null],
    ];
    const memberNames: Record<string, string> = { vlan_number: 'number', service_definition: 'definition' };
    /** Columns that the import leaves out. */
    const isLeftOut = (column: string) => ['position', 'role'].includes(column);

    it.each(cases)('%s (%s)', async (list, body, row, kind) => {
      const properties = contract.components.schemas[body]!.properties!;
      const exported = new Set(columnsOf(paths[list]).map((column) => column.join('.')));
      let checked = 0;
      for (const [column, property] of Object.entries(properties)) {
        if (!exported.has(column) || isLeftOut(column)) continue;
        for (const value of boundsOf(property)) {
          // The second row keeps the file readable if the first one is refused.
          const entries = await readEntries(exportCsv(list, [{ ...row, [column]: value }, row]));
          expect({ column, value, refusals: pickRefusals(entries) }).toEqual({ column, value, refusals: [] });
          const [entry] = entries as unknown as Record<string, unknown>[];
          const entryHost = (entry!.host ?? entry) as Record<string, unknown>;
          const read = kind ? (entryHost[kind] as Record<string, unknown>[])[0]! : entryHost;
          const member =
            memberNames[column] ?? column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
          expect({ column, value: read[member] ?? '' }).toEqual({ column, value: value ?? '' });
          expect(read.mac).toBeUndefined();
          checked += 1;
        }
      }
      expect(checked).toBeGreaterThan(0);
    });
  });

  it('may be saved by a spreadsheet: other line ends, semicolons, missing columns, byte order mark', async () => {
    const savedCsv = '\ufeffvlan_number;name;description\n10;servers;"a;b"\n\n20;guests;\n';
    expect(await readEntries(savedCsv)).toEqual([
      { kind: 'Vlan', line: 2, number: 10, name: 'servers', description: 'a;b' },
      { kind: 'Vlan', line: 4, number: 20, name: 'guests' },
    ]);
    const windows = 'vlan_number,name,description\r\n10,servers,"a\r\nb"\r\n\r\n20,guests,"c\nd"\r\n30,x,\r\n';
    expect(await readEntries(windows)).toEqual([
      { kind: 'Vlan', line: 2, number: 10, name: 'servers', description: 'a\r\nb' },
      { kind: 'Vlan', line: 5, number: 20, name: 'guests', description: 'c\nd' },
      { kind: 'Vlan', line: 7, number: 30, name: 'x' },
    ]);
  });

  it('report each invalid row, and other rows are read', async () => {
    const rows = (list: List, ...wrong: Record<string, unknown>[]) => exportCsv(list, wrong);
    const cases: [string, string[]][] = [
      [rows('vlans', { vlan_number: 0, name: 'x' }, { vlan_number: 5, name: 'y' }), ['2 invalid_value VLAN 0 x']],
      [
        rows('subnets', { cidr: '10.0.0.0' }, { cidr: '10.0.0.0/8', subnet_type: 'x' }, { cidr: '10.0.0.0/8' }),
        ['2 invalid_value cidr 10.0.0.0', '3 invalid_value subnet_type x'],
      ],
      [
        rows(
          'addresses',
          { host_id: id, ip_address: '10.0.0.300' },
          { host_id: 'x', ip_address: '10.0.0.3' },
          { host_id: id, ip_address: '10.0.0.3', mac_address: 'x' },
          { host_id: id, ip_address: '10.0.0.3' },
        ),
        [
          '2 invalid_value address 10.0.0.300',
          '3 invalid_value a row without the id of its host',
          '4 invalid_value MAC address x',
        ],
      ],
      [
        rows(
          'interfaces',
          { host_id: id, if_index: 2 ** 31, speed_bps: -1 },
          { host_id: id },
          { host_id: id, if_index: 1 },
        ),
        [`2 invalid_value if_index ${2 ** 31}, speed_bps -1`, '3 invalid_value an interface without index and name'],
      ],
    ];
    for (const [file, refusedEntries] of cases) {
      const entries = await readEntries(file);
      expect(pickRefusals(entries)).toEqual(refusedEntries);
      expect(entries).toHaveLength(refusedEntries.length + 1);
    }
  });

  it('lose the host bits of a prefix', async () => {
    const foundEntries = await readEntries(
      exportCsv('subnets', [{ cidr: '10.1.2.3/20' }, { cidr: '2001:DB8::ffff/33' }]),
    );
    expect(foundEntries).toMatchObject([{ cidr: '10.1.0.0/20' }, { cidr: '2001:db8::/33' }]);
  });
});

describe('a file that is no export', () => {
  it.each([
    ['has other columns', 'a,b\n1,2\n', 'malformed', 1],
    ['has a row of another length', 'vlan_number,name\n1,x\n2\n', 'malformed', 3],
    ['ends within a cell', 'vlan_number,name\n1,x\n2,"y\n', 'truncated', undefined],
    ['has an endless row', `vlan_number,name\n1,${'x'.repeat(2 ** 21)}`, 'too_long', undefined],
    ['has an endless header', 'x'.repeat(2 ** 21), 'too_long', undefined],
    ['has a quote where none may be', 'vlan_number,name\n1,x"y\n', 'malformed', 2],
  ])('because it %s is refused', async (_what, file, code, line) => {
    const refusal = readEntries(file, 'NetloomCsv');
    await expect(refusal).rejects.toMatchObject({ name: 'ImportFileError', code });
    if (line !== undefined) await expect(refusal).rejects.toMatchObject({ line });
  });
});
