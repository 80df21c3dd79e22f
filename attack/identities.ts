// Attack phase: other tenants and callers without access send requests about a network's hosts: merges, link decisions,
// imports and rescans. Tags and networks are deleted during writes.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { networkFingerprint } from '../test/tenancy/fingerprint';
import type { Answer, Request } from './exchange';
import { answerText } from './judge';
import { graphql, json, type Attempt, type Phase } from './phase';
import type { Caller, Network, World } from './world';

const patienceMs = 30_000;

interface Target {
  readonly owner: Caller;
  readonly network: Network;
  /** All callers without access to `network`, except daemons and anonymous callers. */
  readonly callers: readonly Caller[];
}

/**
 * The network that other callers attack: the second network of the first organization, or the first of the second one.
 */
function targetOf({ dice, world }: Attempt): Target {
  const [first, second] = world.organizations;
  const [network, owner] = dice.chance(0.5)
    ? [first.networks[1], world.owner]
    : [second.networks[0], world.caller('the owner of B by session')];
  const callers = world.callers.filter(
    ({ name, reach, headers }) => !reach.has(network.scope) && Object.keys(headers).length > 0 && !/daemon/.test(name),
  );
  return { owner, network, callers };
}

const dataIn = (answer: Answer) => (JSON.parse(answerText(answer)) as { data?: unknown }).data;
/** Whether the response has a 2xx status and data, which means that the caller read or changed something. */
function isAnswered(answer: Answer): boolean {
  const { status } = answer;
  if (status < 200 || status >= 300) return false;
  const data = dataIn(answer);
  return typeof data === 'object' && data !== null && Object.values(data).some((one) => one !== null);
}

interface CreatedRows {
  readonly hostIds: readonly string[];
  readonly mergedId: string;
  readonly suggestionId: string;
  readonly decisionId: string | undefined;
  readonly interfaceIds: readonly string[];
  readonly planId: string;
}

/**
 * Two lines of a DHCP lease file with the same MAC address and different IP addresses. The import plan must match both
 * lines to one host.
 */
const leasesOf = (word: string): string =>
  `0 02:00:00:0a:0b:0c 10.99.0.1 ${word}-one *\n0 02:00:00:0a:0b:0c 10.99.0.2 ${word}-two *\n`;

async function planOf({ send }: Attempt, owner: Caller, networkId: string, file: string): Promise<Answer> {
  const path = `/api/v1/imports?network_id=${networkId}&file_name=leases`;
  const headers = { 'content-type': 'application/octet-stream' };
  return send(owner, { method: 'POST', path, headers, body: file }, 'identities: plan');
}

async function makeRows(attempt: Attempt, { owner, network }: Target, secret: string): Promise<CreatedRows> {
  const { world, send } = attempt;
  const { prisma } = world;
  const networkId = network.id;
  const hostIds: string[] = [];
  const interfaceIds: string[] = [];
  for (const at of [0, 1, 2, 3]) {
    const host = await prisma.host.create({
      data: { networkId, name: `${secret} ${at}`, serialNumber: `${secret}${at}` },
    });
    const data = { networkId, hostId: host.id, ifIndex: 1, ifDescr: secret, ifType: 6 };
    interfaceIds.push((await prisma.interface.create({ data })).id);
    hostIds.push(host.id);
  }
  const [into, mergedIds, one, other] = hostIds as [string, string, string, string];
  const reasons = [{ evidence: 'SerialNumber', strength: 'Supports', values: [secret] }];
  const { id: suggestionId } = await prisma.identitySuggestion.create({
    data: { networkId, hostId: one, otherHostId: other, reasons },
  });
  const mergeAnswer = await send(
    owner,
    { method: 'PUT', path: `/api/v1/hosts/${into}/consolidate/${mergedIds}` },
    'identities: consolidate',
  );
  if (mergeAnswer.status !== 200)
    attempt.broken('an owner merges hosts', `it was answered ${mergeAnswer.status}: ${answerText(mergeAnswer)}`, owner);
  const decisionAnswer = await send(
    owner,
    {
      ...{ method: 'POST', path: '/api/v1/link-decisions' },
      ...json({
        network_id: networkId,
        interface_id: interfaceIds[2],
        remote_interface_id: interfaceIds[3],
        verdict: 'Proposed',
      }),
    },
    'identities: decide a link',
  );
  const importPlan = await planOf(attempt, owner, networkId, leasesOf(secret));
  return {
    ...{ hostIds: [into, one, other], mergedId: mergedIds, suggestionId, interfaceIds },
    decisionId: (dataIn(decisionAnswer) as { id?: string } | undefined)?.id,
    planId: (dataIn(importPlan) as { id?: string } | undefined)?.id ?? randomUUID(),
  };
}

