// Tests that each assignment of a credential keeps the user who made it, also when others write the host, the network
// or the credential later. Admins can find assignments whose user is not known.
import { randomUUID } from 'node:crypto';
import { openConnection } from '../../src/platform/postgres/connect';
import type { Client, Reply } from '../support/client';
import { someoneWaitsFor } from '../support/row-queue';
import type { DaemonCaller, World } from '../support/world';
import { addCredential, addHost, createSharingWorld, credentialWays, refusalOf, type Actor } from './shared-row-uses';

let world: World;
let actors: Actor[];
let daemons: ReadonlyMap<string, DaemonCaller>;
beforeAll(async () => {
  ({ world, actors, daemons } = await createSharingWorld());
});
afterAll(() => world.close());

describe('credentials that a host already has', () => {
  const put = (caller: Client, hostId: string, ids: readonly string[]) =>
    caller.rest.put(`/hosts/${hostId}`, {
      ...{ id: hostId, name: 'host', hidden: false, tags: [] },
      credential_assignments: ids.map((credential_id) => ({ credential_id, assigned_by: randomUUID() })),
    });
  const assignersOf = async (hostId: string) =>
    (await world.prisma.hostCredential.findMany({ where: { hostId }, orderBy: { createdAt: 'asc' } })).map(
      ({ credentialId, assignedBy }) => [credentialId, assignedBy],
    );
  const one = () => actors.find(({ name }) => name === 'a Member of one network')!;

  test('keep their assigner, whoever writes the host in whatever order; a removed one is treated as new', async () => {
    const { admin, networkId, otherNetworkId } = world;
    const [first, second, old] = [await addCredential(), await addCredential(), await addCredential()];
    for (const id of [first, second, old]) await credentialWays.networkAssignments!(id, otherNetworkId);
    const hostId = await addHost(networkId);
    await world.prisma.hostCredential.create({
      data: { hostId, credentialId: old, networkId, organizationId: world.organizationId },
    });
    await put(admin, hostId, [old, first, second]);
    const { caller } = one();
    const movedReply = await put(caller, hostId, [second, old, first]);
    expect([movedReply.status, movedReply.body.data.credential_assignments]).toEqual([
      200,
      [
        { credential_id: second, ip_address_ids: null, assigned_by: admin.userId },
        { credential_id: old, ip_address_ids: null, assigned_by: null },
        { credential_id: first, ip_address_ids: null, assigned_by: admin.userId },
      ],
    ]);
    expect(await assignersOf(hostId)).toEqual([
      [second, admin.userId],
      [old, null],
      [first, admin.userId],
    ]);
    const other = await addHost(networkId);
    expect(refusalOf(await put(caller, other, [first]))).toEqual([
      'entity_access_denied',
      { entity: 'Credential', id: first },
    ]);
    expect((await put(caller, hostId, [first])).status).toBe(200);
    expect((await put(caller, hostId, [first, second])).body.code).toBe('entity_access_denied');
    expect(await assignersOf(hostId)).toEqual([[first, admin.userId]]);
  });

  test('goes with it where hosts are merged, and no further', async () => {
    const { admin, networkId, otherNetworkId } = world;
    const id = await addCredential();
    await credentialWays.networkAssignments!(id, otherNetworkId);
    const [destination, other] = [await addHost(networkId), await addHost(networkId)];
    await put(admin, other, [id]);
    const mergedReply = await one().caller.rest.put(`/hosts/${destination}/consolidate/${other}`);
    expect([mergedReply.status, mergedReply.body.data.credential_assignments]).toEqual([
      200,
      [{ credential_id: id, ip_address_ids: null, assigned_by: admin.userId }],
    ]);
    expect(await world.prisma.hostCredential.findMany({ where: { credentialId: id } })).toMatchObject([
      { hostId: destination, networkId, assignedBy: admin.userId },
    ]);
  });

  test('with an unknown assigner are listed for Admins, on hosts and networks, by GraphQL and REST', async () => {
    const { prisma, admin, networkId, organizationId } = world;
    const removedCaller = await world.addUser('Admin');
    const [adminHostId, orphanHostId, removedCallerHostId] = [
      await addHost(networkId),
      await addHost(networkId),
      await addHost(networkId),
    ];
    const id = await addCredential();
    await put(admin, adminHostId, [id]);
    await put(removedCaller, removedCallerHostId, [id]);
    await prisma.hostCredential.create({ data: { hostId: orphanHostId, credentialId: id, networkId, organizationId } });
    await prisma.user.delete({ where: { id: removedCaller.userId } });
    const network = await prisma.network.create({ data: { name: 'old', organizationId } });
    await prisma.networkCredential.create({ data: { networkId: network.id, credentialId: id, organizationId } });
    const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);
    const hosts = await admin.rest.get('/hosts?credentials_without_assigner=true&limit=0');
    expect(idsOf(hosts.body.data)).toEqual(expect.arrayContaining([orphanHostId, removedCallerHostId]));
    expect(idsOf(hosts.body.data)).not.toContain(adminHostId);
    const others = await admin.rest.get('/hosts?credentials_without_assigner=false&limit=0');
    expect(idsOf(others.body.data)).toContain(adminHostId);
    expect(idsOf(others.body.data)).not.toContain(orphanHostId);
    const networks = await admin.rest.get('/networks?credentials_without_assigner=true&limit=0');
    expect(networks.body.data.find((row: { id: string }) => row.id === network.id)).toMatchObject({
      credential_assignments: [{ credential_id: id, assigned_by: null }],
    });
    const document = `{ hosts(first: 1000, filter: { credentialsWithoutAssigner: true }) { nodes { id
      credentialAssignments { credentialId assignedBy assignedByUser { id } } } }
      networks(filter: { credentialsWithoutAssigner: true }) { nodes { id
      credentialAssignments { credentialId assignedBy assignedByUser { id } } } } }`;
    const answer = await admin.query(document);
    const nobody = { credentialId: id, assignedBy: null, assignedByUser: null };
    expect(answer.hosts.nodes).toEqual(expect.arrayContaining([{ id: orphanHostId, credentialAssignments: [nobody] }]));
    expect(answer.networks.nodes).toEqual(
      expect.arrayContaining([{ id: network.id, credentialAssignments: [nobody] }]),
    );
  });
});

