// A host that an import file describes: merging the same entry a second time changes nothing, whatever the host had
// before.
import fc from 'fast-check';
import { listLimits } from '../../../../../src/data/tenancy/list-limits';
import type { ImportedHost } from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import { HostDraft, type StoredHost } from '../../../../../src/modules/discovery/importing/plan/host-draft';

const numbers = [22, 80, 443, 8080];
const definitions = ['SSH', 'nginx', 'Apache', 'tcpwrapped', 'Unclaimed Open Ports', 'PostgreSQL'];
const host = { id: 'host', name: 'h', sourceType: 'Discovery', createdAt: new Date(0) };

const storedHosts: fc.Arbitrary<StoredHost> = fc
  .record({
    open: fc.subarray(numbers),
    software: fc.uniqueArray(fc.constantFrom(...definitions), { maxLength: 4 }),
    bound: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 5 }),
    sourceType: fc.constantFrom('Manual', 'Discovery', 'Imported', 'Inferred'),
  })
  .map(({ open, software, bound, sourceType }) => {
    const bindings = new Map(
      bound
        .filter(([port, service]) => port < open.length && service < software.length)
        .map(([port, service]) => [open[port], `service ${service}`]),
    );
    return {
      host: { ...host, sourceType },
      ports: open.map((number) => ({ id: `port ${number}`, hostId: 'host', number, protocol: 'Tcp' })),
      services: software.map((name, at) => ({ id: `service ${at}`, name, serviceDefinition: name, position: at })),
      bindings: [...bindings].map(([number, serviceId]) => ({
        ...{ id: `binding ${number}`, serviceId, portId: `port ${number}`, ipAddressId: null },
      })),
      ...{ addresses: [], interfaces: [], evidence: [], documentedLinks: [], taggedVlans: [] },
    } as unknown as StoredHost;
  });

const port = fc.constantFrom(...numbers).map((number) => ({ number, protocol: 'Tcp' }));
const serviceOnPort = fc.record(
  {
    name: fc.constantFrom('ssh', 'http', 'https'),
    product: fc.constantFrom('OpenSSH', 'nginx', 'Apache httpd'),
    port,
  },
  { requiredKeys: ['name', 'port'] },
);
// Netloom's lists of services have ids and software, but no ports.
const listedService = fc.record(
  {
    name: fc.constantFrom('web', 'nginx'),
    definition: fc.constantFrom(...definitions, 'my app'),
    id: fc.constantFrom('service 0', 'service 1', 'service of another network'),
  },
  { requiredKeys: ['name', 'definition'] },
);
const entry = fc
  .record({
    ports: fc.array(port, { maxLength: 3 }),
    services: fc.array(fc.oneof(serviceOnPort, listedService), { maxLength: 5 }),
  })
  .map((parts) => ({ name: 'h', addresses: [], interfaces: [], ...parts }) as unknown as ImportedHost);

const vlans = { idOf: () => 'vlan', numberOf: () => 1 };

/** The stored host after the draft is written. */
function writeHost(before: StoredHost, draft: HostDraft): StoredHost {
  const { host: of, ports, services, bindings, goneBindings } = draft.writes();
  return {
    ...before,
    host: of.row,
    ports: [...before.ports, ...ports.added],
    services: [...before.services, ...services],
    bindings: [...before.bindings.filter(({ id }) => !goneBindings.includes(id)), ...bindings],
  } as unknown as StoredHost;
}

