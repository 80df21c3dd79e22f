// Properties that hold for any network: the order of rows does not matter, a second run changes nothing, and both
// linked ports show their link.
import fc from 'fast-check';
import type {
  EvidenceRow,
  Inventory,
  StoredLink,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import { resolveNeighbors, type Resolution } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, cdp, host, lldp, mac, network, port } from './network';

const resolve = (inventory: Inventory) => resolveNeighbors(inventory, (key) => `new ${key}`);

const hostIds = ['a', 'b', 'c', 'd'];
const portIds = hostIds.flatMap((id) => [`${id}/1`, `${id}/2`, `${id}/3`]);
// There are only few values, so that generated rows often have the same MAC address, name or IP address.
const macs = fc.constantFrom(...[1, 2, 3, 4, 5, 6].map(mac));
const names = fc.constantFrom('n1', 'n2', 'N3', 'n4');
const ips = fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3');
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const hosts = fc.tuple(
  ...hostIds.map((id) =>
    fc
      .record({ chassisId: orNull(fc.oneof(macs, names)), sysName: orNull(names), isInferred: fc.boolean() })
      .map((fields) => host(id, fields)),
  ),
);
const ports = fc.tuple(
  ...portIds.map((id) =>
    fc
      .record({
        ...{ ifName: orNull(names), ifDescr: orNull(names), ifAlias: orNull(names) },
        ...{ macAddress: orNull(macs), fdbMacs: fc.array(macs, { maxLength: 2 }) },
      })
      .map((fields) => port(id, fields)),
  ),
);
const addresses = fc.array(
  fc.tuple(fc.constantFrom(...hostIds), ips, orNull(macs)).map(([hostId, ip, one]) => ({
    ...address(hostId, ip, one),
    id: `${hostId} ${ip}`,
  })),
  { maxLength: 4 },
);
const observedAt = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
const reports = fc.array(
  fc.oneof(
    fc
      .record({
        chassisId: orNull(
          fc.record({
            subtype: fc.constantFrom(
              'MacAddress',
              'NetworkAddress',
              'InterfaceName',
              'LocallyAssigned',
              'PortComponent',
            ),
            value: fc.oneof(macs, names, ips),
          }),
        ),
        portId: orNull(
          fc.record({
            subtype: fc.constantFrom('MacAddress', 'InterfaceName', 'InterfaceAlias', 'LocallyAssigned'),
            value: fc.oneof(macs, names),
          }),
        ),
        ...{ portDescription: orNull(names), sysName: orNull(names), managementAddress: orNull(ips), observedAt },
      })
      .chain((fields) => fc.constantFrom(...portIds).map((id) => lldp(id, fields as Partial<EvidenceRow>))),
    fc
      .record({ deviceId: orNull(names), devicePort: orNull(names), managementAddress: orNull(ips), observedAt })
      .chain((fields) => fc.constantFrom(...portIds).map((id) => cdp(id, fields))),
  ),
  { maxLength: 10 },
);
const networks: fc.Arbitrary<Inventory> = fc.record({
  hosts,
  ports,
  addresses,
  evidence: reports,
  stored: fc.constant([]),
  decisions: fc.constant([]),
  staleBefore: observedAt,
});
const shuffle = <T>(rows: readonly T[]) => fc.shuffledSubarray([...rows], { minLength: rows.length });

const linksStored = ({ links }: Resolution): StoredLink[] =>
  links.map((link, at) => ({ ...link, id: `link ${at}`, createdAt: new Date(0), downSince: null }));

test('the order of rows makes no difference', () => {
  const twoOrders = networks.chain((one) =>
    fc.tuple(
      fc.constant(one),
      fc.record({
        hosts: shuffle(one.hosts),
        ports: shuffle(one.ports),
        addresses: shuffle(one.addresses),
        evidence: shuffle(one.evidence),
        stored: fc.constant([]),
        decisions: fc.constant([]),
        staleBefore: fc.constant(one.staleBefore),
      }),
    ),
  );
  fc.assert(
    fc.property(twoOrders, ([one, other]) => {
      const [first, second] = [resolve(one), resolve(other)];
      expect(second.links).toEqual(first.links);
      expect(new Set(second.inferredHosts)).toEqual(new Set(first.inferredHosts));
      expect(second.settledPorts).toEqual(first.settledPorts);
      expect(second.sightings).toEqual(first.sightings);
      expect(new Map([...second.outcomes].sort())).toEqual(new Map([...first.outcomes].sort()));
    }),
    { numRuns: 500 },
  );
});