/**
 * A request that replaces all credential assignments of a network, or of a credential. `pairs` are assignments that the
 * request can write.
 */
interface Lists {
  readonly pairs: readonly Pair[];
  write(caller: Client, pairs: readonly Pair[]): Promise<Reply>;
}
interface Pair {
  readonly credentialId: string;
  readonly networkId: string;
  readonly hostId?: string;
}
const network = 'mutation($id: UUID!, $input: UpdateNetworkInput!) { updateNetwork(id: $id, input: $input) { id } }';
const credential =
  'mutation($id: UUID!, $input: UpdateCredentialInput!) { updateCredential(id: $id, input: $input) { id } }';
const addCredentials = async () => [await addCredential(), await addCredential(), await addCredential()];
const pairsOfNetwork = async (): Promise<Pair[]> =>
  (await addCredentials()).map((credentialId) => ({ credentialId, networkId: world.networkId }));
const pairsOfCredential = async (): Promise<Pair[]> => {
  const credentialId = await addCredential();
  return [...daemons.keys()].map((networkId) => ({ credentialId, networkId }));
};
const pairsWithHosts = async (): Promise<Pair[]> =>
  Promise.all((await pairsOfCredential()).map(async (pair) => ({ ...pair, hostId: await addHost(pair.networkId) })));
const credentialsOf = (pairs: readonly Pair[]) => pairs.map(({ credentialId }) => credentialId);
const networksOf = (pairs: readonly Pair[]) => pairs.map(({ networkId }) => networkId);

