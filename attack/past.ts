// Adds history to the test data: rows that move between networks, are deleted, and are created again with the same id.
// Records instants in between.
import { randomUUID } from 'node:crypto';
import { delegateOf } from '../src/data/model/delegate';
import { databaseInstant } from '../test/support/instants';
import type { Caller, Network, Organization, World } from './world';

/** A model whose rows can be moved to another network by a REST request. */
interface Moving {
  readonly model: 'Discovery' | 'DaemonApiKey' | 'Subnet' | 'Vlan' | 'Group';
  readonly path: string;
  columns(network: Network, organization: Organization): Record<string, unknown>;
  /** The column of `tag_assignments` that refers to rows of the model; undefined for VLANs, which cannot be tagged. */
  readonly taggedBy?: string;
  /** The REST fields whose values must change when a row of the model moves to `network`. */
  moved?(network: Network): Record<string, unknown>;
}

const daemonOf = ({ ids }: Network) => ids.Daemon![0]!;
const detailsOf = ({ ids }: Network) => ({ host_id: ids.Host![0]!, host_naming_fallback: 'BestService' });
export const moving: readonly Moving[] = [
  {
    model: 'Discovery',
    path: '/api/v1/discovery',
    columns: (network) => ({
      ...{ daemonId: daemonOf(network), discoveryType: 'Unified', runType: 'AdHoc' },
      discoveryDetails: detailsOf(network),
    }),
    taggedBy: 'discoveryId',
    moved: (network) => ({
      daemon_id: daemonOf(network),
      discovery_type: { type: 'Unified', ...detailsOf(network) },
    }),
  },
  {
    model: 'DaemonApiKey',
    path: '/api/v1/auth/daemon',
    columns: () => ({ keyHash: (randomUUID() + randomUUID()).replaceAll('-', ''), keyPrefix: 'nlm_d_mv' }),
    taggedBy: 'daemonApiKeyId',
  },
  {
    model: 'Subnet',
    path: '/api/v1/subnets',
    columns: ({ secret }) => ({ cidr: '10.112.0.0/24', subnetType: 'Lan', description: `${secret} of subnet` }),
    taggedBy: 'subnetId',
  },
  {
    model: 'Vlan',
    path: '/api/v1/vlans',
    columns: ({ secret }, { id }) => ({ organizationId: id, vlanNumber: 3999, description: `${secret} of VLAN` }),
  },
  {
    model: 'Group',
    path: '/api/v1/groups',
    columns: ({ secret }) => ({
      ...{ groupType: 'RequestPath', memberType: 'Services', color: 'Red', description: `${secret} of group` },
    }),
    taggedBy: 'groupId',
  },
];

export interface MovingRow {
  readonly kind: Moving;
  readonly id: string;
}

/** Adds a tagged row, whose texts contain the network's canary (a unique word by which a leak is recognized). */
export async function addMoving(
  { prisma, ids }: World,
  kind: Moving,
  organization: Organization,
  network: Network,
  id: string = randomUUID(),
): Promise<MovingRow> {
  const data = { id, networkId: network.id, name: `${network.secret} moves`, ...kind.columns(network, organization) };
  await delegateOf(prisma, kind.model).create({ data });
  if (kind.taggedBy)
    await prisma.tagAssignment.create({
      data: {
        ...{ organizationId: organization.id, networkId: network.id, tagId: organization.tagId },
        [kind.taggedBy]: id,
      } as never,
    });
  ids.set(kind.model, [...(ids.get(kind.model) ?? []), ...(ids.get(kind.model)?.includes(id) ? [] : [id])]);
  return { kind, id };
}

const describe = async (answer: Response) => `${answer.status} ${(await answer.text()).slice(0, 500)}`;

/**
 * The REST body that moves a row to another network. Its texts contain the secret word of that network, by which the
 * attack recognizes leaks.
 */
export function movedBody(row: Record<string, unknown>, { kind }: MovingRow, network: Network): object {
  const description = 'description' in row ? { description: `${network.secret} of what moved` } : {};
  const place = { network_id: network.id, name: `${network.secret} moved`, ...kind.moved?.(network) };
  return { ...row, ...description, ...place };
}

async function move(url: string, owner: Caller, row: MovingRow, network: Network): Promise<void> {
  const at = `${url}${row.kind.path}/${row.id}`;
  const currentRow = await fetch(at, { headers: owner.headers });
  if (!currentRow.ok) throw new Error(`cannot read the row to move, ${row.kind.path}: ${await describe(currentRow)}`);
  const { data } = (await currentRow.json()) as { data: Record<string, unknown> };
  const answer = await fetch(at, {
    method: 'PUT',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(movedBody(data, row, network)),
  });
  if (!answer.ok) throw new Error(`cannot move ${row.kind.path}: ${await describe(answer)}`);
}

/** Moves, deletes and recreates rows, and records the instants before, between and after these changes. */
export async function giveItAPast(world: World, url: string): Promise<void> {
  const { prisma, canaries, owner } = world;
  const [organization] = world.organizations;
  const [n1, n2] = organization.networks;
  const remember = async () => void world.instants.push((await databaseInstant(prisma)).toISOString());
  world.instants.push('2000-01-01T00:00:00Z', '2099-01-01T00:00:00Z');
  await remember();
  const crossing = [
    { from: n1, to: n2 },
    { from: n2, to: n1 },
  ];
  const moves: { row: MovingRow; to: Network }[] = [];
  const dying: { row: MovingRow; from: Network; to: Network }[] = [];
  for (const { from, to } of crossing)
    for (const kind of moving) {
      // All test VLANs have one number and all test subnets one prefix, which must be unique in a network. So they move
      // only from the first network to the second, after those of the second network were deleted.
      const isAlone = kind.model === 'Vlan' || kind.model === 'Subnet';
      if (!isAlone || from === n1) moves.push({ row: await addMoving(world, kind, organization, from), to });
      if (isAlone ? from === n2 : true) dying.push({ row: await addMoving(world, kind, organization, from), from, to });
    }
  await remember();
  for (const { row } of dying) await delegateOf(prisma, row.kind.model).deleteMany({ where: { id: { in: [row.id] } } });
  await remember();
  for (const { row, to } of moves) {
    await move(url, owner, row, to);
    await remember();
  }
  for (const { row, to } of dying)
    if (row.kind.model !== 'Vlan' && row.kind.model !== 'Subnet') {
      await addMoving(world, row.kind, organization, to, row.id);
      await remember();
    }
  canaries.forget([...moves, ...dying].map(({ row }) => row.id));
  // Callers of the first network must not see a row of the second network that has the id of a deleted row of the first
  // network. So a host with its port is deleted, and a host with the same id is created.
  const host = await prisma.host.create({ data: { networkId: n1.id, name: `${n1.secret} passing` } });
  const port = await prisma.port.create({ data: { networkId: n1.id, hostId: host.id, number: 4242, protocol: 'Tcp' } });
  await remember();
  await prisma.host.delete({ where: { id: host.id } });
  await remember();
  await prisma.host.create({ data: { id: host.id, networkId: n2.id, name: `${n2.secret} anew` } });
  await remember();
  world.ids.get('Host')!.push(host.id);
  world.ids.get('Port')!.push(port.id);
  world.instants.push(new Date().toISOString());
}
