// Attack phase: credentials and tags of an organization that only one of its networks uses. Callers without access to
// that network try to change, delete and assign them.
import { randomBytes } from 'node:crypto';
import { addDiscovery, addSession } from '../test/support/discovery-rows';
import { answerText } from './judge';
import { json, type Attempt, type Phase } from './phase';
import type { Caller } from './world';

/** Callers of the first organization without access to its second network. */
const pickNarrowedCallers = ({ callers }: Attempt['world']): Caller[] =>
  callers.filter(({ name, reach }) => reach.has('A') && !reach.has('A.N2') && !/daemon/.test(name));

const dataOf = (answer: Parameters<typeof answerText>[0]) =>
  (JSON.parse(answerText(answer)) as { data: Record<string, unknown> }).data;

/** Sends every request that could change the row. Reports a finding if the row changes. */
async function expectUnchanged(
  { broken }: Attempt,
  caller: Caller,
  kind: string,
  read: () => Promise<unknown>,
  attempts: () => Promise<void>,
): Promise<void> {
  const before = JSON.stringify(await read());
  await attempts();
  if (JSON.stringify(await read()) !== before)
    broken(
      `a ${kind} changes only by who reaches all that use it`,
      `a ${kind} that another network uses is not as it was`,
      caller,
    );
}

async function tries(attempt: Attempt, caller: Caller, path: string, id: string, body: object): Promise<void> {
  const { dice, send } = attempt;
  const requests = [
    { method: 'PUT', path: `${path}/${id}`, ...json(body) },
    { method: 'DELETE', path: `${path}/${id}` },
    { method: 'POST', path: `${path}/bulk-delete`, ...json([id]) },
  ];
  for (const request of dice.pickSeveral(requests, 3))
    await send(caller, request, `narrowed: ${request.method} ${path}`);
}

/**
 * Sends every request that could assign the credential to the host or to the network. Reports a finding if one
 * succeeds.
 */
async function assign(attempt: Attempt, caller: Caller, id: string, name: string): Promise<void> {
  const { world, send, broken } = attempt;
  const [{ id: organizationId, networks }] = world.organizations;
  const [network] = networks;
  const hostId = network.ids.Host![0]!;
  const hostPath = `/api/v1/hosts/${hostId}`;
  const host = await send(caller, { method: 'GET', path: hostPath }, 'narrowed: GET host');
  if (host.status === 200) {
    const { name: hostName, hidden, tags } = dataOf(host);
    const body = { name: hostName, hidden, tags, credential_assignments: [{ credential_id: id }] };
    await send(caller, { method: 'PUT', path: hostPath, ...json(body) }, 'narrowed: PUT host with a credential');
  }
  const networkBody = { name: 'A.N1', organization_id: organizationId, credential_ids: [id] };
  const requests = [
    { path: `/api/v1/networks/${network.id}`, body: networkBody, operation: 'PUT network with a credential' },
    {
      path: `/api/v1/credentials/${id}`,
      body: { name, assigned_network_ids: [network.id] },
      operation: 'PUT credential with its networks',
    },
    {
      path: `/api/v1/credentials/${id}`,
      body: { name, host_assignments: [{ host_id: hostId }] },
      operation: 'PUT credential with its hosts',
    },
  ];
  for (const { path, body, operation } of requests)
    await send(caller, { method: 'PUT', path, ...json(body) }, `narrowed: ${operation}`);
  const where = { credentialId: id, networkId: network.id };
  const assigned =
    (await world.prisma.networkCredential.count({ where })) + (await world.prisma.hostCredential.count({ where }));
  if (assigned > 0)
    broken(
      'a credential is assigned only by who reaches all that use it',
      'a credential of another network or of none was assigned',
      caller,
    );
}

