// Discovery of a whole lab network. The stored result equals the actual network, does not change between two runs if
// the network does not change, and follows each change of the network.
import { Webhook } from 'standardwebhooks';
import { recordEvents } from '../../src/modules/events/recording/record-events.sql';
import { RowsAside } from '../../src/platform/process/rows-aside';
import { inventoryDiff, type Change } from '../support/inventory-diff';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import {
  addWebhook,
  createTestSender,
  startReceiver,
  testSecret,
  type Receiver,
  type TestSender,
} from '../support/webhook-receiver';
import { createWorld, type World } from '../support/world';
import { discoverAndResolve } from './lab/discover-and-resolve';
import { NamespaceLab, whyNoNamespaces } from './lab/namespace-lab';
import { readFingerprints, readPicture } from './lab/picture';
import { SimulatedLab } from './lab/simulated-lab';
import { findCable, knownCables, expectedPicture, type Cable, type Lab, type Picture, type Truth } from './lab/truth';
import { requirement } from '../support/requirement';

const refusal = whyNoNamespaces();
const labs = [
  ['the lab of network namespaces', (world: World) => new NamespaceLab(world), refusal === undefined, true],
  ['the SNMP simulator', (world: World) => new SimulatedLab(world), true, false],
] as const;

describe.each(labs)('%s', (_title, labOf, isPossible, hasMachines) => {
  const { test: check } = requirement(`network namespaces: ${refusal}`, isPossible);
  let database: OwnDatabase;
  let world: World;
  let lab: Lab;
  let receiver: Receiver;
  let sender: TestSender;
  let nmap: () => Promise<string>;
  let fail: (node: string) => Promise<void>;
  let revive: (node: string) => Promise<void>;
  let firstTruth: Truth;
  let firstPicture: Picture;
  let afterFirst: Date;
  let cables: Cable[];

  beforeAll(async () => {
    if (!isPossible) return;
    // A separate database, because the service's job for events processes all networks of a database.
    database = await createMigratedDatabase();
    world = await createWorld({ DATABASE_URL: database.url });
    const createdLab: Lab & {
      build: () => Promise<void>;
      nmap?: () => Promise<string>;
      fail?: (node: string) => Promise<void>;
      revive?: (node: string) => Promise<void>;
    } = labOf(world);
    lab = createdLab;
    nmap = () => createdLab.nmap!();
    fail = (node) => createdLab.fail!(node);
    revive = (node) => createdLab.revive!(node);
    await createdLab.build();
    receiver = await startReceiver();
    sender = createTestSender(world);
    await addWebhook(world, { url: receiver.url, kinds: ['MachineSilent', 'MachineBack'] });
  });
  afterAll(async () => {
    try {
      await lab?.tearDown();
    } finally {
      await sender?.close();
      await receiver?.close();
      await world?.stop();
      await database?.drop();
    }
  });

  /** Runs a discovery, and then the service's jobs that record events and send webhook messages. */
  const discover = async () => {
    await discoverAndResolve(lab, world);
    const failedAside = new RowsAside((error) => {
      throw error;
    });
    while ((await recordEvents(world.prisma, new Date(), failedAside)) > 0);
    await sender.sendAll();
  };
  const picture = async () => {
    const { machines, cables: drawnCables, links, subnets, ...more } = await readPicture(world, lab);
    return { seen: { machines, cables: drawnCables, links, subnets }, ...more };
  };
  const runs = () =>
    world.prisma.discovery.findMany({
      where: { networkId: world.networkId, runType: 'Historical' },
      orderBy: { createdAt: 'asc' },
    });
  const events = async (since: Date) => {
    const where = { organizationId: world.organizationId, createdAt: { gte: since } };
    return (await world.prisma.auditEvent.findMany({ where })).map(({ eventType }) => eventType);
  };

  check('machines, ports, cables and subnets are those of the lab, and none besides', async () => {
    await discover();
    firstTruth = lab.truth;
    cables = knownCables(lab);
    firstPicture = expectedPicture(lab, cables);
    expect((await picture()).seen).toEqual(firstPicture);
    expect(await runs()).toMatchObject([{ results: { phase: 'Complete', warnings: [] } }]);
  });

  check('a second run changes no row, and the audit log tells of none', async () => {
    afterFirst = new Date();
    const before = await readFingerprints(world);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['hosts', 'hosts_revisions', 'interface_neighbors']));
    await discover();
    expect(await readFingerprints(world)).toEqual(before);
    expect(await inventoryDiff(world, afterFirst, null)).toMatchObject({ totalCount: 0 });
    expect(await events(afterFirst)).toEqual(lab.eventsOfRun);
    expect(await runs()).toHaveLength(2);
  });

  check('a cable that is moved and hosts that are unplugged are exactly the difference', async () => {
    const movedCable = findCable(lab.truth, 'h6');
    const pulledCables = ['h2', 'h3'].map((host) => findCable(lab.truth, host));
    await lab.move('h6', { a: 'sw4', aPort: 'p9' });
    await lab.unplug(...pulledCables.map(({ b }) => b));
    const before = new Date();
    await discover();
    const now = knownCables(lab, cables);
    const { seen, nodeOf, observedBy } = await picture();
    expect(seen).toEqual(expectedPicture(lab, now));

    const diff = await inventoryDiff(world, before, null, { first: 1000 });
    const changes = (diff.nodes as Change[]).map(({ kind, changeType, name, hostId, fields }) => {
      const changedFields = fields.filter(({ field }) => ['operStatus', 'neighbors', 'missingSince'].includes(field));
      return [
        changeType,
        kind,
        nodeOf.get(hostId!),
        // A host without a name is named by its IP address. So names of hosts are not compared: the lab's node
        // identifies the host.
        ...(kind === 'Host' ? [] : [name]),
        changedFields
          .map(({ field }) => field)
          .sort()
          .join(),
      ].join(' ');
    });
    const atPort = ({ a, aPort }: Cable, fields: string) => `Changed Interface ${a} ${aPort} ${fields}`;
    const expectedTexts = pulledCables.map((cable) => atPort(cable, 'operStatus'));
    if (lab.sweeps) expectedTexts.push(...pulledCables.map(({ b }) => `Changed Host ${b} missingSince`));
    expectedTexts.push(atPort(movedCable, 'neighbors,operStatus'));
    expectedTexts.push(atPort(findCable(lab.truth, 'h6'), 'neighbors,operStatus'));
    expect(changes.filter((line) => !line.endsWith(' ')).sort()).toEqual(expectedTexts.sort());
    // In all forwarding tables, only the MAC addresses of the moved and unplugged hosts are added or removed.
    const macs = ['h2', 'h3', 'h6'].map((host) => firstTruth.nodes[host]![0]!.mac);
    for (const { fields } of diff.nodes as Change[])
      for (const { field, from, to } of fields)
        if (field === 'fdbMacs')
          expect(macs).toEqual(expect.arrayContaining(differing(from as string[], to as string[])));

    const unseen = pulledCables.map(({ b }) => b);
    const last = (await runs()).at(-1)!;
    const present = Object.keys(lab.truth.nodes).filter((node) => !unseen.includes(node));
    expect(observedBy(last.id).sort()).toEqual(present.sort());
  });

  check('the past has the picture of the first run', async () => {
    const {
      machines,
      cables: drawnCables,
      links,
      subnets,
    } = await readPicture(world, { ...lab, truth: firstTruth }, afterFirst);
    expect({ machines, cables: drawnCables, links, subnets }).toEqual(firstPicture);
  });

  check('what is plugged in again is in the picture again', async () => {
    const before = knownCables(lab, cables);
    await lab.plugIn('h2', 'h3');
    await discover();
    const { seen } = await picture();
    expect(seen).toEqual(expectedPicture(lab, knownCables(lab, before)));
    expect(Object.values(seen.subnets).flat()).toEqual(
      expect.arrayContaining(Object.values(firstPicture.subnets).flat()),
    );
  });

  // Only labs of network namespaces have open TCP ports that nmap can find. Simulated devices respond to SNMP only.
  if (hasMachines)
    check(
      'what nmap finds is imported on top: no machine is doubled, and the second time nothing changes',
      async () => {
        const file = await nmap();
        const { seen } = await picture();
        const first = await importFile(file);
        const { length: foundCount } = first.rows.filter(({ kind }) => kind === 'Host');
        expect(foundCount).toBeGreaterThan(Object.keys(lab.truth.nodes).length / 2);
        // If nmap and the agent report different values, the import keeps the stored value, with the code `value_kept`.
        const isKept = ({ code }: { code: string | null }) => code === 'value_kept';
        expect(first.rows.filter((row) => !['Change', 'Match'].includes(row.action) && !isKept(row))).toEqual([]);
        expect((await picture()).seen).toEqual(seen);
        const before = await readFingerprints(world);
        const second = await importFile(file);
        expect(second.rows.filter((row) => row.action !== 'Match' && !isKept(row))).toEqual([]);
        expect(await readFingerprints(world)).toEqual(before);
      },
    );

  // Not for simulated devices: traffic to them does not pass through other devices, so a failed switch cuts off
  // nothing.
  if (hasMachines) {
    check('supposing that a switch fails names exactly the machines that the next run does not reach', async () => {
      const { nodeOf, observedBy } = await picture();
      const hostOf = (node: string) => [...nodeOf].find(([, one]) => one === node)![0];
      const reached = observedBy((await runs()).at(-1)!.id);
      const { topologies } = await world.owner.query(
        `query ($networkId: UUID!, $hostId: UUID!, $root: UUID!) { topologies(networkId: $networkId, first: 1) { nodes {
          whatIf(changes: [{ hostFails: { hostId: $hostId } }]) { errors { code }
            impact(root: $root) { unreachableCount unreachable { stopId kind } } } } } }`,
        { networkId: world.networkId, hostId: hostOf('sw2'), root: hostOf(lab.agentsNode!) },
      );
      const { errors, impact } = topologies.nodes[0].whatIf;
      expect(errors).toEqual([]);
      const cutOff = (impact.unreachable as { stopId: string }[]).map(({ stopId }) => nodeOf.get(stopId)!);
      expect(impact.unreachableCount).toBe(cutOff.length);

      await fail('sw2');
      receiver.messages.splice(0);
      await discover();
      const { observedBy: observedNow } = await picture();
      const reachedNow = observedNow((await runs()).at(-1)!.id);
      expect(['sw2', ...cutOff].sort()).toEqual(reached.filter((node) => !reachedNow.includes(node)).sort());
      // Reached only through `sw2`: its hosts `h3` and `h4`, and the switch `sw4` with its hosts `h7` and `h8`.
      expect(cutOff).toEqual(expect.arrayContaining(['sw4', 'h3', 'h4', 'h7', 'h8']));
    });

    check('the switch that failed is one signed message with what it took along, and so is its return', async () => {
      const [silent, ...others] = eventsOf(receiver);
      expect(others).toEqual([]);
      expect(silent).toMatchObject({ kind: 'MachineSilent', severity: 'Critical' });
      expect(silent!.code).toBe('machine_silent_with_others');
      expect(silent!.message).toMatch(/^sw2 /);
      // At least six machines: `sw2`, the switch behind it, and four hosts.
      expect(silent!.count).toBeGreaterThanOrEqual(6);

      await revive('sw2');
      receiver.messages.splice(0);
      await discover();
      const returned = eventsOf(receiver);
      expect(returned.map(({ kind }) => kind)).toEqual(['MachineBack']);
      expect(returned[0]).toMatchObject({ count: silent!.count, host_ids: silent!.host_ids });
      expect(returned[0]!.params.seconds).toBeGreaterThan(0);
      expect(returned[0]!.message).toMatch(/^sw2 /);
    });
  }

  async function importFile(
    file: string,
  ): Promise<{ rows: { kind: string; action: string; name: string; code: string | null }[] }> {
    const { planImport: plan } = await world.owner.query(
      `mutation ($input: PlanImportInput!) { planImport(input: $input) { id rows(first: 1000) { nodes { kind action name code } } } }`,
      { input: { networkId: world.networkId, fileName: 'nmap.xml', file } },
    );
    await world.owner.query(`mutation ($id: UUID!) { applyImport(planId: $id) { id } }`, { id: plan.id });
    return { rows: plan.rows.nodes };
  }
});

interface ToldEvent {
  readonly kind: string;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly host_ids: readonly string[];
  readonly params: { readonly seconds?: number };
}

/** The events in webhook messages. Throws if the signature of a message is invalid. */
const eventsOf = ({ messages }: Receiver): ToldEvent[] =>
  messages.flatMap(({ body, headers }) => {
    const payload = new Webhook(testSecret).verify(body, headers as Record<string, string>);
    return (payload as { data: { events: ToldEvent[] } }).data.events;
  });

const differing = (from: readonly string[], to: readonly string[]) => [
  ...from.filter((one) => !to.includes(one)),
  ...to.filter((one) => !from.includes(one)),
];
