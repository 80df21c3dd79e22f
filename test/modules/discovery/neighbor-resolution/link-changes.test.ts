// Which stored links a resolution adds, changes and removes, and which stay because nothing was told against them.
import type {
  EvidenceRow,
  Link,
  Protocol,
  StoredLink,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { host, lldp, network, port } from './network';

const hosts = ['a', 'b', 'c', 'd'].map((id) => host(id, { sysName: id }));
const twins = ['e', 'f'].map((id) => host(id, { sysName: 'twin' }));
const ports = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((id) => port(id, { ifName: id }));

/** `a/1>b/1` is a link to a port, `a/1>b` to a host; its id is the same text. */
const link = (text: string, protocol: Protocol = 'LLDP'): StoredLink => {
  const [interfaceId, remote] = text.split('>') as [string, string];
  const isPort = remote.includes('/');
  const ends = { remoteInterfaceId: isPort ? remote : null, remoteHostId: isPort ? null : remote };
  return { id: text, interfaceId, ...ends, protocol, basis: null, createdAt: new Date(0), downSince: null };
};
const tells = (interfaceId: string, remote: string): EvidenceRow => {
  const sysName = remote.split('/')[0]!;
  const portId = remote.includes('/') ? { subtype: 'InterfaceName' as const, value: remote } : null;
  return lldp(interfaceId, { sysName, portId });
};
const changes = (stored: StoredLink[], ...evidence: EvidenceRow[]) => {
  const resolution = resolveNeighbors(
    network({ hosts: [...hosts, ...twins], ports, evidence, stored, staleBefore: new Date('2026-11-01T00:00:00Z') }),
    (key) => key,
  );
  const { added, changed, removed } = linkChanges(stored, resolution);
  const textOf = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
    `${interfaceId}>${remoteInterfaceId ?? remoteHostId}`;
  return { added: added.map(textOf), changed: changed.map(({ id, protocol }) => [id, protocol]), removed };
};
const nothing = { added: [], changed: [], removed: [] };

test('a new link is added; a confirmed one is not touched', () => {
  expect(changes([], tells('a/1', 'b/1'))).toEqual({ ...nothing, added: ['a/1>b/1'] });
  expect(changes([link('a/1>b/1'), link('a/2>c')], tells('a/1', 'b/1'), tells('a/2', 'c'))).toEqual(nothing);
});
test('the protocol changes in place', () => {
  expect(changes([link('a/1>b/1', 'CDP')], tells('a/1', 'b/1'))).toEqual({
    ...nothing,
    changed: [['a/1>b/1', 'LLDP']],
  });
});
test('a link of a port that nobody tells of any more stays', () => {
  expect(changes([link('a/1>b/1')])).toEqual(nothing);
});
test('a link stays while what its port is told is ambiguous', () => {
  expect(changes([link('a/1>b/1')], tells('a/1', 'twin'))).toEqual(nothing);
});
test('another neighbour replaces it', () => {
  expect(changes([link('a/1>b/1')], tells('a/1', 'c/1'))).toEqual({
    ...nothing,
    added: ['a/1>c/1'],
    removed: ['a/1>b/1'],
  });
});
test('of a port that is told several, what is not told any more goes', () => {
  expect(changes([link('a/1>b'), link('a/1>c'), link('a/1>d')], tells('a/1', 'b'), tells('a/1', 'c'))).toEqual({
    ...nothing,
    removed: ['a/1>d'],
  });
});
test('with one of them ambiguous only links to the same hosts are replaced', () => {
  const stored = [link('a/1>b'), link('a/1>d')];
  expect(changes(stored, tells('a/1', 'b/2'), tells('a/1', 'twin'))).toEqual({
    ...nothing,
    added: ['a/1>b/2'],
    removed: ['a/1>b'],
  });
  expect(changes([link('a/1>b/1')], tells('a/1', 'b/2'), tells('a/1', 'twin'))).toEqual({
    ...nothing,
    added: ['a/1>b/2'],
    removed: ['a/1>b/1'],
  });
});
test('a stale link goes on both sides when its other port reports another neighbour alone', () => {
  const stale = { ...tells('a/1', 'b/1'), observedAt: new Date('2026-10-01T00:00:00Z') };
  const stored = [link('a/1>b/1'), link('b/1>a/1')];
  expect(changes(stored, stale)).toEqual(nothing);
  expect(changes(stored, stale, tells('b/1', 'c/1'))).toEqual({
    ...{ added: ['b/1>c/1'], changed: [], removed: ['a/1>b/1', 'b/1>a/1'] },
  });
});