test('a second run infers no host and changes no link', () => {
  fc.assert(
    fc.property(networks, (inventory) => {
      const first = resolve(inventory);
      const createdHosts = first.inferredHosts.map(({ id, chassisId, sysName }) =>
        host(id, { chassisId, sysName, isInferred: true }),
      );
      const second = resolve({ ...inventory, hosts: [...inventory.hosts, ...createdHosts] });
      expect(second.inferredHosts).toEqual([]);
      expect(linkChanges(linksStored(first), second)).toEqual({ addedLinks: [], changedLinks: [], removedIds: [] });
    }),
    { numRuns: 500 },
  );
});

test('no link leads to its own host, and each has one target, once', () => {
  fc.assert(
    fc.property(networks, (inventory) => {
      const { links, hostOfPort } = resolve(inventory);
      for (const { interfaceId, remoteInterfaceId, remoteHostId } of links) {
        expect((remoteInterfaceId === null) !== (remoteHostId === null)).toBe(true);
        expect(remoteHostId ?? hostOfPort.get(remoteInterfaceId!)).not.toBe(hostOfPort.get(interfaceId));
      }
      const ends = links.map((link) => `${link.interfaceId} ${link.remoteInterfaceId ?? link.remoteHostId}`);
      expect(new Set(ends).size).toBe(ends.length);
    }),
    { numRuns: 500 },
  );
});

test('every record has an outcome, and every link follows from a record', () => {
  fc.assert(
    fc.property(networks, (inventory) => {
      const { links, outcomes } = resolve(inventory);
      expect([...outcomes.keys()].sort()).toEqual(inventory.evidence.map(({ id }) => id).sort());
      const linkedEvidence = inventory.evidence.flatMap(({ id, interfaceId }) => {
        const { remoteInterfaceId, remoteHostId, reason } = outcomes.get(id)!;
        const end = remoteInterfaceId ?? remoteHostId;
        if (end === null) expect(reason).not.toBeNull();
        return end === null || reason === 'Superseded' ? [] : [`${interfaceId} ${end}`];
      });
      const drawnLinks = links.map((link) => `${link.interfaceId} ${link.remoteInterfaceId ?? link.remoteHostId}`);
      expect(new Set(drawnLinks)).toEqual(new Set(linkedEvidence));
    }),
    { numRuns: 500 },
  );
});

test('devices that report each other have one link in each direction, mirrored', () => {
  const cables = fc.uniqueArray(fc.tuple(fc.nat(7), fc.nat(7)), {
    selector: ([one, other]) => `${Math.min(one, other)} ${Math.max(one, other)}`,
    maxLength: 12,
  });
  fc.assert(
    fc.property(cables, (drawnLinks) => {
      const between = drawnLinks.filter(([one, other]) => one !== other);
      const ends = between.flatMap(([one, other], at) => [
        { port: `h${one}/${at}`, remote: `h${other}/${at}`, mac: mac(one) },
        { port: `h${other}/${at}`, remote: `h${one}/${at}`, mac: mac(other) },
      ]);
      const macOf = new Map(ends.map((end) => [end.port, end.mac]));
      const { links } = resolve(
        network({
          hosts: [0, 1, 2, 3, 4, 5, 6, 7].map((number) => host(`h${number}`)),
          ports: ends.map((end) => port(end.port, { ifName: end.port, macAddress: end.mac })),
          evidence: ends.map((end) =>
            lldp(end.port, {
              chassisId: { subtype: 'MacAddress', value: macOf.get(end.remote)! },
              portId: { subtype: 'InterfaceName', value: end.remote },
            }),
          ),
        }),
      );
      expect(links.map((link) => [link.interfaceId, link.remoteInterfaceId]).sort()).toEqual(
        ends.map((end) => [end.port, end.remote]).sort(),
      );
    }),
  );
});
