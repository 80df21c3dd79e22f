// Attack phase: the same rows are moved, tagged, deleted and created concurrently, while callers read them, also at
// past instants. Keys are revoked while they are used.
import { delegateOf } from '../src/data/model/delegate';
import { answerText } from './judge';
import { addMoving, movedBody, moving } from './past';
import { graphql, json, type Attempt, type Phase } from './phase';
import type { Network } from './world';

type Scenario = (attempt: Attempt) => Promise<void>;

const lists: Readonly<Record<string, string>> = {
  Discovery: 'discoveries',
  DaemonApiKey: 'daemonApiKeys',
  Subnet: 'subnets',
  Vlan: 'vlans',
  Group: 'groups',
};

/**
 * A row moves between two networks. Meanwhile, callers with access to only one of the networks read the row, in the
 * present and at a recent instant.
 */
const moves: Scenario = async ({ dice, world, send }) => {
  const [organization] = world.organizations;
  const networks = organization.networks;
  // VLANs and subnets are not moved: the other network may refuse a VLAN number or prefix that it already has.
  const kind = dice.pick(moving.filter(({ model }) => !['Vlan', 'Subnet'].includes(model)));
  const row = await addMoving(world, kind, organization, networks[0]);
  world.canaries.forget([row.id]);
  const path = `${kind.path}/${row.id}`;
  let isOver = false;
  const mover = async () => {
    for (let step = 0; step < 6; step += 1) {
      const currentRow = await send(world.owner, { method: 'GET', path }, `move: GET ${kind.path}`);
      if (currentRow.status !== 200) continue;
      const { data } = JSON.parse(answerText(currentRow)) as { data: Record<string, unknown> };
      const network = networks[(step + 1) % 2] as Network;
      const body = json(movedBody(data, row, network));
      await send(world.owner, { method: 'PUT', path, ...body }, `move: PUT ${kind.path}`);
    }
    isOver = true;
  };
  const readers = world.callers.filter(({ name }) => /N1|N2/.test(name));
  const reader = async () => {
    while (!isOver) {
      const caller = dice.pick(readers);
      const at = new Date(Date.now() - dice.int(0, 500)).toISOString();
      const list = lists[kind.model]!;
      const tags = kind.taggedBy ? 'tags { name }' : '';
      const past = dice.chance(0.7) ? `@at(instant: "${at}")` : '';
      const query = `query ${past} { ${list}(first: 100, ids: ["${row.id}"]) { nodes { id name network { name } ${tags} } }
        tags(first: 50) { nodes { name ${list} { nodes { id name network { name } } } } } }`;
      const rest = `${path}${past && `?at=${at}`}`;
      await send(caller, dice.chance(0.6) ? graphql({ query }) : { method: 'GET', path: rest }, `move: read ${list}`);
    }
  };
  await Promise.all([mover(), reader(), reader(), reader()]);
  await delegateOf(world.prisma, kind.model).deleteMany({ where: { id: { in: [row.id] } } });
};

/**
 * Two API keys add and remove the same tags of the same rows in different orders, while the rows change and are
 * deleted.
 */
const tagging: Scenario = async ({ dice, world, send }) => {
  const [{ networks, tagId }] = world.organizations;
  const createdHosts = await world.prisma.host.createManyAndReturn({
    data: dice.times(30, (at) => ({
      networkId: networks[at % 2]!.id,
      name: `${networks[at % 2]!.secret} tagged ${at}`,
    })),
  });
  const hostIds = createdHosts.map(({ id }) => id);
  const bulk = (verb: string) => {
    const body = json({ entity_ids: dice.pickSeveral(hostIds, 30), entity_type: 'Host', tag_id: tagId });
    return send(world.ownerKey, { method: 'POST', path: `/api/v1/tags/assign/${verb}`, ...body }, `tags: ${verb}`);
  };
  const work = [
    () => bulk('bulk-add'),
    () => bulk('bulk-add'),
    () => bulk('bulk-remove'),
    () => {
      const body = json({ entity_id: dice.pick(hostIds), entity_type: 'Host', tag_ids: dice.pickSeveral([tagId], 1) });
      return send(world.owner, { method: 'PUT', path: '/api/v1/tags/assign', ...body }, 'tags: assign');
    },
    () => send(world.ownerKey, { method: 'DELETE', path: `/api/v1/hosts/${dice.pick(hostIds)}` }, 'tags: DELETE host'),
    () => {
      const at = new Date(Date.now() - dice.int(0, 200)).toISOString();
      const path = `/api/v1/hosts?ids=${hostIds.slice(0, 20).join(',')}&at=${at}`;
      return send(dice.pick(world.callers), { method: 'GET', path }, 'tags: GET hosts at');
    },
  ];
  for (let round = 0; round < 4; round += 1) await Promise.all(dice.times(dice.int(4, 10), () => dice.pick(work)()));
  await world.prisma.host.deleteMany({ where: { id: { in: hostIds } } });
};

/** A key is deleted while it is used. Requests after the deletion was confirmed must be refused. */
const revoking: Scenario = async ({ dice, world, send, broken }) => {
  const [{ id, networks }] = world.organizations;
  const owner = await world.prisma.user.findFirstOrThrow({ where: { organizationId: id, permissions: 'Owner' } });
  const key = await world.addKey(owner.id, id, 'Owner', [networks[0].id]);
  const caller = {
    name: 'a key that is being deleted',
    headers: key.headers,
    reach: new Set(['A', networks[0].scope]),
  };
  let isGone = false;
  const askRepeatedly = async () => {
    for (let attemptsLeft = 12; attemptsLeft > 0; attemptsLeft -= 1) {
      const wasGone = isGone;
      const request = dice.chance(0.5)
        ? { method: 'GET', path: '/api/v1/hosts?limit=20' }
        : graphql({ query: '{ hosts(first: 20) { nodes { id services { name } } } }' });
      const { status } = await send(caller, request, 'revoked: read');
      if (wasGone && status !== 401)
        broken('a deleted key is refused', `a key that was deleted before the request was answered ${status}`, caller);
    }
  };
  const end = async () => {
    const { status } = await send(
      world.owner,
      { method: 'DELETE', path: `/api/v1/auth/keys/${key.id}` },
      'revoked: DELETE',
    );
    if (status === 200) isGone = true;
  };
  await Promise.all([askRepeatedly(), askRepeatedly(), askRepeatedly(), end()]);
  await world.prisma.userApiKey.deleteMany({ where: { id: key.id } });
};

const scenarios: readonly Scenario[] = [moves, tagging, revoking];

export const races: Phase = {
  name: 'races',
  duty: 'rows that move, are tagged and go while others read them; keys that end in use',
  share: 3,
  together: 2,
  run: (attempt) => scenarios[attempt.number % scenarios.length]!(attempt),
};