function requestsFor(
  createdRows: CreatedRows,
  ownRows: { networkId: string; hostId: string; interfaceId: string },
): [string, Request][] {
  const { hostIds, mergedId, suggestionId, decisionId, interfaceIds, planId } = createdRows;
  const [host, one, other] = hostIds as [string, string, string];
  const ask = (name: string, document: string, variables: object = {}): [string, Request] => [
    name,
    graphql({ query: document, variables }),
  ];
  const rest = (method: string, path: string, body?: unknown): [string, Request] => [
    `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').split('?')[0]}`,
    { method, path: `/api/v1${path}`, ...(body === undefined ? {} : json(body)) },
  ];
  const link = (from: string, to: object) => ({
    network_id: ownRows.networkId,
    interface_id: from,
    verdict: 'Confirmed',
    ...to,
  });
  return [
    ask('splitHost', `mutation { splitHost(mergedHostId: "${mergedId}") { id name } }`),
    ...['Accept', 'Later', 'Refuse'].map((answer) =>
      ask(
        'answerIdentitySuggestion',
        `mutation { answerIdentitySuggestion(id: "${suggestionId}", answer: ${answer}) { id name } }`,
      ),
    ),
    ...[
      [one, other],
      [mergedId, host],
      [ownRows.hostId, one],
      [one, ownRows.hostId],
    ].map(([a, b]) => ask('whySameHost', `{ whySameHost(a: "${a}", b: "${b}") { verdict reasons { text values } } }`)),
    ask(
      'identitySuggestion',
      `{ identitySuggestion(id: "${suggestionId}") { state host { name } otherHost { name } } }`,
    ),
    ask('a merged id', `{ host(id: "${mergedId}") { id name identity { merges { mergedName } } } }`),
    rest('GET', `/hosts/${mergedId}`),
    rest('GET', `/hosts/${mergedId}/history`),
    rest('PUT', `/hosts/${mergedId}`, { name: 'taken', hidden: true, tags: [] }),
    rest('DELETE', `/hosts/${mergedId}`),
    rest('PUT', `/hosts/${ownRows.hostId}/consolidate/${one}`),
    rest('PUT', `/hosts/${ownRows.hostId}/consolidate/${mergedId}`),
    rest('PUT', `/hosts/${one}/consolidate/${ownRows.hostId}`),
    rest('POST', `/hosts/${one}/rescan`),
    rest('POST', `/hosts/${mergedId}/rescan`),
    ask('rescanHosts', 'mutation ($ids: [UUID!]!) { rescanHosts(ids: $ids) { id } }', { ids: [ownRows.hostId, one] }),
    rest('POST', '/link-decisions', link(interfaceIds[0]!, { remote_interface_id: interfaceIds[1] })),
    rest('POST', '/link-decisions', link(ownRows.interfaceId, { remote_interface_id: interfaceIds[2] })),
    rest('POST', '/link-decisions', link(ownRows.interfaceId, { remote_host_id: one })),
    ...(decisionId === undefined
      ? []
      : [rest('GET', `/link-decisions/${decisionId}`), rest('DELETE', `/link-decisions/${decisionId}`)]),
    rest('GET', `/imports/${planId}`),
    rest('GET', `/imports/${planId}/rows?limit=10`),
    rest('POST', `/imports/${planId}/apply`),
    ask('rows of a plan', `{ importPlan(id: "${planId}") { id rows(first: 5) { nodes { name sameAsLine } } } }`),
  ];
}

