// On generated histories, applying a difference to the state at its start gives the state at its end.
import fc from 'fast-check';
import type { Viewer } from '../../../src/data/tenancy/viewer';
import { delegateOf } from '../../../src/data/model/delegate';
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { addInventory } from '../../support/inventory';
import { inventorySteps } from '../../support/inventory-steps';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/**
 * For each kind of row: its Prisma model, and how the lists in its states (such as `tagIds`) are computed from a
 * relation.
 */
const kinds: Record<
  string,
  { model: string; lists: Record<string, [relation: string, of: (link: never) => unknown]> }
> = {
  Subnet: { model: 'Subnet', lists: { tagIds: tags() } },
  VLAN: { model: 'Vlan', lists: {} },
  Host: { model: 'Host', lists: { tagIds: tags() } },
  Interface: {
    model: 'Interface',
    lists: {
      vlanIds: ['taggedVlans', ({ vlanId }: { vlanId: string }) => vlanId],
      neighbors: [
        'neighbors',
        (link: { remoteInterfaceId: string | null; remoteHostId: string | null; protocol: string }) => ({
          id: link.remoteInterfaceId ?? link.remoteHostId,
          type: link.remoteInterfaceId ? 'Interface' : 'Host',
          protocol: link.protocol,
        }),
      ],
    },
  },
  IPAddress: { model: 'IpAddress', lists: {} },
  Port: { model: 'Port', lists: {} },
  Service: { model: 'Service', lists: { tagIds: tags() } },
  Binding: { model: 'Binding', lists: {} },
  Group: {
    model: 'Group',
    lists: {
      tagIds: tags(),
      memberIds: [
        'members',
        ({ serviceId, bindingId }: { serviceId: string | null; bindingId: string | null }) => serviceId ?? bindingId,
      ],
    },
  },
};
function tags(): [string, (link: never) => unknown] {
  return ['tagAssignments', ({ tagId }: { tagId: string }) => tagId];
}
const untold = ['id', 'createdAt', 'updatedAt', 'validFrom', 'validTo', 'lineageId', 'auditEventId', 'lastSeenAt'];
const notTold = new Set([...untold, 'lastDiscoveryId', 'subnetCidr', 'naturalName']);

type Fields = Record<string, unknown>;
type State = Map<string, Fields>;
const isFilled = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
const inOrder = (field: string, list: unknown[]) =>
  field === 'memberIds' ? list : [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** All rows of the network as the lists return them at an instant, without empty values. */
async function stateAt(at: Date): Promise<State> {
  const { organizationId, networkId, owner } = world;
  const viewer: Viewer = {
    ...{ via: 'session', userId: owner.userId, credentialId: owner.userId, organizationId },
    ...{ networkIds: [networkId], permissions: 'Owner', sessionId: owner.userId },
  } as never;
  const db = dbFor(world.prisma, viewer, at);
  const state: State = new Map();
  for (const [kind, { model, lists }] of Object.entries(kinds)) {
    const include = Object.fromEntries(
      Object.values(lists).map(([relation]) => [
        relation,
        relation === 'members' ? { orderBy: [{ position: 'asc' }, { id: 'asc' }] } : true,
      ]),
    );
    const rows = await delegateOf(db, model).findMany({ ...(Object.keys(include).length && { include }) });
    for (const row of rows) {
      const ownRows = Object.entries(row).filter(([name]) => !notTold.has(name) && !(name in include));
      const stateEntries = Object.entries(lists).map(([field, [relation, of]]) => [
        field,
        inOrder(field, (row[relation] as never[]).map(of)),
      ]);
      const fields = [...ownRows, ...stateEntries]
        .filter(([, value]) => isFilled(value))
        .map(([name, value]) => [name, plain(value)]);
      state.set(`${kind} ${String(row.id)}`, Object.fromEntries(fields));
    }
  }
  return state;
}

const query = `query ($network: UUID!, $from: DateTime!, $to: DateTime!, $after: String) {
  inventoryDiff(networkId: $network, from: $from, to: $to, first: 7, after: $after,
      kinds: [${Object.keys(kinds).join(' ')}]) {
    nodes { kind entityId changeType fields { field from to } } pageInfo { hasNextPage endCursor }
  }
}`;
interface Change {
  readonly kind: string;
  readonly entityId: string;
  readonly changeType: string;
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}
async function changesBetween(from: Date, to: Date): Promise<Change[]> {
  const changes: Change[] = [];
  for (let after: string | null = null; ;) {
    const { inventoryDiff } = await world.owner.query(query, { network: world.networkId, from, to, after });
    changes.push(...(inventoryDiff.nodes as Change[]));
    if (!inventoryDiff.pageInfo.hasNextPage) return changes;
    after = inventoryDiff.pageInfo.endCursor as string;
  }
}

/** Applies changes to a state. Expects each old value to be in the state. */
function applyChanges(state: State, changes: readonly Change[]): State {
  const result = new Map([...state].map(([key, fields]) => [key, { ...fields }]));
  for (const { kind, entityId, changeType, fields } of changes) {
    const key = `${kind} ${entityId}`;
    expect(result.has(key)).toBe(changeType !== 'Added');
    const row: Fields = result.get(key) ?? {};
    for (const { field, from, to } of fields) {
      expect({ key, [field]: row[field] ?? null }).toEqual({ key, [field]: isFilled(from) ? from : null });
      if (isFilled(to)) row[field] = to;
      else delete row[field];
    }
    expect(fields.length).toBeGreaterThan(0);
    if (changeType === 'Removed') {
      expect({ key, row }).toEqual({ key, row: {} });
      result.delete(key);
    } else result.set(key, row);
  }
  return result;
}

test('the difference between any two instants is correct', async () => {
  const { prisma, networkId, organizationId } = world;
  const step = fc.tuple(fc.constantFrom(...Object.keys(inventorySteps)), fc.nat({ max: 1000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (script) => {
      const instants = [await databaseInstant(prisma)];
      const inventory = await addInventory(prisma, { networkId, organizationId }, 4);
      for (const [index, [name, seed]] of script.entries()) {
        if (index % 3 === 0) instants.push(await databaseInstant(prisma));
        await inventorySteps[name]!(world, inventory, seed);
      }
      instants.push(await databaseInstant(prisma));
      await prisma.host.deleteMany({ where: { networkId } });
      for (const model of [prisma.vlan, prisma.group, prisma.subnet])
        await (model as typeof prisma.vlan).deleteMany({ where: { networkId, name: { not: 'Internet' } } });
      instants.push(await databaseInstant(prisma));
      const states = await Promise.all(instants.map(stateAt));
      for (const [first, from] of instants.entries())
        for (let last = first; last < instants.length; last += 2)
          expect(applyChanges(states[first]!, await changesBetween(from, instants[last]!))).toEqual(states[last]);
    }),
    { numRuns: 6 },
  );
});
