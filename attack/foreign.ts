// Attack phase: where a client or daemon may choose the id of a new row, it sends the id of another tenant's row. That
// row must not change. Only a tenant's own daemons may end its discovery runs.
import { getNamedType, isLeafType } from 'graphql';
import { addDiscovery, addSession } from '../test/support/discovery-rows';
import { rowsFingerprint } from '../test/tenancy/fingerprint';
import type { Dice } from './dice';
import { publishedSchema } from './documents';
import type { Request } from './exchange';
import { operations } from './openapi';
import { graphql, json, type Attempt, type Phase } from './phase';
import { pickRestRequest } from './rest';
import { pickValue } from './values';
import type { Caller, World } from './world';

const writes = operations.filter(({ method, path }) => method !== 'GET' && !/^\/api\/auth\/|\/reset$/.test(path));
/** Operations in which daemons may choose ids of new rows. Callers that are daemons send only these operations. */
const reports = writes.filter(({ path }) => /\/discovery$|\/api\/daemons\/|\/update$|\/(subnets|vlans)$/.test(path));

/** The test data with the ids of the second organization only. */
function worldOfOthers(world: World): World {
  const ids = new Map<string, string[]>();
  for (const { ids: foreignIds } of world.organizations[1].networks)
    for (const [model, rows] of Object.entries(foreignIds)) ids.set(model, [...(ids.get(model) ?? []), ...rows]);
  return { ...world, ids };
}

const strangers = ({ callers }: World) => callers.filter(({ name, reach }) => reach.has('A') && !/without/.test(name));

interface Write {
  readonly name: string;
  readonly caller: Caller;
  readonly request: Request;
}

function pickRestWrite(dice: Dice, world: World): Write {
  const caller = dice.pick(strangers(world));
  const operation = dice.pick(/daemon/.test(caller.name) ? reports : writes);
  const request = pickRestRequest(dice, worldOfOthers(world), operation);
  return { name: `${operation.method} ${operation.path}`, caller, request };
}

/**
 * All mutations that take ids of rows. Mutations about the caller's organization, sessions, password and second factors
 * take none.
 */
const mutations = Object.values(publishedSchema.getMutationType()!.getFields()).filter(
  ({ name, args }) => args.length > 0 && !/Organization|Session|Factor|Password/.test(name),
);

/** A GraphQL mutation with generated values. All ids in the values are ids of rows of the second organization. */
export function pickMutation(dice: Dice, world: World): Write {
  const { name, args, type } = dice.pick(mutations);
  const owner = name.replace(/^[a-z]+/, '').replace(/s$/, '');
  const others = worldOfOthers(world);
  const variables = Object.fromEntries(
    args.map((one) => [one.name, pickValue(dice, others, one.type, { name: one.name, owner, depth: 0 })]),
  );
  const declared = args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
  const passed = args.map((one) => `${one.name}: $${one.name}`).join(', ');
  const selection = isLeafType(getNamedType(type)) ? '' : ' { __typename }';
  const query = `mutation(${declared}) { ${name}(${passed})${selection} }`;
  return { name, caller: dice.pick(strangers(world)), request: graphql({ query, variables }) };
}

/**
 * A request to create a host in the caller's network whose ports, interfaces and services have ids of rows of the
 * second organization.
 */
export function hostWithForeignIds(dice: Dice, world: World): Write {
  const { ids } = worldOfOthers(world);
  const idOf = (model: string) => ({ id: dice.pick(ids.get(model)!) });
  const [portId, serviceId] = [idOf('Port').id, idOf('Service').id];
  const input = {
    ...{ name: 'foreign', networkId: world.organizations[0].networks[0].id },
    ports: [{ id: portId, number: 443, protocol: 'Tcp' }],
    interfaces: [{ ...idOf('Interface'), ifIndex: 1, ifDescr: 'eth0', ifName: 'eth0' }],
    services: [
      {
        ...{ id: serviceId, name: 'web', serviceDefinition: 'Web Service' },
        bindings: [{ ...idOf('Binding'), type: 'Port', portId }],
      },
    ],
  };
  const query = 'mutation($input: CreateHostInput!) { createHost(input: $input) { id } }';
  const request = graphql({ query, variables: { input } });
  return { name: 'createHost with ids', caller: world.ownerKey, request };
}

