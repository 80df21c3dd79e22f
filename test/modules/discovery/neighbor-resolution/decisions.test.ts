// Users' decisions on links: a refuted pair is never linked, a proposed or confirmed pair always is. After a decision
// is withdrawn, links are as if it had not been made.
import fc from 'fast-check';
import {
  linkKey,
  type Decision,
  type Ends,
  type EvidenceRow,
  type Inventory,
  type Link,
  type StoredLink,
} from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { linkChanges } from '../../../../src/modules/discovery/neighbor-resolution/link-changes';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, host, lldp, mac, network, port } from './network';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
/** Parses the ends of a link: `a/1>b/1` leads to a port, `a/1>b` to a host. */
const endsOf = (text: string): Ends => {
  const [interfaceId, remote] = text.split('>') as [string, string];
  const isPort = remote.includes('/');
  return { interfaceId, remoteInterfaceId: isPort ? remote : null, remoteHostId: isPort ? null : remote };
};
const textOf = ({ interfaceId, remoteInterfaceId, remoteHostId }: Ends) =>
  `${interfaceId}>${remoteInterfaceId ?? remoteHostId}`;
/** Parses a decision: `+` proposes, `=` confirms, `-` refutes. */
const parseDecision = (text: string): Decision => {
  const verdict = ({ '+': 'Proposed', '=': 'Confirmed', '-': 'Refuted' } as const)[text[0]!]!;
  return { ...endsOf(text.slice(1)), verdict };
};
const tells = (interfaceId: string, remote: string): EvidenceRow =>
  lldp(interfaceId, {
    sysName: remote.split('/')[0]!,
    portId: remote.includes('/') ? { subtype: 'InterfaceName', value: remote } : null,
    observedAt: day(20),
  });
const storedLink = (text: string, basis: Link['basis'] = null): StoredLink => ({
  ...{ ...endsOf(text), id: text, protocol: 'LLDP' as const, basis },
  ...{ createdAt: day(10), downSince: null },
});

const hosts = ['a', 'b', 'c', 's'].map((id) => host(id, { sysName: id }));
const namePort = (id: string, fields = {}) => port(id, { ifName: id, ...fields });
const ports = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((id) => namePort(id));
const world = (rows: Partial<Inventory>) => network({ hosts, ports, staleBefore: day(1), ...rows });
const table = {
  addresses: [address('c', '10.0.0.3', mac(3))],
  ports: [...ports, namePort('s/1', { fdbMacs: [mac(3)], fdbReadAt: day(20), lastRunId: 'run' })],
};

/** The links that are stored after resolving the inventory. */
function after(inventory: Inventory): StoredLink[] {
  const { addedLinks, changedLinks, removedIds } = linkChanges(inventory.stored, resolveNeighbors(inventory, null));
  const now = new Map(changedLinks.map((link) => [link.id, link]));
  const keptLinks = inventory.stored
    .filter(({ id }) => !removedIds.includes(id))
    .map((link) => now.get(link.id) ?? link);
  return [...keptLinks, ...addedLinks.map((link) => ({ ...link, id: textOf(link), createdAt: day(21) }))];
}
const writeLinks = (links: readonly Link[]) =>
  links.map((one) => [textOf(one), one.basis].filter(Boolean).join(' ')).sort();

