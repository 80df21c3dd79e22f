// Merging the ports of a machine that data sources (SNMP, SSH, APIs) name differently: each network card is one port,
// and virtual ports that share its MAC address stay separate.
import fc from 'fast-check';
import { mergeFoundFacts } from '../../src/agent/report/found-facts';
import type { FoundMachine } from '../../src/agent/sources';
import { someFacts, somePort } from '../../src/agent/sources/reading';
import type { InterfaceFacts } from '../../src/agent/sources/snmp';

const mac = (number: number) => `00:1B:21:00:00:${number.toString(16).padStart(2, '0').toUpperCase()}`;
type Port = Partial<InterfaceFacts> & Pick<InterfaceFacts, 'name'>;
const portsOf = (ports: readonly Port[]) =>
  ports.map((port, at) => somePort({ ifIndex: -(at + 1), descr: port.name!, type: 6, ...port }));
const source = (name: string, ports: readonly Port[], more: Partial<FoundMachine> = {}): FoundMachine => ({
  ...{ source: name, key: name, facts: someFacts({ interfaces: portsOf(ports) }) },
  ...more,
});
const read = (ports: readonly Port[], isComplete = false) =>
  someFacts({ interfaces: portsOf(ports) }, isComplete ? ['interfaces'] : []);
const linesOfPorts = (facts: ReturnType<typeof mergeFoundFacts>) =>
  facts!.interfaces.map(({ name, alias, mac: address, ifIndex }) =>
    [name, alias ?? '-', address?.slice(-2) ?? '-', ifIndex > 0 ? ifIndex : '-'].join(' '),
  );