const forItsOwner = new Set([
  ...['identitySuggestion', 'whySameHost', 'splitHost'],
  ...['GET /link-decisions/:id', 'GET /imports/:id', 'GET /imports/:id/rows', 'rows of a plan'],
]);

function ownOf({ organizations }: World, { reach }: Caller): Parameters<typeof requestsFor>[1] {
  const networks = organizations.flatMap((one) => [...one.networks]);
  const { id, ids } = networks.find(({ scope }) => reach.has(scope)) ?? networks[0]!;
  return { networkId: id, hostId: ids.Host![0]!, interfaceId: ids.Interface![0]! };
}

/**
 * Models whose rows are written by background jobs after any change. These rows are not compared before and after the
 * attack.
 */
const ofJobs: ReadonlySet<string> = new Set([
  ...['JudgedNetwork', 'CheckVerdict', 'CheckVerdictChange', 'NetworkEvent', 'NetworkEventCursor', 'WebhookDelivery'],
]);

async function outOfReach(attempt: Attempt): Promise<void> {
  const { dice, world, send, broken } = attempt;
  const { prisma } = world;
  const target = targetOf(attempt);
  const { id: networkId, scope } = target.network;
  const secret = `secret-${randomBytes(6).toString('hex')}`;
  world.canaries.addSecret(secret, scope);
  const createdRows = await makeRows(attempt, target, secret);
  const before = await networkFingerprint(prisma, networkId, ofJobs);
  for (const caller of dice.pickSeveral(target.callers, 2)) {
    const requests = requestsFor(createdRows, ownOf(world, caller));
    for (const [name, request] of dice.pickSeveral(requests, requests.length)) {
      const answer = await send(caller, request, `identities: ${name}`);
      if (isAnswered(answer))
        broken(
          `what is out of reach is not there: ${name}`,
          `it was answered ${answerText(answer).slice(0, 300)}`,
          caller,
        );
    }
  }
  const after = await networkFingerprint(prisma, networkId, ofJobs);
  if (after !== before) {
    const kinds = after.split('\n').filter((line) => !before.includes(line));
    broken(
      'rows out of reach stay as they are',
      `these are not: ${kinds.map((line) => line.split(' ')[0]).join(', ')}`,
    );
  }
  // The same requests by the owner must succeed. Otherwise, the refusals of other callers would prove nothing.
  for (const [name, request] of requestsFor(createdRows, ownOf(world, target.owner)).filter(([one]) =>
    forItsOwner.has(one),
  ))
    if (!isAnswered(await send(target.owner, request, `identities: ${name} by the owner`)))
      broken('an owner may what others may not', name, target.owner);
  await prisma.importPlan.deleteMany({ where: { networkId, id: createdRows.planId } });
  await prisma.host.deleteMany({ where: { networkId, name: { startsWith: secret } } });
}

async function expectGone({ broken }: Attempt, rowName: string, countRemaining: () => Promise<number>): Promise<void> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    if ((await countRemaining()) === 0) return;
    await pause(500);
  }
  broken(
    `${rowName} that was deleted while it was written is gone`,
    `rows of it are left after ${patienceMs / 1000} s`,
  );
}

