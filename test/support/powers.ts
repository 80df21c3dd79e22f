// Reads how much access each user, key, invite, enrolment code and share of an organization gives, in each network.
// Tests compare this before and after requests.
import { Prisma, type PrismaClient } from '../../src/generated/prisma/client';
import { rankOf, type Permissions } from '../../src/data/tenancy/viewer';

type Kind = 'user' | 'key' | 'invite' | 'daemonKey' | 'enrolmentCode' | 'share';
/** A credential or link, with the access that it gives to its holder now. */
export interface Holder {
  readonly kind: Kind | 'network';
  readonly id: string;
  readonly rank: Permissions;
  readonly networks: readonly string[];
}
/**
 * The rank of a holder (such as a user, key or share) as a number, by network id. Higher ranks may do more. The key
 * `people` has the rank of a holder who may change the rights of other users.
 */
export type Power = ReadonlyMap<string, number>;

export class Powers {
  constructor(
    readonly networks: ReadonlySet<string>,
    readonly holders: ReadonlyMap<string, Holder>,
  ) {}

  /**
   * Returns the ranks of a holder; empty if there is no such holder. `networkIds` are networks in addition to
   * `networks` in which an Admin has a rank too, such as networks that a tested request has created or deleted.
   */
  of(id: string, networkIds: Iterable<string> = []): Power {
    const holder = this.holders.get(id);
    if (!holder) return new Map();
    const { kind, rank, networks } = holder;
    const level = rankOf(rank);
    const isRanked = kind === 'user' || kind === 'invite';
    const all = [...new Set([...this.networks, ...networkIds])];
    const reachableNetworks = isRanked && level >= rankOf('Admin') ? all : networks;
    const changesPeople =
      (isRanked || kind === 'key') &&
      level >= rankOf('Admin') &&
      all.every((network) => reachableNetworks.includes(network));
    return new Map([...reachableNetworks, ...(changesPeople ? ['people'] : [])].map((scope) => [scope, level]));
  }
}

/** Whether a holder with `ownPower` may do everything that a holder with `other` may do in these networks. */
export const covers = (ownPower: Power, other: Power, networks: ReadonlySet<string>): boolean =>
  [...other].every(
    ([scope, rank]) => (scope !== 'people' && !networks.has(scope)) || rank <= (ownPower.get(scope) ?? -1),
  );

const inForce = Prisma.raw('is_enabled AND coalesce(expires_at > now(), true)');
const rowsOf = (table: string, column: string, id: string) =>
  Prisma.raw(`ARRAY(SELECT n.network_id::text FROM ${table} n WHERE n.${column} = ${id})`);

export async function readPowers(prisma: PrismaClient, organizationId: string): Promise<Powers> {
  const inOrganization = Prisma.sql`organization_id = ${organizationId}::uuid`;
  const rows = await prisma.$queryRaw<Holder[]>`
    SELECT 'network' AS kind, id::text, 'Viewer' AS rank, '{}'::text[] AS networks FROM networks WHERE ${inOrganization}
    UNION ALL
    SELECT 'user', id::text, permissions::text, ${rowsOf('user_networks', 'user_id', 'users.id')} FROM users WHERE ${inOrganization}
    UNION ALL
    SELECT 'key', k.id::text, least(k.permissions, u.permissions)::text, ARRAY(
      SELECT own.network_id::text FROM user_api_key_networks own
      WHERE own.user_api_key_id = k.id AND (u.permissions >= 'Admin' OR EXISTS (
        SELECT FROM user_networks owners WHERE owners.user_id = u.id AND owners.network_id = own.network_id)))
    FROM (SELECT * FROM user_api_keys WHERE ${inOrganization} AND ${inForce}) k JOIN users u ON u.id = k.user_id
    UNION ALL
    SELECT 'invite', i.id::text, i.permissions::text, ${rowsOf('invite_networks', 'invite_id', 'i.id')}
    FROM (SELECT * FROM invites WHERE ${inOrganization} AND accepted_at IS NULL AND expires_at > now()) i
    JOIN users u ON u.id = i.created_by AND u.permissions >= greatest(i.permissions, 'Admin')
    UNION ALL
    SELECT 'daemonKey', k.id::text, 'Member', ARRAY[k.network_id::text] FROM daemon_api_keys k
    JOIN networks n ON n.id = k.network_id WHERE n.${inOrganization} AND ${inForce}
    UNION ALL
    SELECT 'enrolmentCode', c.id::text, 'Member', ARRAY[c.network_id::text]
    FROM (SELECT * FROM enrolment_codes WHERE ${inOrganization} AND used_at IS NULL AND expires_at > now()) c
    JOIN users u ON u.id = c.created_by AND (u.permissions >= 'Admin' OR u.permissions = 'Member' AND EXISTS (
      SELECT FROM user_networks own WHERE own.user_id = u.id AND own.network_id = c.network_id))
    UNION ALL
    SELECT 'share', s.id::text, 'Viewer', ARRAY[s.network_id::text]
    FROM (SELECT * FROM shares WHERE ${inOrganization} AND ${inForce}) s
    JOIN users u ON u.id = s.created_by AND (u.permissions >= 'Admin' OR u.permissions = 'Member' AND EXISTS (
      SELECT FROM user_networks own WHERE own.user_id = u.id AND own.network_id = s.network_id))`;
  const networks = rows.filter(({ kind }) => kind === 'network').map(({ id }) => id);
  const holders = rows.filter(({ kind }) => kind !== 'network').map((holder) => [holder.id, holder] as const);
  return new Powers(new Set(networks), new Map(holders));
}
