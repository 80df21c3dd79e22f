// On generated histories, a client that is disconnected at any time receives every change of every row exactly once.
import fc from 'fast-check';
import { followChanges, leaveAll, type ChangeFollower, type ReceivedChange } from '../../support/change-follower';
import { databaseInstant } from '../../support/instants';
import { addInventory, type Inventory } from '../../support/inventory';
import { inventorySteps } from '../../support/inventory-steps';
import { createWorld, serve, type Caller, type World } from '../../support/world';

let world: World;
let other: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  [world, other] = [await createWorld(), await serve()];
});
afterAll(async () => {
  leaveAll();
  await other.stop();
  await world.close();
});

/** For each kind, the table of its rows. */
const tables: Readonly<Record<string, string>> = {
  ...{ Subnet: 'subnets', VLAN: 'vlans', Host: 'hosts', Interface: 'interfaces', IPAddress: 'ip_addresses' },
  ...{ Port: 'ports', Service: 'services', Binding: 'bindings', Group: 'groups', Tag: 'tags' },
};
const document = `query($kind: InventoryKind!, $id: UUID!) { history(kind: $kind, id: $id, first: 1000) {
  nodes { entityId validFrom changeType fields { field from to } event { eventId } } } }`;
const changeTypes: Readonly<Record<string, string>> = {
  ...{ Created: 'Added', Earliest: 'Added', Changed: 'Changed', Deleted: 'Removed' },
};
interface Revision {
  readonly entityId: string;
  readonly validFrom: string;
  readonly changeType: string;
  readonly fields: readonly object[];
  readonly event: { readonly eventId: string };
}

/** All changes from `since` on according to the histories of all rows, including deleted ones. */
async function toldByHistory(since: Date): Promise<string[]> {
  const historyLines: string[] = [];
  for (const [kind, table] of Object.entries(tables)) {
    const scope = kind === 'Tag' ? 'organization_id' : 'network_id';
    const ids = await world.prisma.$queryRawUnsafe<{ id: string }[]>(
      `SELECT id FROM ${table} WHERE ${scope} = $1::uuid UNION SELECT id FROM ${table}_revisions WHERE ${scope} = $1::uuid`,
      kind === 'Tag' ? world.organizationId : world.networkId,
    );
    for (const { id } of ids) {
      const { history } = await world.owner.query(document, { kind, id });
      for (const { entityId, validFrom, changeType, fields, event } of history.nodes as Revision[])
        if (new Date(validFrom) > since && fields.length > 0)
          historyLines.push(
            JSON.stringify([validFrom, kind, entityId, changeTypes[changeType], fields, event.eventId]),
          );
    }
  }
  return historyLines.sort();
}
const toldByStream = (receivedChanges: readonly ReceivedChange[], since: Date): string[] =>
  receivedChanges
    .filter(({ changedAt }) => new Date(changedAt) > since)
    .map(({ changedAt, kind, entityId, changeType, fields, event }) =>
      JSON.stringify([changedAt, kind, entityId, changeType, fields, event!.eventId]),
    )
    .sort();

/**
 * What happens after a change: nothing, the client's stream is cut, the client moves to another replica, the client
 * waits for a change, or the next change runs at the same time.
 */
const interludes = ['nothing', 'nothing', 'cut', 'move', 'wait', 'together'] as const;
const step = fc.tuple(
  fc.constantFrom(...Object.keys(inventorySteps)),
  fc.nat({ max: 1000 }),
  fc.constantFrom(...interludes),
);

test('after any changes and interruptions, a client has received every change exactly once', async () => {
  const { prisma, networkId, organizationId } = world;
  let keys: readonly Caller[] = [];
  let [round, openedFollowers] = [0, 0];
  // The service limits the streams per user, and a closed stream may still count for a moment, so several users take
  // turns.
  const follow = (url: string, since?: string) =>
    followChanges(url, keys[(openedFollowers += 1) % keys.length]!, { networkId, since });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (script) => {
      round += 1;
      const users = await Promise.all([1, 2, 3].map(() => world.addUser('Member')));
      keys = await Promise.all(users.map((user) => world.addKey(user, { permissions: 'Viewer' })));
      const start = await databaseInstant(prisma);
      let client = await follow(world.url);
      await client.receive();
      const clients: ChangeFollower[] = [client];
      const again = async (url: string) => {
        client.leave();
        clients.push((client = await follow(url, client.cursor)));
      };
      const inventory: Inventory = await addInventory(prisma, { networkId, organizationId }, 3);
      const beside: Promise<unknown>[] = [];
      for (const [name, seed, interlude] of script) {
        const stepResult = inventorySteps[name]!(world, inventory, seed);
        // Two changes at the same time may conflict. The service then refuses one of the two changes, which must have
        // no effect.
        if (interlude === 'together') beside.push(stepResult.catch(() => undefined));
        else await stepResult;
        if (interlude === 'cut') await again(world.url);
        if (interlude === 'move') await again(other.url);
        if (interlude === 'wait') {
          const { id } = await prisma.host.create({ data: { networkId, name: 'a host to wait for' } });
          await client.until(({ entityId }) => entityId === id);
        }
      }
      await Promise.all(beside);
      const { id } = await prisma.tag.create({ data: { organizationId, name: `the last of round ${round}` } });
      await client.until(({ entityId }) => entityId === id);
      client.leave();
      expect(clients.map(({ gaps }) => gaps)).toEqual(clients.map(() => 0));
      const receivedChanges = clients.flatMap((one) => one.receivedChanges);
      expect(toldByStream(receivedChanges, start)).toEqual(await toldByHistory(start));
      // Changes arrive in the order of time, so that newer values can replace older ones.
      const times = receivedChanges.map(({ changedAt }) => changedAt);
      expect(times).toEqual([...times].sort());
      await prisma.host.deleteMany({ where: { networkId } });
      for (const model of [prisma.vlan, prisma.group, prisma.subnet])
        await (model as typeof prisma.vlan).deleteMany({ where: { networkId, name: { not: 'Internet' } } });
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