/** Callers of all kinds assign a tag to rows while the tag is deleted. */
async function deletedTag(attempt: Attempt): Promise<void> {
  const { dice, world, send } = attempt;
  const [{ id: organizationId, networks }] = world.organizations;
  const { id } = await world.prisma.tag.create({ data: { organizationId, name: `tag ${randomUUID()}` } });
  const hosts = networks.flatMap(({ ids }) => ids.Host!);
  const assign = (caller: Caller) => {
    const body = { entity_ids: dice.pickSeveral(hosts, hosts.length), entity_type: 'Host', tag_id: id };
    return send(caller, { method: 'POST', path: '/api/v1/tags/assign/bulk-add', ...json(body) }, 'identities: tag');
  };
  const callers = dice.times(8, () => dice.pick(world.callers));
  const work = [...callers, world.ownerKey, world.ownerKey].map((caller) => () => assign(caller));
  const deleting = () => send(world.owner, { method: 'DELETE', path: `/api/v1/tags/${id}` }, 'identities: DELETE tag');
  await Promise.all(dice.pickSeveral([...work, deleting], work.length + 1).map((one) => one()));
  await deleting();
  await expectGone(attempt, 'a tag', () => world.prisma.tagAssignment.count({ where: { tagId: id } }));
}

/** A second API key of the owner and other callers write to a network while the owner deletes the network. */
async function deletedNetwork(attempt: Attempt): Promise<void> {
  const { dice, world, send, broken } = attempt;
  const [{ id: organizationId }] = world.organizations;
  const body = json({ name: `going ${randomUUID()}`, organization_id: organizationId, tags: [] });
  const createAnswer = await send(
    world.owner,
    { method: 'POST', path: '/api/v1/networks', ...body },
    'identities: POST network',
  );
  const { id } = dataIn(createAnswer) as { id: string };
  let isGone = false;
  const write = async (caller: Caller) => {
    const wasGone = isGone;
    const host = json({ network_id: id, name: 'late', hidden: false, tags: [] });
    const { status } = await send(caller, { method: 'POST', path: '/api/v1/hosts', ...host }, 'identities: POST host');
    if (status === 200 && (wasGone || caller !== world.owner))
      broken('a network takes rows of who reaches it, while it is there', `a host was made in it: ${status}`, caller);
  };
  const remove = async () => {
    const path = `/api/v1/networks/${id}`;
    const { status } = await send(world.owner, { method: 'DELETE', path }, 'identities: DELETE network');
    if (status === 200) isGone = true;
    else broken('an owner deletes a network', `it was answered ${status}`, world.owner);
  };
  const others = world.callers.filter(({ reach }) => !reach.has('A'));
  await Promise.all([
    ...dice.times(4, () => write(world.owner)),
    remove(),
    ...dice.times(4, () => write(dice.pick(others))),
  ]);
  await write(world.owner);
  await expectGone(attempt, 'a network', () => world.prisma.host.count({ where: { networkId: id } }));
}

/**
 * A caller of any kind plans an import of a DHCP lease file with one machine. If the caller may do so, it applies the
 * plan twice at the same time.
 */
async function importing(attempt: Attempt): Promise<void> {
  const { dice, world, send } = attempt;
  const caller = dice.pick(world.callers);
  const { networkId } = ownOf(world, caller);
  const word = `lease${randomBytes(4).toString('hex')}`;
  const importPlan = await planOf(attempt, caller, networkId, leasesOf(word).repeat(dice.int(1, 20)));
  const { id } = (importPlan.status === 200 ? dataIn(importPlan) : {}) as { id?: string };
  if (id === undefined) return;
  await send(caller, { method: 'GET', path: `/api/v1/imports/${id}/rows?limit=50` }, 'identities: rows');
  const apply = () => send(caller, { method: 'POST', path: `/api/v1/imports/${id}/apply` }, 'identities: apply');
  await Promise.all([apply(), apply()]);
  await world.prisma.host.deleteMany({ where: { networkId, hostname: { startsWith: word } } });
}

const cases = [outOfReach, deletedTag, outOfReach, deletedNetwork, importing];

export const identities: Phase = {
  name: 'identities',
  duty: 'merges, suggestions, decided links, plans and rescans of others; tags and networks that go while they are written',
  share: 2,
  // With concurrent cases, the changes of one case would look like changes by another tenant.
  together: 1,
  run: (attempt) => cases[attempt.number % cases.length]!(attempt),
};