async function runWrite({ world, send, broken }: Attempt, { name, caller, request }: Write): Promise<void> {
  const [first, other] = world.organizations;
  const before = await rowsFingerprint(world.prisma, [other.id]);
  await send(caller, request, `foreign: ${name}`);
  const after = await rowsFingerprint(world.prisma, [other.id]);
  const networkId = first.networks[0].id;
  await world.prisma.host.deleteMany({ where: { networkId, name: 'foreign' } });
  if (before === after) return;
  const kinds = after.split('\n').filter((line) => !before.includes(line));
  broken(
    `rows of another tenant stay as they are: ${name}`,
    `rows of another tenant were changed: ${kinds.map((line) => line.split(' ')[0]).join(', ')} by ${request.method} ${request.path} ${String(request.body)}`,
    caller,
  );
}

const livePhases = ['Started', 'Scanning'];
const lastPhases = ['Complete', 'Failed', 'Cancelled'];

/**
 * Daemons of the first tenant report on a discovery run of the second tenant. The run must not change, and must still
 * end when its own daemon reports its end.
 */
async function run(attempt: Attempt): Promise<void> {
  const { dice, world, send, broken } = attempt;
  const { prisma } = world;
  const [first, second] = world.organizations;
  const daemon = world.caller('a daemon of B.N1');
  const daemonId = daemon.headers['x-daemon-id']!;
  await prisma.discoverySession.deleteMany({ where: { daemonId } });
  const networkId = second.networks[0].id;
  const discoveryId = await addDiscovery(world, daemonId, networkId);
  const sessionId = await addSession(world, discoveryId, { phase: 'Scanning', startedAt: new Date() });
  const path = `/api/v1/discovery/${sessionId}/update`;
  const report = (phase: string, of: string, network: string) =>
    json({ phase, progress: 50, daemon_id: of, network_id: network, discovery_type: { type: 'Unified' } });
  for (const name of dice.pickSeveral(['a daemon of A.N1', 'a daemon of A.N2'], 2)) {
    const stranger = world.caller(name);
    const phase = dice.pick([...livePhases, ...lastPhases]);
    const [id, network] = dice.chance(0.5)
      ? [daemonId, networkId]
      : [stranger.headers['x-daemon-id']!, first.networks[name.endsWith('N1') ? 0 : 1].id];
    await send(stranger, { method: 'POST', path, ...report(phase, id, network) }, 'foreign: update of a run');
  }
  const last = dice.pick(lastPhases);
  await send(daemon, { method: 'POST', path, ...report(last, daemonId, networkId) }, 'foreign: end of the own run');
  const remainingSessions = await prisma.discoverySession.count({ where: { daemonId, networkId } });
  const writtenRuns = await prisma.discovery.count({ where: { networkId, runType: 'Historical', sessionId } });
  if (remainingSessions !== 0 || writtenRuns !== 1)
    broken(
      'a run ends as its own daemon says',
      `${remainingSessions} sessions are left and ${writtenRuns} runs are written`,
      daemon,
    );
  await prisma.discoverySession.deleteMany({ where: { daemonId } });
  await prisma.discovery.deleteMany({ where: { sessionId } });
  await prisma.discovery.deleteMany({ where: { id: discoveryId } });
  const strangersRuns = first.networks.map(({ id }) => id);
  await prisma.discoverySession.deleteMany({ where: { networkId: { in: strangersRuns }, phase: { not: 'Pending' } } });
}

export const foreignIds: Phase = {
  name: 'foreign',
  duty: 'ids of another tenant wherever a daemon or client chooses one',
  share: 3,
  // If cases ran in parallel, changes that a case makes to its own tenant would look like changes by another tenant.
  together: 1,
  async run(attempt) {
    const { number, dice, world } = attempt;
    if (number % 4 === 0) return run(attempt);
    const pick = number % 4 === 1 ? pickRestWrite : number % 4 === 2 ? pickMutation : hostWithForeignIds;
    await runWrite(attempt, pick(dice, world));
  },
};