async function credential(attempt: Attempt): Promise<void> {
  const { dice, world, send } = attempt;
  const { prisma } = world;
  const [{ id: organizationId, networks }] = world.organizations;
  const [reachableNetworks, other] = networks;
  const community = `secret-${randomBytes(6).toString('hex')}`;
  world.canaries.addSecret(community, other.scope);
  const name = `credential ${randomBytes(6).toString('hex')}`;
  const fields = { name, organization_id: organizationId, credential_type: 'SnmpV2c', community };
  const createAnswer = await send(
    world.owner,
    { method: 'POST', path: '/api/v1/credentials', ...json(fields) },
    'narrowed: POST credential',
  );
  const id = String(dataOf(createAnswer).id);
  const use = { credentialId: id, networkId: other.id, organizationId };
  const usedBy = dice.pick(['a network', 'a host', 'none'] as const);
  if (usedBy === 'a network') await prisma.networkCredential.create({ data: use });
  if (usedBy === 'a host') await prisma.hostCredential.create({ data: { ...use, hostId: other.ids.Host![0]! } });

  const caller = dice.pick(pickNarrowedCallers(world));
  const read = () =>
    prisma.credential.findUnique({ where: { id } }).then((row) => row && { ...row, secrets: [...row.secrets] });
  if (usedBy !== 'none')
    await expectUnchanged(attempt, caller, 'credential', read, async () => {
      await tries(attempt, caller, '/api/v1/credentials', id, { ...fields, community: 'overwritten' });
    });

  // The daemon of the caller's own network must not receive the credential, even after the caller tried to assign the
  // credential to that network.
  await assign(attempt, caller, id, name);
  const daemon = world.caller('a daemon of A.N1');
  const daemonId = daemon.headers['x-daemon-id']!;
  await send(caller, { method: 'POST', path: `/api/v1/daemons/${daemonId}/confirm` }, 'narrowed: confirm');
  // Only confirmed daemons receive credentials, so the daemon is confirmed here.
  await prisma.daemon.update({ where: { id: daemonId }, data: { confirmedAt: new Date() } });
  await prisma.discoverySession.deleteMany({ where: { daemonId } });
  const discoveryId = await addDiscovery(world, daemonId, reachableNetworks.id);
  await addSession(world, discoveryId);
  const work = { name: 'daemon', mode: 'daemon_poll', version: '0.17.22', ready_for_work: true };
  const workAnswer = await send(
    daemon,
    { method: 'POST', path: `/api/daemons/${daemonId}/request-work`, ...json(work) },
    'narrowed: request-work',
  );
  if (workAnswer.status !== 200)
    attempt.broken('a daemon gets its work', `request-work was answered ${workAnswer.status}`, daemon);
  await prisma.discoverySession.deleteMany({ where: { daemonId } });
  await prisma.discovery.deleteMany({ where: { id: discoveryId } });
  await prisma.credential.deleteMany({ where: { id } });
}

async function tag(attempt: Attempt): Promise<void> {
  const { dice, world } = attempt;
  const { prisma } = world;
  const [{ id: organizationId, networks }] = world.organizations;
  const [reachableNetworks, other] = networks;
  const name = `tag ${randomBytes(6).toString('hex')}`;
  const { id } = await prisma.tag.create({ data: { organizationId, name } });
  const use = (network: typeof other) => ({
    ...{ organizationId, tagId: id, networkId: network.id },
    ...(dice.chance(0.5) ? { taggedNetworkId: network.id } : { hostId: network.ids.Host![0]! }),
  });
  await prisma.tagAssignment.create({ data: use(other) });
  if (dice.chance(0.5)) await prisma.tagAssignment.create({ data: use(reachableNetworks) });
  const caller = dice.pick(pickNarrowedCallers(world));
  const read = async () => ({
    tag: await prisma.tag.findUnique({ where: { id } }),
    uses: await prisma.tagAssignment.findMany({ where: { tagId: id, networkId: other.id }, orderBy: { id: 'asc' } }),
  });
  await expectUnchanged(attempt, caller, 'tag', read, async () => {
    const body = { name: `${name} renamed`, organization_id: organizationId, color: 'Red', is_application: true };
    await tries(attempt, caller, '/api/v1/tags', id, body);
  });
  await prisma.tag.deleteMany({ where: { id } });
}

export const narrowedCallers: Phase = {
  name: 'narrowed',
  duty: 'rows of a whole organization, by callers who reach only a part of it',
  share: 2,
  // Attempts do not run concurrently: they all use the same daemon, that of the first network.
  together: 1,
  run: (attempt) => (attempt.number % 2 === 0 ? credential(attempt) : tag(attempt)),
};