describe('a network card is one port', () => {
  test('by its MAC address, whatever the sources call it and write', () => {
    const snmp = read(
      [
        { name: 'eth0', ifIndex: 2, mac: mac(1) },
        { name: 'eth1', ifIndex: 3, mac: mac(2) },
      ],
      true,
    );
    const ssh = source('ssh', [{ name: 'ens18', ifIndex: 7, mac: mac(1).toLowerCase(), mtu: 9000 }]);
    const proxmox = source('proxmox', [
      { name: 'net0', mac: mac(1) },
      { name: 'net1', mac: mac(2), alias: 'vmbr0' },
    ]);
    const merged = mergeFoundFacts(snmp, [ssh, proxmox]);
    expect(linesOfPorts(merged)).toEqual(['eth0 ens18 01 2', 'eth1 vmbr0 02 3']);
    expect(merged!.interfaces[0]).toMatchObject({ mtu: 9000 });
    expect(linesOfPorts(mergeFoundFacts(undefined, [proxmox, ssh]))).toEqual(['net0 ens18 01 -', 'net1 vmbr0 02 -']);
  });

  test('even if its name is that of another one in the other source', () => {
    const ownFacts = read([
      { name: 'eth0', mac: mac(1) },
      { name: 'eth1', mac: mac(2) },
    ]);
    const swapped = source('redfish', [
      { name: 'eth1', mac: mac(1), mtu: 1 },
      { name: 'eth0', mac: mac(2), mtu: 2 },
    ]);
    expect(mergeFoundFacts(ownFacts, [swapped])!.interfaces.map(({ name, mtu }) => [name, mtu])).toEqual([
      ['eth0', 1],
      ['eth1', 2],
    ]);
  });

  test('by ifIndex where neither has a MAC address, or one', () => {
    const ownFacts = read([
      { name: 'eth0', ifIndex: 2 },
      { name: 'lo', ifIndex: 1, type: 24 },
    ]);
    expect(
      linesOfPorts(mergeFoundFacts(ownFacts, [source('ssh', [{ name: 'ens18', ifIndex: 2, mac: mac(1) }])])),
    ).toEqual(['eth0 ens18 01 2', 'lo - - 1']);
  });

  test.each<[string, Port, Port]>([
    ['the MAC addresses differ', { name: 'eth0', mac: mac(1) }, { name: 'ens18', mac: mac(2) }],
    ['one of them is virtual', { name: 'lo', type: 24 }, { name: 'Port 2' }],
  ])('but not by ifIndex if %s', (_what, one, other) => {
    const merged = mergeFoundFacts(read([{ ...one, ifIndex: 2 }]), [source('ssh', [{ ...other, ifIndex: 2 }])]);
    expect(merged!.interfaces).toHaveLength(2);
    // The ports of SNMP and of the data source have the same ifIndex. The port of SNMP keeps it; the other gets a
    // negative one.
    expect(merged!.interfaces.filter(({ ifIndex }) => ifIndex > 0).map(({ name }) => name)).toEqual([one.name]);
  });

  test('a number on a panel is an ifIndex only if the name of the port ends with it', () => {
    const panel = (more: Partial<FoundMachine>) =>
      source(
        'unifi',
        [
          { name: 'Port 2', ifIndex: 2 },
          { name: 'Port 3', ifIndex: 3 },
        ],
        more,
      );
    const ownFacts = read(
      [
        { name: 'eth1', ifIndex: 2 },
        { name: '0/3', ifIndex: 3 },
      ],
      true,
    );
    expect(linesOfPorts(mergeFoundFacts(ownFacts, [panel({ hasPanelNumbers: true })]))).toEqual([
      'eth1 - - 2',
      '0/3 Port 3 - 3',
    ]);
    expect(linesOfPorts(mergeFoundFacts(ownFacts, [panel({})]))).toEqual(['eth1 Port 2 - 2', '0/3 Port 3 - 3']);
  });

  test('its addresses are at the port, also where the source has another number', () => {
    const ssh = source('ssh', []);
    const facts = someFacts({
      interfaces: portsOf([
        { name: 'ens18', ifIndex: 7, mac: mac(1) },
        { name: 'wg0', ifIndex: 2, type: 131 },
      ]),
      addresses: [
        { address: '10.0.0.5', ifIndex: 7 },
        { address: '10.9.0.1', ifIndex: 2 },
      ],
    });
    const addressesOf = (isComplete: boolean) =>
      mergeFoundFacts(read([{ name: 'eth0', ifIndex: 2, mac: mac(1) }], isComplete), [{ ...ssh, facts }]);
    expect(addressesOf(true)!.addresses).toEqual([
      { address: '10.0.0.5', ifIndex: 2 },
      // SNMP has listed all ports, and `wg0` is not among them, so its address is reported without a port (ifIndex 0).
      { address: '10.9.0.1', ifIndex: 0 },
    ]);
    const { interfaces, addresses } = addressesOf(false)!;
    const added = interfaces.find(({ name }) => name === 'wg0')!;
    expect(added.ifIndex).toBeLessThan(0);
    expect(addresses[1]).toEqual({ address: '10.9.0.1', ifIndex: added.ifIndex });
  });
});

