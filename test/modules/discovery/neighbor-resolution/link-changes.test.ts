// Which stored links a resolution adds, changes and removes, and which it keeps because nothing contradicts them.
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

/** A stored link: `a/1>b/1` leads to a port, `a/1>b` to a host. The id of the link is this text. */
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
const changes = (storedLinks: StoredLink[], ...evidence: EvidenceRow[]) => {
  const resolution = resolveNeighbors(
    network({
      hosts: [...hosts, ...twins],
      ports,
      evidence,
      stored: storedLinks,
      staleBefore: new Date('2026-11-01T00:00:00Z'),
    }),
    (key) => key,
  );
  const { addedLinks, changedLinks, removedIds } = linkChanges(storedLinks, resolution);
  const textOf = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
    `${interfaceId}>${remoteInterfaceId ?? remoteHostId}`;
  return {
    added: addedLinks.map(textOf),
    changed: changedLinks.map(({ id, protocol }) => [id, protocol]),
    removed: removedIds,
  };
};
const noChanges = { added: [], changed: [], removed: [] };

test('a new link is added; a confirmed one is not written', () => {
  expect(changes([], tells('a/1', 'b/1'))).toEqual({ ...noChanges, added: ['a/1>b/1'] });
  expect(changes([link('a/1>b/1'), link('a/2>c')], tells('a/1', 'b/1'), tells('a/2', 'c'))).toEqual(noChanges);
});
test('the protocol is changed in place', () => {
  expect(changes([link('a/1>b/1', 'CDP')], tells('a/1', 'b/1'))).toEqual({
    ...noChanges,
    changed: [['a/1>b/1', 'LLDP']],
  });
});
test('a link is kept when its port is no longer reported', () => {
  expect(changes([link('a/1>b/1')])).toEqual(noChanges);
});
test('a link is kept while the evidence of its port is ambiguous', () => {
  expect(changes([link('a/1>b/1')], tells('a/1', 'twin'))).toEqual(noChanges);
});
test('a link is replaced by another neighbour', () => {
  expect(changes([link('a/1>b/1')], tells('a/1', 'c/1'))).toEqual({
    ...noChanges,
    added: ['a/1>c/1'],
    removed: ['a/1>b/1'],
  });
});
test('of several links of a port, those no longer reported are removed', () => {
  expect(changes([link('a/1>b'), link('a/1>c'), link('a/1>d')], tells('a/1', 'b'), tells('a/1', 'c'))).toEqual({
    ...noChanges,
    removed: ['a/1>d'],
  });
});
test('if one of them is ambiguous, only links to the same hosts are replaced', () => {
  const storedLinks = [link('a/1>b'), link('a/1>d')];
  expect(changes(storedLinks, tells('a/1', 'b/2'), tells('a/1', 'twin'))).toEqual({
    ...noChanges,
    added: ['a/1>b/2'],
    removed: ['a/1>b'],
  });
  expect(changes([link('a/1>b/1')], tells('a/1', 'b/2'), tells('a/1', 'twin'))).toEqual({
    ...noChanges,
    added: ['a/1>b/2'],
    removed: ['a/1>b/1'],
  });
});
test('a stale link is removed at both ends if its other port reports only another neighbour', () => {
  const stale = { ...tells('a/1', 'b/1'), observedAt: new Date('2026-10-01T00:00:00Z') };
  const storedLinks = [link('a/1>b/1'), link('b/1>a/1')];
  expect(changes(storedLinks, stale)).toEqual(noChanges);
  expect(changes(storedLinks, stale, tells('b/1', 'c/1'))).toEqual({
    ...{ added: ['b/1>c/1'], changed: [], removed: ['a/1>b/1', 'b/1>a/1'] },
  });
});
