// Links that users have documented: they are shown together with discovered links, which confirm or contradict them.
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import type { Inventory, StoredLink } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { host, lldp, network, port } from './network';

const cable = (interfaceId: string, remoteHostName: string, remotePortName: string) => ({
  ...{ id: `${interfaceId} to ${remoteHostName}`, interfaceId },
  ...{ remoteHostName, remotePortName },
});
const rows: Partial<Inventory> = {
  hosts: [host('a', { names: ['sw-a'] }), host('b', { names: ['sw-b.example'] }), host('c', { names: ['sw-c'] })],
  ports: ['a/1', 'a/2', 'b/1', 'c/1'].map((id) => port(id, { ifName: `eth${id.slice(2)}` })),
};
const resolveDocumented = (more: Partial<Inventory>) => {
  const { documentedOutcomes, links } = resolveNeighbors(network({ ...rows, ...more }), null);
  return {
    states: [...documentedOutcomes.values()].map(({ state }) => state),
    links: links.map(
      (one) => `${one.interfaceId} ${one.remoteInterfaceId ?? one.remoteHostId} ${one.basis ?? one.protocol}`,
    ),
  };
};
const receiveEvidence = (from: string, sysName: string, portName: string) =>
  lldp(from, { sysName, portId: { subtype: 'InterfaceName', value: portName } });
const namedRows = rows.hosts!.map((one) => ({ ...one, sysName: one.names![0]! }));

test('a documented cable without discovered evidence is a link; names match in any case, form and domain', () => {
  const documentedRows = [cable('a/1', 'SW-B', 'eth1'), cable('b/1', 'sw-a.other.example', 'eth1')];
  expect(resolveDocumented({ documented: documentedRows })).toEqual({
    states: ['Documented', 'Documented'],
    links: ['a/1 b/1 Documented', 'b/1 a/1 Documented'],
  });
});

test('a documented cable that LLDP reports from either end is confirmed, and not a second link', () => {
  const documentedRows = [cable('a/1', 'sw-b', 'eth1')];
  const evidence = [receiveEvidence('b/1', 'sw-a', 'eth1')];
  expect(resolveDocumented({ hosts: namedRows, documented: documentedRows, evidence })).toEqual({
    states: ['Confirmed'],
    links: ['b/1 a/1 LLDP'],
  });
});

test.each([
  ['its own port', receiveEvidence('a/1', 'sw-c', 'eth1'), 'a/1 c/1 LLDP'],
  ['the far port', receiveEvidence('b/1', 'sw-c', 'eth1'), 'b/1 c/1 LLDP'],
  ['another port of the same host', receiveEvidence('b/1', 'sw-a', 'eth2'), 'b/1 a/2 LLDP'],
])('a documented cable is contradicted by an LLDP report of %s', (_what, record, link) => {
  const documentedRows = [cable('a/1', 'sw-b', 'eth1')];
  expect(resolveDocumented({ hosts: namedRows, documented: documentedRows, evidence: [record] })).toEqual({
    states: ['Contradicted'],
    links: [link],
  });
});

test('a refuted cable gives no link; names that match no or several ports are not guessed', () => {
  const hosts = [...rows.hosts!, host('d', { names: ['twin'] }), host('e', { names: ['Twin'] })];
  const ends = { interfaceId: 'a/1', remoteInterfaceId: 'b/1', remoteHostId: null };
  const documentedRows = [
    ...[cable('a/1', 'sw-b', 'eth1'), cable('a/1', 'nowhere', 'eth1'), cable('a/1', 'twin', 'eth1')],
    ...[cable('a/2', 'sw-a', 'eth1'), cable('a/2', 'sw-c', 'eth9')],
  ];
  expect(
    resolveDocumented({ hosts, documented: documentedRows, decisions: [{ ...ends, verdict: 'Refuted' }] }),
  ).toEqual({
    states: ['Refuted', 'UnknownHost', 'AmbiguousHost', 'OwnHost', 'UnknownPort'],
    links: ['a/2 c Documented'],
  });
});

test('the link of a cable is deleted with it, and is replaced by a reported one', () => {
  const at = { createdAt: new Date(0), downSince: null, protocol: 'CDP' } as const;
  const toB = { interfaceId: 'a/1', remoteInterfaceId: 'b/1', remoteHostId: null };
  const storedLinks: StoredLink[] = [
    { ...at, ...toB, id: 'made', basis: 'Documented' },
    { ...at, id: 'reported', interfaceId: 'a/2', remoteInterfaceId: 'c/1', remoteHostId: null, basis: null },
  ];
  const changes = (more: Partial<Inventory>) => {
    const { addedLinks, changedLinks, removedIds } = linkChanges(
      storedLinks,
      resolveNeighbors(network({ ...rows, hosts: namedRows, stored: storedLinks, ...more }), null),
    );
    return {
      added: addedLinks.length,
      changed: changedLinks.map(({ id, basis }) => `${id} ${basis}`),
      removed: removedIds,
    };
  };
  expect(changes({})).toEqual({ added: 0, changed: [], removed: ['made'] });
  const documentedRows = [cable('a/1', 'sw-b', 'eth1'), cable('a/2', 'sw-b', 'eth1')];
  expect(changes({ documented: documentedRows })).toEqual({ added: 0, changed: [], removed: [] });
  const evidence = [receiveEvidence('a/1', 'sw-b.example', 'eth1')];
  expect(changes({ documented: documentedRows, evidence })).toEqual({ added: 0, changed: ['made null'], removed: [] });
});