test('for any host and entry, planning a second time changes nothing', () => {
  fc.assert(
    fc.property(storedHosts, entry, (before, givenHost) => {
      const first = new HostDraft(before, 'file');
      first.merge(givenHost, [], vlans);
      const second = new HostDraft(writeHost(before, first), 'file');
      expect(second.merge(givenHost, [], vlans).fields).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('for any host and entry, every port of the entry is bound to one service', () => {
  fc.assert(
    fc.property(storedHosts, entry, (before, givenHost) => {
      const draft = new HostDraft(before, 'file');
      draft.merge(givenHost, [], vlans);
      const { ports, bindings, services } = writeHost(before, draft);
      const expectedNumbers = new Set(
        [...givenHost.ports, ...givenHost.services.flatMap((one) => one.port ?? [])].map(({ number }) => number),
      );
      for (const { id, number } of ports)
        if (expectedNumbers.has(number)) {
          const [one, ...more] = bindings.filter(({ portId }) => portId === id);
          expect([services.some((service) => service.id === one?.serviceId), more]).toEqual([true, []]);
        }
    }),
  );
});

test('for any entry, no written position of a host is above the highest that the database stores', () => {
  const highest = 2 ** 31 - 1;
  const addresses = [{ id: 'address', hostId: 'host', ipAddress: '10.0.0.1', position: highest }];
  fc.assert(
    fc.property(storedHosts, entry, fc.nat(3), (before, givenHost, below) => {
      const services = before.services.map((one) => ({ ...one, position: highest - below }));
      const draft = new HostDraft({ ...before, addresses, services } as unknown as StoredHost, 'file');
      const placed = ['10.0.0.2', '10.0.0.3'].map((ipAddress) => ({
        ...{ ipAddress, subnetId: 'subnet', subnetCidr: '10.0.0.0/24' },
      }));
      draft.merge(givenHost, placed, vlans);
      const { ipAddresses, services: writtenServices } = draft.writes();
      expect(ipAddresses.added).toHaveLength(2);
      for (const { position } of [...ipAddresses.added, ...writtenServices] as { position: number }[])
        expect(position).toBeLessThanOrEqual(highest);
    }),
  );
});

test("services of a file are compared with services on the same ports, not with the host's other bindings", () => {
  const count = 500;
  let looks = 0;
  const bindings = Array.from({ length: count }, (_, at) => ({
    ...{ id: `binding ${at}`, serviceId: `service ${at}`, ipAddressId: null },
    get portId() {
      looks += 1;
      return `port ${at}`;
    },
  }));
  const many = {
    host: { ...host, sourceType: 'Manual' },
    ports: bindings.map((_one, at) => ({ id: `port ${at}`, hostId: 'host', number: at + 1, protocol: 'Tcp' })),
    services: bindings.map((_one, at) => ({
      id: `service ${at}`,
      name: `s ${at}`,
      serviceDefinition: `d ${at}`,
      position: at,
    })),
    ...{ bindings, addresses: [], interfaces: [], evidence: [], documentedLinks: [], taggedVlans: [] },
  } as unknown as StoredHost;
  const services = bindings.map((_one, at) => ({ name: `other ${at}`, port: { number: at + 1, protocol: 'Tcp' } }));
  const givenHost = { addresses: [], interfaces: [], ports: [], services } as unknown as ImportedHost;
  const draft = new HostDraft(many, 'file');
  const { fields, differences } = draft.merge(givenHost, [], { idOf: () => '', numberOf: () => undefined }, 1);
  expect(fields).toEqual([]);
  expect(differences[7]).toMatchObject({ field: 'services', part: '8/Tcp', kept: 'value_kept' });
  expect(JSON.stringify(differences[7])).toContain('s 7');
  expect(looks).toBeLessThan(20 * count);
});

describe('the value of a field after merging', () => {
  // For each field of the stored rows: a stored value, the field of the file with another value, and the value that
  // this is in the database, if it differs.
  type Fields = Readonly<Record<string, readonly [stored: unknown, field: string, imported: unknown, after?: unknown]>>;
  const texts = (...names: string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, [`stored ${name}`, name, `imported ${name}`]] as const));
  const hostValues = texts(
    ...['name', 'hostname', 'description', 'sysDescr', 'sysObjectId', 'sysLocation', 'sysContact', 'sysName'],
    ...['managementUrl', 'chassisId', 'manufacturer', 'model', 'serialNumber', 'firmwareRevision', 'softwareRevision'],
    'os',
  );
  const addressValues: Fields = {
    ...texts('name'),
    macAddress: ['00:1b:21:00:00:01', 'macAddress', '00:1b:21:00:00:02'],
  };
  const interfaceValues: Fields = {
    ...texts('ifDescr', 'ifAlias'),
    ifIndex: [1, 'ifIndex', 2],
    ifType: [6, 'ifType', 161],
    speedBps: [100n, 'speedBps', 200, 200n],
    adminStatus: ['Up', 'adminStatus', 'Down'],
    operStatus: ['Up', 'operStatus', 'Dormant'],
    macAddress: ['00:1b:21:00:00:01', 'mac', '00:1b:21:00:00:02'],
    ipAddressId: ['address 1', 'ip', '10.0.0.2', 'address 2'],
    nativeVlanId: ['vlan 1', 'nativeVlan', 2, 'vlan 2'],
    fdbMacs: [['00:1b:21:00:00:03'], 'fdbMacs', ['00:1b:21:00:00:04']],
  };
  const numberedVlans = { idOf: (number: number) => `vlan ${number}`, numberOf: (id: string) => Number(id.slice(5)) };
  const storedRow = (values: Fields, isFilled: boolean) =>
    Object.fromEntries(
      Object.entries(values).map(
        ([name, [stored]]) => [name, isFilled ? stored : name === 'fdbMacs' ? [] : null] as const,
      ),
    );
  const importedRow = (values: Fields) =>
    Object.fromEntries(Object.values(values).map(([, field, imported]) => [field, imported] as const));
  const rowAfter = (values: Fields, row: Readonly<Record<string, unknown>> | undefined) =>
    Object.fromEntries(Object.keys(values).map((name) => [name, row?.[name]] as const));
  const expectedRow = (values: Fields, isOfFile: boolean) =>
    Object.fromEntries(
      Object.entries(values).map(
        ([name, [stored, , imported, after = imported]]) => [name, isOfFile ? after : stored] as const,
      ),
    );

  const sources = ['Manual', 'System', 'Discovery', 'DiscoveryWithMatch', 'Imported', 'Inferred', 'Unknown'] as const;
  test.each(sources.flatMap((source) => [[source, 'filled'] as const, [source, 'empty'] as const]))(
    'of a host with the source %s whose fields are %s is that of the file if it is empty or no more reliable',
    (sourceType, filled) => {
      const isFilled = filled === 'filled';
      const place = { subnetId: 'subnet', subnetCidr: '10.0.0.0/24' };
      const addresses = [1, 2].map((last) => ({ id: `address ${last}`, ...place, ipAddress: `10.0.0.${last}` }));
      const stored = {
        host: { id: 'host', createdAt: new Date(0), ...storedRow(hostValues, isFilled), sourceType },
        addresses: addresses.map((one) => ({
          position: 0,
          ...one,
          ...storedRow(addressValues, isFilled && one === addresses[0]),
        })),
        interfaces: [{ id: 'interface', hostId: 'host', ifName: 'eth0', ...storedRow(interfaceValues, isFilled) }],
        ports: [{ id: 'port', hostId: 'host', number: 22, protocol: 'Tcp' }],
        ...{ services: [], bindings: [], evidence: [], documentedLinks: [], taggedVlans: [] },
      } as unknown as StoredHost;
      const givenHost = {
        ...importedRow(hostValues),
        ...{ addresses: [], services: [], ports: [{ number: 22, protocol: 'Tcp' }] },
        interfaces: [{ ifName: 'eth0', neighbors: [], ...importedRow(interfaceValues) }],
      } as unknown as ImportedHost;
      const draft = new HostDraft(stored, 'file');
      const givenAddress = { ...place, ipAddress: '10.0.0.1', ...importedRow(addressValues) };
      draft.merge(givenHost, [givenAddress as never], numberedVlans);
      const { host: written, ipAddresses, interfaces, ports } = draft.writes();
      const isOfFile = !isFilled || ['Imported', 'Inferred', 'Unknown'].includes(sourceType);
      const pick = (before: readonly object[], changed: readonly object[]) =>
        ({ ...before[0], ...changed[0] }) as Readonly<Record<string, unknown>>;
      expect(rowAfter(hostValues, written.row)).toEqual(expectedRow(hostValues, isOfFile));
      const address = rowAfter(addressValues, pick(stored.addresses, ipAddresses.changed));
      expect(address).toEqual(expectedRow(addressValues, isOfFile));
      const port = rowAfter(interfaceValues, pick(stored.interfaces, interfaces.changed));
      expect(port).toEqual(expectedRow(interfaceValues, isOfFile));
      expect([ipAddresses.added, interfaces.added, ports]).toEqual([[], [], { added: [], changed: [] }]);
    },
  );
});

afterEach(() => jest.restoreAllMocks());

test.each(['ipAddresses', 'ports', 'interfaces', 'services'] as const)(
  'a host has room for another one while both together have at most the limit of %s',
  (list) => {
    const stored = (id: string) =>
      ({
        host: { ...host, id },
        ...{ addresses: [], ports: [], interfaces: [], services: [] },
        ...{ bindings: [], evidence: [], documentedLinks: [], taggedVlans: [] },
        [list === 'ipAddresses' ? 'addresses' : list]: [1, 2].map((number) => ({
          ...{
            id: `${id} ${number}`,
            hostId: id,
            number,
            protocol: 'Tcp',
            ifIndex: number,
            ipAddress: `10.0.0.${number}`,
          },
          ...{ name: 's', serviceDefinition: `definition ${number}`, position: number },
        })),
      }) as unknown as StoredHost;
    const [one, other] = [new HostDraft(stored('one'), 'file'), new HostDraft(stored('other'), 'file')];
    const lowered = jest.replaceProperty(listLimits, list, 4 as never);
    expect(one.hasRoomFor(other)).toBe(true);
    lowered.replaceValue(3 as never);
    expect(one.hasRoomFor(other)).toBe(false);
  },
);