const completeLists: Record<string, () => Promise<Lists>> = {
  'PUT of a network': async () => ({
    pairs: await pairsOfNetwork(),
    write: (caller, pairs) =>
      caller.rest.put(`/networks/${world.networkId}`, {
        ...{ name: 'net', organization_id: world.organizationId, credential_ids: credentialsOf(pairs) },
      }),
  }),
  updateNetwork: async () => ({
    pairs: await pairsOfNetwork(),
    write: (caller, pairs) =>
      caller.graphql(network, { id: world.networkId, input: { credentialIds: credentialsOf(pairs) } }),
  }),
  'PUT of a credential, its networks': async () => {
    const pairs = await pairsOfCredential();
    const path = `/credentials/${pairs[0]!.credentialId}`;
    return {
      pairs,
      write: (caller, some) => caller.rest.put(path, { name: randomUUID(), assigned_network_ids: networksOf(some) }),
    };
  },
  'updateCredential, its networks': async () => {
    const pairs = await pairsOfCredential();
    const id = pairs[0]!.credentialId;
    return {
      pairs,
      write: (caller, some) => caller.graphql(credential, { id, input: { assignedNetworkIds: networksOf(some) } }),
    };
  },
  'PUT of a credential, its hosts': async () => {
    const pairs = await pairsWithHosts();
    const path = `/credentials/${pairs[0]!.credentialId}`;
    return {
      pairs,
      write: (caller, some) =>
        caller.rest.put(path, {
          name: randomUUID(),
          host_assignments: some.map(({ hostId }) => ({ host_id: hostId })),
        }),
    };
  },
  'updateCredential, its hosts': async () => {
    const pairs = await pairsWithHosts();
    const id = pairs[0]!.credentialId;
    return {
      pairs,
      write: (caller, some) =>
        caller.graphql(credential, { id, input: { hostAssignments: some.map(({ hostId }) => ({ hostId })) } }),
    };
  },
};

describe('an assignment that a network or credential already has keeps its assigner:', () => {
  afterEach(async () => {
    await world.prisma.networkCredential.deleteMany({ where: { organizationId: world.organizationId } });
  });
  const store = ({ hostId, ...pair }: Pair, assignedBy: string | null) => {
    const data = { ...pair, organizationId: world.organizationId, assignedBy };
    return hostId
      ? world.prisma.hostCredential.create({ data: { ...data, hostId } })
      : world.prisma.networkCredential.create({ data });
  };
  const rowOf = ({ hostId, credentialId, networkId }: Pair) =>
    hostId
      ? world.prisma.hostCredential.findUnique({ where: { hostId_credentialId: { hostId, credentialId } } })
      : world.prisma.networkCredential.findUnique({ where: { networkId_credentialId: { networkId, credentialId } } });

  test.each(Object.entries(completeLists))('%s', async (_name, make) => {
    const { owner, admin } = world;
    const { pairs, write } = await make();
    const [first, second, added] = pairs as [Pair, Pair, Pair];
    const storedRows = [await store(first, admin.userId), await store(second, null)];
    expect(refusalOf(await write(owner, [added, second, first]))).toEqual([]);
    expect([await rowOf(first), await rowOf(second)]).toEqual(storedRows);
    expect(await rowOf(added)).toMatchObject({ assignedBy: owner.userId });
    // If one request removes an assignment and a later request makes it again, `assignedBy` is the user of the later
    // request.
    expect(refusalOf(await write(owner, [added]))).toEqual([]);
    expect([await rowOf(first), await rowOf(second)]).toEqual([null, null]);
    expect(refusalOf(await write(admin, [first, added]))).toEqual([]);
    expect(await rowOf(first)).toMatchObject({ assignedBy: admin.userId });
    expect(await rowOf(added)).toMatchObject({ assignedBy: owner.userId });
  });

  test.each(Object.entries(completeLists))('%s, while another request makes it', async (_name, make) => {
    const { prisma, owner, admin, organizationId } = world;
    const { pairs, write } = await make();
    const [first] = pairs as [Pair, Pair, Pair];
    const other = await openConnection(process.env.TEST_DATABASE_URL!);
    try {
      await other.query('BEGIN');
      const { hostId, credentialId, networkId } = first;
      const columns = `credential_id, network_id, organization_id, assigned_by${hostId ? ', host_id' : ''}`;
      await other.query(
        `INSERT INTO ${hostId ? 'host' : 'network'}_credentials (${columns}) VALUES ($1, $2, $3, $4${hostId ? ', $5' : ''})`,
        [credentialId, networkId, organizationId, admin.userId, ...(hostId ? [hostId] : [])],
      );
      const reply = write(owner, pairs);
      await someoneWaitsFor(other, prisma);
      await other.query('COMMIT');
      expect(refusalOf(await reply)).toEqual([]);
    } finally {
      await other.end();
    }
    expect(await Promise.all(pairs.map(rowOf))).toMatchObject(
      [admin, owner, owner].map(({ userId }) => ({ assignedBy: userId })),
    );
  });
});
