// Between two runs, machines of a network are moved, replaced, unplugged and added. The second run reports exactly
// these changes.
import { followChanges, leaveAll, type ReceivedChange } from '../support/change-follower';
import { eventually } from '../support/eventually';
import { inventoryDiff, type Change } from '../support/inventory-diff';
import { requirement } from '../support/requirement';
import { createWorld, type World } from '../support/world';
import { discoverAndResolve } from './lab/discover-and-resolve';
import { MachinesLab, vendorMac } from './lab/machines-lab';
import { whyNoNamespaces } from './lab/namespace-lab';
import { readFingerprints, readPicture } from './lab/picture';
import { expectedPicture, knownCables, type Cable, type Picture, type Truth } from './lab/truth';

const refusal = whyNoNamespaces();
const { test: check } = requirement(`network namespaces: ${refusal}`, refusal === undefined);
let world: World;
let lab: MachinesLab;
let firstTruth: Truth;
let firstPicture: Picture;
let nodes: ReadonlyMap<string, string> = new Map();
let afterFirst: Date;

beforeAll(async () => {
  if (refusal !== undefined) return;
  world = await createWorld();
  lab = new MachinesLab(world, 2);
  await lab.build();
});
afterAll(async () => {
  leaveAll();
  try {
    await lab?.tearDown();
  } finally {
    await world?.close();
  }
});

const discover = () => discoverAndResolve(lab, world);
const picture = async () => {
  const { machines, cables, links, subnets, ...more } = await readPicture(world, lab, undefined, nodes);
  return { seen: { machines, cables, links, subnets }, ...more };
};
/**
 * Changes as sorted lines, such as `Changed Interface sw1 p1 fdbMacs`: type of the change, kind of row, node, name of
 * the row (except for hosts), and the changed fields except `hostId`.
 */
function describeChanges(changes: readonly (Change | ReceivedChange)[]): string[] {
  return changes
    .map(({ kind, changeType, name, hostId, fields }) => {
      const parts = [changeType, kind, nodes.get(hostId!) ?? hostId, ...(kind === 'Host' ? [] : [name])];
      const changedFieldNames = fields.map(({ field }) => field).filter((field) => field !== 'hostId');
      return [...parts, ...(changeType === 'Changed' ? [changedFieldNames.sort().join()] : [])].join(' ');
    })
    .sort();
}

const facts = `query($network: UUID!) {
  identitySuggestions(filter: { network: { id: { eq: $network } } }) { totalCount }
  hosts(first: 20, filter: { network: { id: { eq: $network } } }) { nodes {
    id missingSince ports { number } services { name } identity { merges { mergedHostId } }
    history(first: 5) { nodes { changeType validFrom fields { field } } }
    ipAddresses { ipAddress moveReason history(first: 5) { nodes { changeType validFrom fields { field from to } } } }
  } }
}`;
interface Facts {
  readonly id: string;
  readonly missingSince: string | null;
  readonly ports: readonly { readonly number: number }[];
  readonly services: readonly { readonly name: string }[];
  readonly identity: { readonly merges: readonly object[] };
  readonly history: { readonly nodes: readonly StateOf<'field'>[] };
  readonly ipAddresses: readonly {
    readonly ipAddress: string;
    readonly moveReason: string | null;
    readonly history: { readonly nodes: readonly StateOf<'field' | 'from' | 'to'>[] };
  }[];
}
interface StateOf<Member extends string> {
  readonly changeType: string;
  readonly validFrom: string;
  readonly fields: readonly Readonly<Record<Member, unknown>>[];
}

check('the first run finds the machines of the lab and its cables', async () => {
  await discover();
  afterFirst = new Date();
  firstTruth = lab.truth;
  firstPicture = expectedPicture(lab, knownCables(lab));
  const { seen, nodeOf } = await picture();
  expect(seen).toEqual(firstPicture);
  nodes = nodeOf;
});

