// Attack phase: deletes the largest objects that a tenant can have: networks, tags, hosts, and everything in an
// organization.
import { json, type Attempt, type Phase } from './phase';
import { answerText } from './judge';
import type { Tenant } from './world';

/** Number of hosts of the attacked tenant, in three networks; a thousand of the hosts have tags. */
const hosts = 60_000;
const tags = 300;
const taggedHosts = 300;
/** Number of hosts that one request deletes by their ids. */
const hostsAtOnce = 10_000;
const cleaningPatienceMs = 120_000;

interface Deletion {
  readonly name: string;
  run(attempt: Attempt, tenant: Tenant): Promise<void>;
}

async function expectDone(
  { send, broken }: Attempt,
  { owner }: Tenant,
  request: { readonly method: string; readonly path: string; readonly body?: string | Buffer },
  operation: string,
): Promise<void> {
  const { status } = await send(owner, request, operation);
  if (status !== 200) broken(`what was made can be deleted: ${operation}`, `it was answered ${status}`, owner);
}

async function expectNone({ send, broken }: Attempt, { owner }: Tenant, path: string): Promise<void> {
  const answer = await send(owner, { method: 'GET', path }, `largest: GET ${path.split('?')[0]}`);
  if (answer.status === 404) return;
  const { data } = JSON.parse(answerText(answer)) as { data: unknown[] };
  if (answer.status !== 200 || data.length > 0)
    broken('what is deleted is gone at once', `${path} answered ${answer.status} with ${data.length} rows`, owner);
}

const deletions: readonly Deletion[] = [
  {
    name: `${hostsAtOnce} hosts by their ids`,
    run: async (attempt, tenant) => {
      const where = { networkId: tenant.networkIds[2]! };
      const rows = await attempt.world.prisma.host.findMany({ where, take: hostsAtOnce, orderBy: { id: 'asc' } });
      const request = { method: 'POST', path: '/api/v1/hosts/bulk-delete', ...json(rows.map(({ id }) => id)) };
      await expectDone(attempt, tenant, request, 'largest: bulk delete of hosts');
      await expectNone(attempt, tenant, `/api/v1/hosts/${rows[0]!.id}`);
    },
  },
  {
    name: 'a subnet with all IP addresses of a network',
    run: async (attempt, tenant) => {
      const [, networkId] = tenant.networkIds;
      const subnet = await attempt.world.prisma.subnet.findFirstOrThrow({ where: { networkId: networkId! } });
      const path = `/api/v1/subnets/${subnet.id}`;
      await expectDone(attempt, tenant, { method: 'DELETE', path }, 'largest: DELETE subnet');
      await expectNone(attempt, tenant, path);
      await expectNone(attempt, tenant, `/api/v1/ip-addresses?network_id=${networkId!}&limit=1`);
    },
  },
  {
    name: 'a network',
    run: async (attempt, tenant) => {
      const [id] = tenant.networkIds;
      const path = `/api/v1/networks/${id!}`;
      await expectDone(attempt, tenant, { method: 'DELETE', path }, 'largest: DELETE network');
      await expectNone(attempt, tenant, path);
      await expectNone(attempt, tenant, `/api/v1/hosts?network_id=${id!}&limit=1`);
    },
  },
  {
    name: 'tags',
    run: async (attempt, tenant) => {
      const rows = await attempt.world.prisma.tag.findMany({ where: { organizationId: tenant.organizationId } });
      const request = { method: 'POST', path: '/api/v1/tags/bulk-delete', ...json(rows.map(({ id }) => id)) };
      await expectDone(attempt, tenant, request, 'largest: bulk delete of tags');
      await expectNone(attempt, tenant, '/api/v1/tags?limit=1');
    },
  },
  {
    name: 'the content of an organization',
    run: async (attempt, tenant) => {
      const path = `/api/v1/organizations/${tenant.organizationId}/reset`;
      await expectDone(attempt, tenant, { method: 'POST', path }, 'largest: reset');
      const remainingAnswer = await attempt.send(
        tenant.owner,
        { method: 'GET', path: '/api/v1/hosts?limit=1' },
        'largest: after',
      );
      if (remainingAnswer.status !== 401)
        attempt.broken(
          'a reset ends keys at once',
          `a key was answered ${remainingAnswer.status} after it`,
          tenant.owner,
        );
    },
  },
];

async function makeTenant({ world }: Attempt): Promise<Tenant> {
  const tenant = await world.addLarge(hosts);
  const { organizationId } = tenant;
  const { prisma } = world;
  await prisma.$executeRaw`
    INSERT INTO tags (organization_id, name) SELECT ${organizationId}::uuid, 'tag ' || n FROM generate_series(1, ${tags}::int) n`;
  await prisma.$executeRaw`
    INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
    SELECT t.organization_id, h.network_id, t.id, h.id FROM tags t,
      (SELECT id, network_id FROM hosts WHERE network_id = ${tenant.networkIds[1]}::uuid ORDER BY id LIMIT ${taggedHosts}::int) h
    WHERE t.organization_id = ${organizationId}::uuid`;
  return tenant;
}

/** Reports a finding if background jobs do not remove all rows of the deleted objects in time. */
async function expectCleaned({ world, broken }: Attempt, { organizationId, networkIds }: Tenant): Promise<void> {
  const { prisma } = world;
  const until = Date.now() + cleaningPatienceMs;
  let remainingCount = 0;
  do {
    remainingCount = await prisma.host.count({ where: { networkId: { in: [...networkIds] } } });
    remainingCount += await prisma.tagAssignment.count({ where: { organizationId } });
    if (remainingCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  } while (Date.now() < until);
  broken('what is deleted is cleaned', `${remainingCount} rows are left after ${cleaningPatienceMs / 1000} s`);
}

/** Deletes an organization by a new session of an Owner: API keys may not delete it. */
async function deleteOrganization(attempt: Attempt, tenant: Tenant): Promise<void> {
  const { headers } = await attempt.world.addUser(tenant.organizationId, 'Owner');
  const owner = { ...tenant.owner, headers };
  const path = `/api/v1/organizations/${tenant.organizationId}`;
  await expectDone(attempt, { ...tenant, owner }, { method: 'DELETE', path }, 'largest: DELETE organization');
  const after = { method: 'GET', path: '/api/v1/hosts?limit=1' };
  const { status } = await attempt.send(owner, after, 'largest: after the organization');
  if (status !== 401) attempt.broken('deleting an organization ends sessions at once', `answered ${status}`, owner);
}

async function run(attempt: Attempt): Promise<void> {
  const tenant = await attempt.aside(() => makeTenant(attempt));
  for (const { run: runDeletion } of deletions) await runDeletion(attempt, tenant);
  await expectCleaned(attempt, tenant);
  const other = await attempt.aside(() => attempt.world.addLarge(hosts));
  await deleteOrganization(attempt, other);
  await expectCleaned(attempt, other);
}

export const largest: Phase = {
  name: 'largest',
  duty: 'the largest that a tenant can make is deleted',
  share: 2,
  together: 1,
  isMeasured: true,
  run,
};