interface Case {
  readonly name: string;
  readonly rows: Partial<Inventory>;
  readonly decisions: readonly string[];
  readonly without: readonly string[];
  readonly links: readonly string[];
  readonly reason?: string;
}
const cases: readonly Case[] = [
  {
    name: 'proposed to a port',
    rows: {},
    decisions: ['+a/1>b/1'],
    without: [],
    links: ['a/1>b/1 Manual'],
  },
  {
    name: 'proposed to a host',
    rows: {},
    decisions: ['+a/1>b'],
    without: [],
    links: ['a/1>b Manual'],
  },
  {
    name: 'proposed, and reported from the other end: what is reported says more',
    rows: { evidence: [tells('b/1', 'a/1')], stored: [storedLink('a/1>b/1', 'Manual')] },
    decisions: ['+a/1>b/1'],
    without: ['b/1>a/1'],
    links: ['b/1>a/1'],
  },
  {
    name: 'proposed to a host, and reported to a port of it',
    rows: { evidence: [tells('a/1', 'b/2')] },
    decisions: ['+a/1>b'],
    without: ['a/1>b/2'],
    links: ['a/1>b/2'],
  },
  {
    name: 'proposed within a host: nothing',
    rows: {},
    decisions: ['+a/1>a/2'],
    without: [],
    links: [],
  },
  {
    name: 'confirmed, and another neighbour reported: both',
    rows: { evidence: [tells('a/1', 'c/1')], stored: [storedLink('a/1>b/1')] },
    decisions: ['=a/1>b/1'],
    without: ['a/1>c/1'],
    links: ['a/1>b/1', 'a/1>c/1'],
  },
  {
    name: 'confirmed as a host: its stored link to a port stays until another port of it is reported',
    rows: { stored: [storedLink('a/1>b/1')], evidence: [tells('a/1', 'c/1')] },
    decisions: ['=a/1>b'],
    without: ['a/1>c/1'],
    links: ['a/1>b/1', 'a/1>c/1'],
  },
  {
    name: 'refuted from the other end',
    rows: { evidence: [tells('a/1', 'b/1'), tells('b/1', 'a/1')], stored: [storedLink('a/1>b/1')] },
    decisions: ['-b/1>a/1'],
    without: ['a/1>b/1', 'b/1>a/1'],
    links: [],
    reason: 'Refuted',
  },
  {
    name: 'refuted for a host: for each of its ports, from either end',
    rows: { evidence: [tells('a/1', 'b/1'), tells('b/1', 'a/1')] },
    decisions: ['-a/1>b'],
    without: ['a/1>b/1', 'b/1>a/1'],
    links: [],
    reason: 'Refuted',
  },
  {
    name: 'refuted for a port: the host may be connected otherwise',
    rows: { evidence: [tells('a/1', 'b')] },
    decisions: ['-a/1>b/1'],
    without: ['a/1>b'],
    links: ['a/1>b'],
    reason: 'UnknownPort',
  },
  {
    name: 'a refuted report replaces nothing',
    rows: { evidence: [tells('a/1', 'b/1')], stored: [storedLink('a/1>c/1')] },
    decisions: ['-a/1>b/1'],
    without: ['a/1>b/1'],
    links: ['a/1>c/1'],
    reason: 'Refuted',
  },
  {
    name: 'a port of a refuted host, by a decision of its own',
    rows: { evidence: [tells('a/1', 'b/1')] },
    decisions: ['-a/1>b', '+a/1>b/2'],
    without: ['a/1>b/1'],
    links: ['a/1>b/2 Manual'],
    reason: 'Refuted',
  },
  {
    name: 'a forwarding table whose machine is refuted',
    rows: { ...table, stored: [storedLink('s/1>c/1', 'FDB')] },
    decisions: ['-s/1>c'],
    without: ['s/1>c FDB'],
    links: [],
  },
  {
    name: 'a forwarding table of a port that is decided',
    rows: table,
    decisions: ['+s/1>b/1'],
    without: ['s/1>c FDB'],
    links: ['s/1>b/1 Manual'],
  },
  {
    name: 'a confirmed link of a table stays when the machine is learned elsewhere',
    rows: {
      ...table,
      ports: [...table.ports, namePort('a/9', { fdbMacs: [], fdbReadAt: null })],
      stored: [storedLink('a/9>c', 'FDB')],
    },
    decisions: ['=a/9>c'],
    without: ['s/1>c FDB'],
    links: ['a/9>c FDB'],
  },
];

test.each(cases)('$name', ({ rows, decisions, without, links, reason }) => {
  const inventory = world({ ...rows, decisions: decisions.map(parseDecision) });
  expect(writeLinks(after(inventory))).toEqual([...links].sort());
  if (reason !== undefined) {
    const { outcomes } = resolveNeighbors(inventory, null);
    expect(outcomes.get(inventory.evidence[0]!.id)!.reason).toBe(reason);
  }
  // After the decisions are withdrawn, links are the same as if the decisions had never been made.
  const undone = after({ ...inventory, stored: after(inventory), decisions: [] });
  const never = after({ ...inventory, stored: after({ ...inventory, decisions: [] }), decisions: [] });
  expect(writeLinks(never)).toEqual([...without].sort());
  if (!rows.stored) expect(writeLinks(undone)).toEqual(writeLinks(never));
});

test('forwarding tables of decided ports, and of refuted links, report the decision as outcome', () => {
  const reasonWith = (decision: string) =>
    resolveNeighbors(world({ ...table, decisions: [parseDecision(decision)] }), null).forwarding.get('s/1');
  expect(reasonWith('+s/1>b/1')).toBe('Decided');
  expect(reasonWith('-s/1>c')).toBe('Refuted');
});