check('after the second one the map has each machine where it is now, and the changes are these', async () => {
  const before = knownCables(lab);
  const follower = await followChanges(world.url, world.owner, { networkId: world.networkId });
  await follower.receive();
  await lab.change(async () => {
    await lab.relocate('h1', { a: 'sw2', aPort: 'p10' }, ['10.77.0.61/24']);
    await lab.replace('h2', 'other', { mac: vendorMac(102), ports: [22, 443] });
    await lab.unplug('h3');
    await lab.add('new', { a: 'sw2', aPort: 'p11' }, { mac: vendorMac(7), ips: ['10.77.0.57/24'], ports: [80] });
  });
  await discover();
  const { seen, nodeOf, observedBy } = await picture();
  // The cable of `h2` no longer exists, because `other` was connected in place of `h2`. The cable of `h3`, which was
  // unplugged, stays stored.
  const isLast = ({ b }: Cable) => b !== 'h2';
  expect(seen).toEqual(expectedPicture(lab, knownCables(lab, before.filter(isLast))));
  // Machines that existed before the change have kept the ids of their hosts.
  expect([...nodeOf]).toEqual(expect.arrayContaining([...nodes]));
  expect([...nodeOf.values()].filter((node) => ![...nodes.values()].includes(node)).sort()).toEqual(['new', 'other']);
  nodes = nodeOf;
  const run = await world.prisma.discovery.findFirstOrThrow({
    where: { networkId: world.networkId, runType: 'Historical' },
    orderBy: { createdAt: 'desc' },
  });
  expect(observedBy(run.id).sort()).toEqual(['h1', 'h4', 'new', 'other', 'probe', 'sw1', 'sw2']);

  const { nodes: changes, totalCount } = await inventoryDiff(world, afterFirst, null, { first: 1000 });
  const port = (where: string, fields: string) => `Changed Interface ${where} fdbMacs,${fields}`;
  const expectedTexts = [
    ...['Binding new *:80/tcp', 'Binding other *:22/tcp', 'Binding other *:443/tcp', 'Host new', 'Host other'],
    ...['IPAddress new 10.77.0.57', 'Port new 80/tcp', 'Port other 22/tcp', 'Port other 443/tcp'],
    ...['Service new nginx', 'Service other SSH', 'Service other Unclaimed Open Ports'],
  ].map((line) => `Added ${line}`);
  expectedTexts.push(
    ...['Changed Host h2 formerMacs', 'Changed Host h3 missingSince', 'Changed IPAddress h1 10.77.0.61 ipAddress'],
    'Changed IPAddress other 10.77.0.52 macAddress,moveReason',
    // The switches' interfaces that changed: both ends of the cable between the switches, and each interface to which a
    // machine was or is now connected.
    ...['Changed Interface sw1 p1 fdbMacs', 'Changed Interface sw2 p1 fdbMacs', port('sw1 p3', 'neighbors')],
    ...[port('sw1 p2', 'neighbors,operStatus,stpState'), port('sw2 p2', 'operStatus,stpState')],
    ...['p10', 'p11'].map((free) => port(`sw2 ${free}`, 'neighbors,operStatus,stpState')),
  );
  expect(describeChanges(changes as Change[])).toEqual(expectedTexts.sort());
  await eventually(async () => {
    if (follower.receivedChanges.length < totalCount) await follower.receive();
    return follower.receivedChanges.length >= totalCount;
  });
  // The subscription reports every write, but `expectedTexts` only differences between the states before and after all
  // writes. So interfaces, duplicates, and rows of which only `firstDiscoveryId` has changed are not compared.
  const rows = (lines: readonly string[]) => [
    ...new Set(
      lines
        .filter((line) => !/ Interface | firstDiscoveryId$/.test(line))
        .map((line) => line.split(' ').slice(0, 4).join(' ')),
    ),
  ];
  expect(rows(describeChanges(follower.receivedChanges))).toEqual(rows(expectedTexts));
});