describe('ports that share a MAC address stay apart', () => {
  const card: Port = { name: 'ens18', mac: mac(1) };
  test.each<[string, Port]>([
    ['an 802.1Q subinterface by its ifType', { name: 'voice', mac: mac(1), type: 135 }],
    ['an 802.1Q subinterface by its name', { name: 'ens18.10', mac: mac(1) }],
    ['a bridge by its ifType', { name: 'lan', mac: mac(1), type: 209 }],
    ['a bridge by its name', { name: 'br0', mac: mac(1) }],
    ['a bond by its name', { name: 'bond0', mac: mac(1) }],
    ['an aggregate by its ifType', { name: 'uplink', mac: mac(1), type: 161 }],
    ['a macvlan interface', { name: 'mv0', mac: mac(1), type: 53 }],
  ])('%s: the other name is that of the card', (_what, shared) => {
    const net0 = { name: 'net0', mac: mac(1) };
    for (const ports of [
      [card, shared],
      [shared, card],
    ]) {
      expect(linesOfPorts(mergeFoundFacts(read(ports), [source('proxmox', [net0])])).sort()).toEqual(
        ['ens18 net0 01 -', `${shared.name} - 01 -`].sort(),
      );
      const [first, ...others] = linesOfPorts(mergeFoundFacts(read([net0]), [source('ssh', ports)]));
      expect([first, others]).toEqual(['net0 ens18 01 -', [`${shared.name} - 01 -`]]);
    }
  });

  test('a bond of ifType 6 and its members', () => {
    const bond = [
      { name: 'uplink', ifIndex: 9, mac: mac(1) },
      { name: 'eth0', ifIndex: 2, mac: mac(1), aggregateIfIndex: 9 },
      { name: 'eth1', ifIndex: 3, aggregateIfIndex: 9 },
    ];
    const merged = mergeFoundFacts(read([{ name: 'NIC 1', mac: mac(1) }]), [source('ssh', bond)]);
    expect(linesOfPorts(merged)).toEqual(['NIC 1 eth0 01 -', 'uplink - 01 9', 'eth1 - - 3']);
    expect(merged!.interfaces.map(({ aggregateIfIndex }) => aggregateIfIndex)).toEqual([9, undefined, 9]);
    // If both members of the bond have the MAC address of `NIC 1`, it is unclear which of them is `NIC 1`, so none is
    // merged with it.
    const twins = bond.map((port) => ({ ...port, mac: mac(1) }));
    expect(mergeFoundFacts(read([{ name: 'NIC 1', mac: mac(1) }]), [source('ssh', twins)])!.interfaces).toHaveLength(4);
  });

  test.each(['00:00:5E:00:01:07', '00:00:0C:07:AC:01', '00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF'])(
    '%s is not the address of a card',
    (shared) => {
      const merged = mergeFoundFacts(read([{ name: 'vrrp', mac: shared }]), [
        source('ssh', [{ name: 'irb', mac: shared }]),
      ]);
      expect(linesOfPorts(merged).map((one) => one.split(' ')[0])).toEqual(['vrrp', 'irb']);
    },
  );
});

/**
 * A machine with network cards, of which some have a VLAN interface. Up to four data sources list them under different
 * names.
 */
const machine = fc.record({
  cards: fc.integer({ min: 1, max: 4 }),
  vlans: fc.uniqueArray(fc.integer({ min: 0, max: 3 })),
  isBridged: fc.boolean(),
  order: fc.shuffledSubarray(['snmp', 'ssh', 'proxmox', 'redfish'], { minLength: 1 }),
});
test('each card is one port, whatever sources name it in whatever order, and a repeated source adds nothing', () => {
  fc.assert(
    fc.property(machine, ({ cards, vlans, isBridged, order }) => {
      const all = Array.from({ length: cards }, (_none, at) => at);
      const software = (prefix: string): Port[] => [
        ...vlans.filter((at) => at < cards).map((at) => ({ name: `${prefix}${at}.10`, mac: mac(at), type: 135 })),
        ...(isBridged ? [{ name: 'br0', mac: mac(0), type: 209 }] : []),
      ];
      const cardsAs = (prefix: string, numbers = all): Port[] =>
        numbers.map((at) => ({ name: `${prefix}${at}`, mac: mac(at) }));
      const machineOfSource: Record<string, FoundMachine> = {
        snmp: source('snmp', [...cardsAs('eth'), ...software('eth')]),
        ssh: source('ssh', [...software('ens'), ...cardsAs('ens')]),
        // Proxmox VE may list the adapters in a different order than the machine itself.
        proxmox: source('proxmox', cardsAs('net', [...all].reverse())),
        redfish: source('redfish', cardsAs('NIC ')),
      };
      const orderedMachines = order.map((name) => machineOfSource[name]!);
      const once = mergeFoundFacts(undefined, orderedMachines)!;
      const ofCards = once.interfaces.filter(({ type }) => type === 6).map(({ mac: address }) => address);
      expect(ofCards.toSorted()).toEqual(all.map(mac));
      const indexes = once.interfaces.map(({ ifIndex }) => ifIndex);
      expect(new Set(indexes).size).toBe(indexes.length);
      expect(
        mergeFoundFacts(undefined, [...orderedMachines, ...orderedMachines])!.interfaces.map(({ name }) => name),
      ).toEqual(once.interfaces.map(({ name }) => name));
    }),
    { numRuns: 300, seed: 45 },
  );
});