const hostIds = ['a', 'b', 'c'];
const portIds = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'];
const pairs = portIds.flatMap((one) => [...portIds, ...hostIds].map((other) => `${one}>${other}`));
const between = (text: string) => text.split('>')[0]![0] !== text.split('>')[1]![0];
const someEnds = fc.constantFrom(...pairs.filter(between));
const pairOf = (text: string) => (endsOf(text).remoteInterfaceId ? text.split('>').sort().join('>') : text);
const networkOf = (mostTables: number) =>
  fc
    .record({
      heard: fc.array(someEnds, { maxLength: 6 }),
      learned: fc.array(fc.tuple(fc.constantFrom('a/1', 'b/1', 'b/2'), fc.constantFrom('a', 'b', 'c')), {
        maxLength: mostTables,
      }),
      kept: fc.uniqueArray(fc.tuple(someEnds, fc.constantFrom(null, 'FDB' as const)), {
        maxLength: 4,
        selector: ([text]) => text,
      }),
      decisions: fc.uniqueArray(fc.tuple(fc.constantFrom('+', '=', '-'), someEnds), {
        maxLength: 4,
        selector: ([, text]) => pairOf(text),
      }),
    })
    .map(({ heard, learned, kept, decisions }) => {
      const macs = new Map(hostIds.map((id, at) => [id, mac(at + 1)]));
      const tables = new Map<string, string>(learned);
      return world({
        hosts: hostIds.map((id) => host(id, { sysName: id })),
        addresses: hostIds.map((id, at) => address(id, `10.0.0.${at + 1}`, macs.get(id)!)),
        ports: portIds.map((id) => {
          const far = tables.get(id);
          return namePort(
            id,
            far === undefined ? {} : { fdbMacs: [macs.get(far)!], fdbReadAt: day(20), lastRunId: 'run' },
          );
        }),
        evidence: heard.map((text) => tells(text.split('>')[0]!, text.split('>')[1]!)),
        stored: kept.map(([text, basis]) => storedLink(text, basis)),
        decisions: decisions.map(([verdict, text]) => parseDecision(verdict + text)),
      });
    });
const someNetwork = networkOf(3);
const hostOf = (portId: string | null) => portId?.split('/')[0] ?? null;
/** Whether a link connects the two ends, in either direction. A host as an end stands for any of its ports. */
const isBetween = ({ interfaceId, remoteInterfaceId, remoteHostId }: Ends, link: Ends): boolean => {
  const turnedLink = { interfaceId: link.remoteInterfaceId, remoteInterfaceId: link.interfaceId, remoteHostId: null };
  return [link, ...(link.remoteInterfaceId ? [turnedLink] : [])].some(
    (one) =>
      one.interfaceId === interfaceId &&
      (remoteHostId === null
        ? one.remoteInterfaceId === remoteInterfaceId
        : (one.remoteHostId ?? hostOf(one.remoteInterfaceId)) === remoteHostId),
  );
};

test('a refuted pair is never linked; a proposed or confirmed one always is', () => {
  fc.assert(
    fc.property(someNetwork, (inventory) => {
      const links = after(inventory);
      expect(new Set(links.map(linkKey)).size).toBe(links.length);
      const expectedDecisions = inventory.decisions.filter(({ verdict }) => verdict !== 'Refuted');
      for (const decision of expectedDecisions)
        expect(links.filter((link) => isBetween(decision, link))).not.toEqual([]);
      for (const decision of inventory.decisions.filter(({ verdict }) => verdict === 'Refuted')) {
        const against = links.filter((link) => isBetween(decision, link));
        // A decision against a link to a host does not exclude a link to one of the host's ports that another decision
        // proposes or confirms.
        expect(
          against.filter((link) => !expectedDecisions.some((one) => pairOf(textOf(one)) === pairOf(textOf(link)))),
        ).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a second resolution changes nothing, whatever was decided', () => {
  fc.assert(
    fc.property(someNetwork, (inventory) => {
      const first = { ...inventory, stored: after(inventory) };
      const second = { ...first, stored: after(first) };
      expect(writeLinks(after(second))).toEqual(writeLinks(second.stored));
    }),
    { numRuns: 500 },
  );
});

test('withdrawing its decisions gives a network the links that it would have without them', () => {
  fc.assert(
    // The networks have no forwarding tables, because a decision can make a table count as outdated until it is read
    // again, even after the decision is withdrawn.
    fc.property(networkOf(0), (inventory) => {
      // The network starts without stored links: a stored link that a decision has removed would not return when the
      // decision is withdrawn.
      const fresh = { ...inventory, stored: [] };
      const undecidedInventory = { ...fresh, decisions: [] };
      expect(writeLinks(after({ ...undecidedInventory, stored: after(fresh) }))).toEqual(
        writeLinks(after(undecidedInventory)),
      );
    }),
    { numRuns: 1000 },
  );
});
