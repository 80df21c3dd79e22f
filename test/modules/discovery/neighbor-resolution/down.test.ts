// Links with a port that is down: the port's state counts if it was read no earlier than the link was reported.
import type {
  EvidenceRow,
  Inventory,
  StoredLink,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, host, lldp, mac, network, port } from './network';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const reports = (observedAt: Date): EvidenceRow =>
  lldp('a/1', { sysName: 'b', portId: { subtype: 'InterfaceName', value: 'b/1' }, observedAt });
const storedLink = (downSince: Date | null = null): StoredLink => ({
  ...{ id: 'link', interfaceId: 'a/1', remoteInterfaceId: 'b/1', remoteHostId: null },
  ...{ protocol: 'LLDP' as const, basis: null, createdAt: day(10), downSince },
});
const end = (id: string, isDown: boolean, seenDay: number, fields = {}) =>
  port(id, { ifName: id, isDown, seenAt: day(seenDay), ...fields });

/** The time since which the only link is down; null if the link is not down. */
function downSince(rows: Partial<Inventory>): Date | null {
  const inventory = network({ hosts: ['a', 'b'].map((id) => host(id, { sysName: id })), ...rows });
  const { addedLinks, changedLinks, removedIds } = linkChanges(inventory.stored, resolveNeighbors(inventory, null));
  expect(removedIds).toEqual([]);
  const [link] = [...addedLinks, ...changedLinks, ...inventory.stored];
  return link!.downSince;
}

test.each([
  ['both ends are up', { ports: [end('a/1', false, 20), end('b/1', false, 20)], stored: [storedLink()] }, null],
  ['the near end is down', { ports: [end('a/1', true, 20), end('b/1', false, 20)], stored: [storedLink()] }, 20],
  ['the far end is down', { ports: [end('a/1', false, 20), end('b/1', true, 19)], stored: [storedLink()] }, 19],
  ['both are, one for longer', { ports: [end('a/1', true, 20), end('b/1', true, 19)], stored: [storedLink()] }, 19],
  [
    'it is down since before',
    { ports: [end('a/1', true, 20), end('b/1', true, 20)], stored: [storedLink(day(15))] },
    15,
  ],
  [
    'it was down, and is up again',
    {
      ports: [end('a/1', false, 20), end('b/1', false, 20)],
      stored: [storedLink(day(15))],
      evidence: [reports(day(20))],
    },
    null,
  ],
  [
    'it was read as down before the link was there',
    { ports: [end('a/1', false, 20), end('b/1', true, 9)], stored: [storedLink()] },
    null,
  ],
  [
    'the near end has heard the far one since that was read',
    { ports: [end('a/1', false, 20), end('b/1', true, 19)], stored: [storedLink()], evidence: [reports(day(20))] },
    null,
  ],
  [
    'the near end is down, and still has the record',
    { ports: [end('a/1', true, 20), end('b/1', false, 19)], evidence: [reports(day(20))] },
    20,
  ],
] as const)('%s', (_name, rows, since) => {
  expect(downSince(rows as Partial<Inventory>)).toEqual(since === null ? null : day(since));
});

test('a link from a forwarding table is down if its port is', () => {
  const table = { fdbMacs: [mac(2)], fdbReadAt: day(20), lastRunId: 'run' };
  const rows = { addresses: [address('b', '10.0.0.2', mac(2))], staleBefore: day(1) };
  expect(downSince({ ...rows, ports: [end('a/1', true, 20, table)] })).toEqual(day(20));
  expect(downSince({ ...rows, ports: [end('a/1', false, 20, table)] })).toBeNull();
});

test('links decided by users are not down', () => {
  const ports = [end('a/1', true, 20), end('b/1', true, 20)];
  const ends = { interfaceId: 'b/1', remoteInterfaceId: 'a/1', remoteHostId: null };
  expect(downSince({ ports, stored: [storedLink()], decisions: [{ ...ends, verdict: 'Confirmed' }] })).toBeNull();
  expect(downSince({ ports, decisions: [{ ...ends, verdict: 'Proposed' }] })).toBeNull();
});

test('both directions of a link are down, or neither is', () => {
  const inventory = (seenDay: number) =>
    network({
      hosts: ['a', 'b'].map((id) => host(id, { sysName: id })),
      ports: [end('a/1', false, 20), end('b/1', true, seenDay)],
      stored: [
        storedLink(),
        { ...storedLink(), id: 'back', interfaceId: 'b/1', remoteInterfaceId: 'a/1', createdAt: day(12) },
      ],
    });
  expect(resolveNeighbors(inventory(11), null).downSince.size).toBe(0);
  expect([...resolveNeighbors(inventory(13), null).downSince.values()]).toEqual([day(13), day(13)]);
});
