// Matching reported interfaces to stored interfaces: a network card is one interface under any name, while several
// interfaces with the same MAC address stay apart.
import fc from 'fast-check';
import { completedInterface, matchRows, parts, type Row } from '../../../src/modules/inventory/shared/part-matching';

const mac = (number: number) => `00:1b:21:00:00:0${number}`;
const row = (ifName: string, more: Row = {}): Row => ({ ifName, ifDescr: ifName, ifIndex: null, ifType: 6, ...more });
const stored = (ifName: string, more: Row = {}): Row => ({
  ...row(ifName, more),
  ...{ id: `stored ${ifName}`, fdbMacs: [], nativeVlanId: null },
});
/** For each reported interface name, the name of the stored interface that was matched, or null. */
const matchesOf = (rows: readonly Row[], storedRows: readonly Row[]) =>
  Object.fromEntries(
    matchRows(parts.interfaces, rows, storedRows).matches.map(({ reportedRow, storedRow }) => [
      reportedRow.ifName,
      storedRow?.ifName ?? null,
    ]),
  );

test('a network card is matched by its MAC address, before its ifIndex and after its name', () => {
  const before = [
    stored('net0', { macAddress: mac(1), ifIndex: 2 }),
    stored('net1', { macAddress: mac(2), ifIndex: 3 }),
  ];
  const renumbered = [
    row('ens18', { macAddress: mac(1), ifIndex: 3 }),
    row('ens19', { macAddress: mac(2), ifIndex: 2 }),
  ];
  expect(matchesOf(renumbered, before)).toEqual({ ens18: 'net0', ens19: 'net1' });
  expect(matchesOf([row('net1', { macAddress: mac(1) })], before)).toEqual({ net1: 'net1' });
});

test.each<[string, Row]>([
  ['a bridge', row('br0', { macAddress: mac(1), ifType: 209 })],
  ['a bridge of ifType 6', row('vmbr0', { macAddress: mac(1) })],
  ['a VLAN interface', row('voice', { macAddress: mac(1), ifType: 135 })],
  ['a subinterface', row('ens18.10', { macAddress: mac(1) })],
  ['a bond', row('bond0', { macAddress: mac(1) })],
  ['an address of VRRP', row('irb', { macAddress: '00:00:5e:00:01:01' })],
])('%s is no network card', (_what, shared) => {
  const twin = stored('net0', { macAddress: shared.macAddress });
  expect(matchesOf([shared], [twin])).toEqual({ [String(shared.ifName)]: null });
  expect(matchesOf([row('net0', { macAddress: shared.macAddress })], [{ ...shared, id: 'x' }])).toEqual({ net0: null });
});

test('a MAC address of two interfaces matches none of them', () => {
  const twins = [stored('eth0', { macAddress: mac(1) }), stored('eth1', { macAddress: mac(1) })];
  expect(matchesOf([row('net0', { macAddress: mac(1) })], twins)).toEqual({ net0: null });
});

const complete = { table: false, fdb: false, vlanMembership: false };
const completed = (before: Row, reportedRow: Row, isComplete = false) =>
  completedInterface({ id: 'x', storedRow: before, reportedRow }, { ...complete, table: isComplete }).reportedRow;

test('one of two names stays as alias, unless there is an alias or the MAC addresses differ', () => {
  const net0 = stored('net0', { macAddress: mac(1), ifAlias: null });
  const eth0 = row('eth0', { macAddress: mac(1) });
  expect(completed(net0, eth0)).toMatchObject({ ifAlias: 'eth0' });
  expect(completed(net0, eth0, true)).toMatchObject({ ifName: 'eth0', ifAlias: 'net0' });
  expect(completed({ ...net0, ifAlias: 'uplink' }, eth0)).not.toHaveProperty('ifAlias');
  expect(completed(net0, { ...eth0, ifAlias: 'uplink' })).toMatchObject({ ifAlias: 'uplink' });
  expect(completed({ ...net0, macAddress: mac(2) }, eth0)).not.toHaveProperty('ifAlias');
});

test('another MAC address replaces the stored one if the same source reports it', () => {
  const net0 = stored('net0', { macAddress: mac(1), macAddressSource: 'proxmox', ipAddressId: 'a' });
  const changed = { macAddress: mac(2), macAddressSource: 'proxmox', ipAddressId: 'b' };
  expect(completed(net0, row('net0', changed))).toMatchObject(changed);
  const other = completed(net0, row('net0', { ...changed, macAddressSource: 'ssh' }));
  expect([other.macAddress, other.macAddressSource, other.ipAddressId]).toEqual([undefined, undefined, undefined]);
  expect(completed(net0, row('net0', { macAddressSource: 'proxmox' }))).not.toHaveProperty('macAddress');
});

test('cards of any names and numbers match by their MAC addresses, whatever software shares them, in any order', () => {
  const cards = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cards, fc.infiniteStream(fc.nat()), (numbers, random) => {
      const shuffled = <T>(list: readonly T[]): T[] =>
        list
          .map((one) => [random.next().value as number, one] as const)
          .sort(([one], [other]) => one - other)
          .map(([, one]) => one);
      const storedInterfaces = numbers.flatMap((number, at) => [
        stored(`net${number}`, { macAddress: mac(number), ifIndex: at + 1 }),
        stored(`net${number}.10`, { macAddress: mac(number), ifIndex: at + 100 }),
      ]);
      const reported = numbers.map((number, at) => row(`ens${number}`, { macAddress: mac(number), ifIndex: at + 2 }));
      const expected = Object.fromEntries(numbers.map((number) => [`ens${number}`, `net${number}`]));
      expect(matchesOf(shuffled(reported), shuffled(storedInterfaces))).toEqual(expected);
    }),
    { numRuns: 200, seed: 45 },
  );
});
