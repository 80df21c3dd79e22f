// Attack phase: invites, shares and enrolment codes whose creator has lost rights after creating them. They must give
// no more rights than the creator has now.
import { json, type Attempt, type Phase } from './phase';
import { answerText } from './judge';
import type { Caller, NewUser } from './world';

interface Loss {
  readonly name: string;
  /**
   * The organization's owner takes rights from the user who created the invite, share or code. Resolves with the HTTP
   * status.
   */
  take(attempt: Attempt, maker: NewUser): Promise<number>;
}

const adminPath = ({ id }: NewUser) => `/api/v1/users/${id}/admin`;
const losses: readonly Loss[] = [
  {
    name: 'was deleted',
    take: async ({ world, send }, { id }) =>
      (await send(world.owner, { method: 'DELETE', path: `/api/v1/users/${id}` }, 'grants: DELETE user')).status,
  },
  {
    name: 'is a Viewer now',
    take: async ({ world, send }, maker) => {
      const body = json({ permissions: 'Viewer', network_ids: [world.organizations[0].networks[0].id] });
      return (await send(world.owner, { method: 'PUT', path: adminPath(maker), ...body }, 'grants: demote')).status;
    },
  },
  {
    name: 'reaches another network now',
    take: async ({ world, send }, maker) => {
      const body = json({ permissions: 'Member', network_ids: [world.organizations[0].networks[1].id] });
      return (await send(world.owner, { method: 'PUT', path: adminPath(maker), ...body }, 'grants: narrow')).status;
    },
  },
];

interface Grant {
  readonly name: string;
  readonly rank: 'Admin' | 'Member';
  /** Whether the invite, share or code can be used only once. */
  readonly isUsedUp?: boolean;
  /** Creates the invite, share or code as the caller. Resolves with its id, or with the text of an enrolment code. */
  make(attempt: Attempt, caller: Caller): Promise<string | undefined>;
  /** Uses the invite, share or code without a credential. Resolves with the status of the response. */
  use(attempt: Attempt, id: string): Promise<number>;
}

const idIn = (answer: Parameters<typeof answerText>[0]): string | undefined =>
  answer.status === 200 ? (JSON.parse(answerText(answer)) as { data: { id: string } }).data.id : undefined;

const grants: readonly Grant[] = [
  {
    name: 'invite',
    rank: 'Admin',
    make: async ({ world, send }, caller) => {
      const body = json({ permissions: 'Admin', network_ids: [world.organizations[0].networks[0].id] });
      return idIn(await send(caller, { method: 'POST', path: '/api/v1/invites', ...body }, 'grants: POST invite'));
    },
    use: async ({ world, send }, id) =>
      (await send(world.anonymous, { method: 'GET', path: `/api/v1/invites/${id}/accept` }, 'grants: accept')).status,
  },
  {
    name: 'share',
    rank: 'Member',
    make: async ({ world, send }, caller) => {
      const [network] = world.organizations[0].networks;
      const { id } = await world.prisma.topology.findFirstOrThrow({
        where: { networkId: network.id, snapshotId: null },
      });
      const body = json({ name: 'shared', network_id: network.id, topology_id: id });
      return idIn(await send(caller, { method: 'POST', path: '/api/v1/shares', ...body }, 'grants: POST share'));
    },
    use: async ({ world, send }, id) =>
      (await send(world.anonymous, { method: 'GET', path: `/api/v1/shares/public/${id}` }, 'grants: open share'))
        .status,
  },
  {
    name: 'enrolment code',
    rank: 'Member',
    isUsedUp: true,
    make: async ({ world, send }, caller) => {
      const body = json({ name: 'agent', network_id: world.organizations[0].networks[0].id });
      const path = '/api/v1/enrolment-codes';
      const answer = await send(caller, { method: 'POST', path, ...body }, 'grants: POST enrolment code');
      if (answer.status !== 200) return undefined;
      return (JSON.parse(answerText(answer)) as { data: { code: string } }).data.code;
    },
    use: async ({ world, send }, code) => {
      const path = '/api/v1/enrolment-codes/exchange';
      return (await send(world.anonymous, { method: 'POST', path, ...json({ code }) }, 'grants: exchange')).status;
    },
  },
];

async function run(attempt: Attempt): Promise<void> {
  const { number, world, broken } = attempt;
  const grant = grants[number % grants.length]!;
  const loss = losses[Math.floor(number / grants.length) % losses.length]!;
  const [{ id: organizationId, letter, networks }] = world.organizations;
  const maker = await world.addUser(organizationId, grant.rank, [networks[0].id]);
  const reach = new Set([letter, ...networks.map(({ scope }) => scope), `${letter}.person`]);
  const caller = { name: `the maker (${grant.rank}), who ${loss.name}`, headers: maker.headers, reach };
  const id = await grant.make(attempt, caller);
  if (id === undefined)
    return broken(`${grant.name}s can be made`, `their maker, ${caller.name}, could make none`, caller);
  const first = grant.isUsedUp ? await grant.make(attempt, caller) : id;
  const before = await grant.use(attempt, first ?? id);
  if (before !== 200)
    broken(`${grant.name}s are good at first`, `one that was just made was answered ${before}`, caller);
  const takenGrant = await loss.take(attempt, maker);
  if (takenGrant !== 200)
    broken('rights can be taken', `taking the rights of a maker was answered ${takenGrant}`, world.owner);
  const after = await grant.use(attempt, id);
  if (after === 200)
    broken(
      `${grant.name}s end with the rights of their maker`,
      `one is still good although its maker ${loss.name}`,
      caller,
    );
  await world.prisma.user.deleteMany({ where: { id: maker.id } });
}

export const makersWithoutRights: Phase = {
  name: 'grants',
  duty: 'invites, shares and enrolment codes whose maker has lost rights',
  share: 1,
  together: 2,
  run,
};
