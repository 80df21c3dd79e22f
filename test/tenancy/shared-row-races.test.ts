// Tests two requests that compete for a row which several networks use: the service checks the rights of the second
// request after the first has written.
import { randomUUID } from 'node:crypto';
import type { Reply } from '../support/client';
import { queueForRow } from '../support/row-queue';
import { createWorld, type Caller, type World } from '../support/world';

let world: World;
let member: Caller;
beforeAll(async () => {
  world = await createWorld();
  member = await world.addUser('Member', [world.networkId]);
});
afterAll(() => world.close());

const addHost = async (networkId: string) => (await world.prisma.host.create({ data: { networkId, name: 'host' } })).id;
const codes = (replies: readonly Reply[]) => replies.map(({ status, body }) => body.code ?? status);

/**
 * By kind: a row that the first network uses, a request that makes the second network use it too, and an action that
 * then requires access to both networks.
 */
const kinds: Record<
  string,
  {
    table: string;
    make: () => Promise<string>;
    usedBeyond: (id: string) => Promise<Reply>;
    act: (id: string) => Promise<Reply>;
  }
> = {
  'assigning a credential': {
    table: 'credentials',
    async make() {
      const { prisma, organizationId, networkId } = world;
      const { id } = await prisma.credential.create({
        data: { organizationId, name: randomUUID(), credentialType: 'SnmpV2c', secrets: Buffer.from('x') },
      });
      await prisma.networkCredential.create({ data: { credentialId: id, networkId, organizationId } });
      return id;
    },
    usedBeyond: (id) =>
      world.admin.rest.put(`/networks/${world.otherNetworkId}`, {
        ...{ name: 'South', organization_id: world.organizationId, credential_ids: [id] },
      }),
    act: (credential_id) =>
      member.rest.post('/hosts', {
        ...{ name: randomUUID(), network_id: world.networkId, tags: [], credential_assignments: [{ credential_id }] },
      }),
  },
  'deleting a tag': {
    table: 'tags',
    async make() {
      const { prisma, organizationId, networkId } = world;
      const { id } = await prisma.tag.create({ data: { name: randomUUID(), organizationId } });
      const place = { organizationId, networkId, hostId: await addHost(networkId) };
      await prisma.tagAssignment.create({ data: { tagId: id, ...place } });
      return id;
    },
    async usedBeyond(tag_id) {
      const entity_ids = [await addHost(world.otherNetworkId)];
      return world.admin.rest.post('/tags/assign/bulk-add', { tag_id, entity_type: 'Host', entity_ids });
    },
    act: (id) => member.rest.delete(`/tags/${id}`),
  },
};
kinds['renaming a tag'] = {
  ...kinds['deleting a tag']!,
  act: (id) =>
    member.rest.put(`/tags/${id}`, { name: randomUUID(), color: 'Red', organization_id: world.organizationId }),
};

describe.each(Object.entries(kinds))('%s', (_kind, { table, make, usedBeyond, act }) => {
  test('waits for a simultaneous use elsewhere, and is then refused', async () => {
    const id = await make();
    const replies = await queueForRow(table, id, [() => usedBeyond(id), () => act(id)]);
    expect(codes(replies)).toEqual([200, 'entity_access_denied']);
  });

  test('succeeds if it comes first', async () => {
    const id = await make();
    const [first, second] = await queueForRow(table, id, [() => act(id), () => usedBeyond(id)]);
    expect(codes([first!])).toEqual([200]);
    // If the first request deleted the tag, assigning the tag returns 404.
    expect([200, 404]).toContain(second!.status);
  });
});