check('the history of each host tells what became of it, and nobody is asked who is who', async () => {
  const { hosts, identitySuggestions } = await world.owner.query(facts, { network: world.networkId });
  expect(identitySuggestions).toEqual({ totalCount: 0 });
  const all = hosts.nodes as Facts[];
  expect(all.flatMap(({ identity }) => identity.merges)).toEqual([]);
  const of = (node: string) => all.find(({ id }) => nodes.get(id) === node)!;
  const open = (node: string) => of(node).ports.map(({ number }) => number);
  // Fields that have changed since the first run. `firstDiscoveryId` is left out, because each run sets it in new rows.
  const changedFields = <Member extends string>(states: readonly StateOf<Member | 'field'>[]) =>
    states
      .filter(({ changeType, validFrom }) => changeType === 'Changed' && new Date(validFrom) > afterFirst)
      .flatMap(({ fields }) => fields.filter(({ field }) => field !== 'firstDiscoveryId'));
  const addresses = (node: string) =>
    of(node).ipAddresses.map(({ history, ...address }) => ({
      ...address,
      changes: changedFields(history.nodes),
    }));

  expect(addresses('h1')).toEqual([
    {
      ...{ ipAddress: '10.77.0.61', moveReason: null },
      changes: [{ field: 'ipAddress', from: '10.77.0.51', to: '10.77.0.61' }],
    },
  ]);
  const [was, is] = [vendorMac(2), vendorMac(102)];
  const moveReason = `from ${of('h2').id}: different MAC address: ${is} and ${was}`;
  const [movedMachine] = addresses('other');
  expect(movedMachine).toMatchObject({ ipAddress: '10.77.0.52', moveReason });
  expect(movedMachine!.changes).toEqual(
    expect.arrayContaining([
      { field: 'hostId', from: of('h2').id, to: of('other').id },
      { field: 'moveReason', from: null, to: moveReason },
    ]),
  );
  expect(['h2', 'other', 'new'].map((node) => [node, addresses(node).length])).toEqual([
    ['h2', 0],
    ['other', 1],
    ['new', 1],
  ]);
  expect([open('h2'), open('other'), open('new')]).toEqual([[22, 80, 8002], [22, 443], [80]]);
  expect(of('h2').services.map(({ name }) => name)).toEqual(expect.arrayContaining(['SSH', 'nginx']));
  expect(all.filter(({ missingSince }) => missingSince !== null).map(({ id }) => nodes.get(id))).toEqual(['h3']);
  const changedByNode = [...nodes.values()].map((node) => [
    node,
    ...changedFields(of(node).history.nodes).map(({ field }) => field),
  ]);
  expect(changedByNode.filter(([, ...fields]) => fields.length > 0)).toEqual(
    expect.arrayContaining([
      ['h2', 'formerMacs'],
      ['h3', 'missingSince'],
    ]),
  );
  expect(changedByNode.filter(([, ...fields]) => fields.length > 0)).toHaveLength(2);
  const { whySameHost } = await world.owner.query(
    'query($a: UUID!, $b: UUID!) { whySameHost(a: $a, b: $b) { verdict reasons { text } } }',
    { a: of('other').id, b: of('h2').id },
  );
  expect(whySameHost).toEqual({ verdict: 'Different', reasons: [{ text: `different MAC address: ${is} and ${was}` }] });
});

check('the past has the picture of the first run', async () => {
  const {
    nodeOf,
    observedBy: _observedBy,
    ...past
  } = await readPicture(world, { ...lab, truth: firstTruth }, afterFirst);
  expect(past).toEqual(firstPicture);
  // At the past instant, the machines have the same host ids as at present.
  expect([...nodes]).toEqual(expect.arrayContaining([...nodeOf]));
});

check('a third run changes nothing', async () => {
  const before = await readFingerprints(world);
  const since = new Date();
  await discover();
  expect(await inventoryDiff(world, since, null)).toMatchObject({ totalCount: 0 });
  expect(await readFingerprints(world)).toEqual(before);
});
