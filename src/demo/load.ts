// Loads demo organizations: the default organization at the first start, and other organizations of any size on
// request.
import { hashPassword, passwordMatches } from '../auth/passwords';
import { demoAccess, type DemoAccess } from '../auth/published-access';
import { generateKey, hashToken } from '../auth/tokens';
import { withoutStatementTimeout } from '../platform/postgres/time-limits';
import { StartError } from '../platform/postgres/start-error';
import type { Db } from '../data/tenancy/rows';
import { inTransaction } from '../data/transaction';
import type { PrismaClient } from '../generated/prisma/client';
import { derivedDemoId } from './network/chance';
import { type DemoSpec, generateDemo } from './generate';
import { replay, rewind } from './past';
import { run, type Statements, writeNetwork, writeOrganization } from './write-rows';

export interface LoadProgress {
  readonly hosts: number;
  readonly hostsTotal: number;
  readonly rows: number;
}

export interface LoadOptions {
  readonly now?: Date;
  /** Number of hosts in all networks together; 150 by default. */
  readonly hosts?: number;
  /** Number of networks, which alternate between a campus, a data center, a branch and so on; 3 by default. */
  readonly networks?: number;
  /** The same seed gives the same rows, so an organization can be loaded only once per seed. */
  readonly seed: string;
  readonly organizationName?: string;
  /** The users' password; random by default. */
  readonly password?: string;
  readonly apiKey?: string;
  readonly progress?: (progress: LoadProgress) => void;
}

export interface LoadedDemo extends DemoAccess {
  readonly organizationId: string;
  readonly networks: readonly { readonly id: string; readonly name: string; readonly hosts: number }[];
  readonly hosts: number;
  readonly rows: number;
  readonly seconds: number;
}

const demoSeed = 'netloom-demo';
const demoDomain = 'netloom.example';

// An arbitrary number for the advisory lock, which nothing else uses.
const lockNumber = 5_018_645;
const longestLoadMs = 3_600_000;

const inOneGo = <T>(prisma: PrismaClient, work: (tx: Db) => Promise<T>): Promise<T> =>
  withoutStatementTimeout(() => inTransaction(prisma, work, { timeout: longestLoadMs }));

async function write(tx: Statements, spec: DemoSpec, progress: LoadOptions['progress']) {
  const demo = generateDemo(spec);
  // Without this setting, triggers would replace the generated times of the rows by the present time.
  await run(tx, "SELECT set_config('netloom.keep_given_times', 'on', true)");
  const hostsTotal = demo.networks.reduce((sum, network) => sum + network.hosts, 0);
  let rows = 0;
  let hostsBefore = 0;
  await writeOrganization(tx, demo.organization, (count) => (rows += count));
  for (const network of demo.networks) {
    const generatedRows = network.rows();
    const changes = rewind(generatedRows, spec.now);
    const total = Object.values(generatedRows).reduce((sum, list) => sum + list.length, 0);
    let writtenCount = 0;
    await writeNetwork(tx, generatedRows, (count) => {
      rows += count;
      writtenCount += count;
      progress?.({ hosts: hostsBefore + Math.floor((network.hosts * writtenCount) / total), hostsTotal, rows });
    });
    await replay(tx, { organizationId: demo.organizationId, networkId: network.id }, changes);
    hostsBefore += network.hosts;
  }
  return { organizationId: demo.organizationId, networks: demo.networks, hosts: hostsTotal, rows };
}

/**
 * Updates the database's statistics. Without fresh statistics, the planner would scan all the new rows sequentially.
 */
async function updateStatistics(prisma: PrismaClient): Promise<void> {
  await withoutStatementTimeout(async () => await run(prisma, 'ANALYZE'));
}

/** The e-mail domain of one organization. It depends on the seed, because addresses are unique in the installation. */
const domainOf = (seed: string): string =>
  `${/^[a-z0-9][a-z0-9-]{0,40}$/.test(seed) ? seed : derivedDemoId(seed, 'domain').slice(0, 8)}.${demoDomain}`;

/**
 * Loads a demo organization of any size in addition to existing data. Throws a StartError if the seed is already
 * loaded.
 */
export async function loadDemo(prisma: PrismaClient, options: LoadOptions): Promise<LoadedDemo> {
  const startedAt = performance.now();
  const { seed, now = new Date(), hosts, networks, organizationName = `Demo ${seed}`, progress } = options;
  const password = options.password ?? `Demo-${generateKey('user').token.slice(-14)}-7a`;
  const apiKey = options.apiKey ?? generateKey('user').token;
  const email = `owner@${domainOf(seed)}`;
  const passwordHash = await hashPassword(password);
  const spec: DemoSpec = {
    seed,
    now,
    hosts,
    networks,
    organizationName,
    ownerEmail: email,
    emailDomain: domainOf(seed),
    passwordHash,
    apiKey,
  };
  const writtenCount = await inOneGo(prisma, async (tx) => {
    const id = derivedDemoId(seed, 'organization');
    if (await tx.organization.findUnique({ where: { id }, select: { id: true } })) {
      throw new StartError(`The demo with the seed "${seed}" is loaded already: choose another --seed.`);
    }
    return write(tx, spec, progress);
  });
  await updateStatistics(prisma);
  const list = writtenCount.networks.map(({ id, name, hosts: count }) => ({ id, name, hosts: count }));
  return { email, password, apiKey, ...writtenCount, networks: list, seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * Returns how to sign in to the demo organization, which is created first if the database has no organizations.
 * Undefined if the database has other organizations only, or if the demo's password or key was changed.
 */
export async function ensureDemo(
  prisma: PrismaClient,
  { now = new Date(), progress }: Pick<LoadOptions, 'now' | 'progress'> = {},
): Promise<DemoAccess | undefined> {
  if (!(await prisma.organization.findFirst({ select: { id: true } }))) {
    const { email: ownerEmail, password, apiKey } = demoAccess;
    const passwordHash = await hashPassword(password);
    const spec = {
      seed: demoSeed,
      now,
      organizationName: 'Netloom Demo',
      ownerEmail,
      emailDomain: demoDomain,
      passwordHash,
      apiKey,
    };
    const isNew = await inOneGo(prisma, async (tx) => {
      // If several processes start together, one of them creates the organization. The others wait here, and then find
      // it.
      await run(tx, `SELECT pg_advisory_xact_lock(${lockNumber})`);
      if (await tx.organization.findFirst({ select: { id: true } })) return false;
      await write(tx, spec, progress);
      return true;
    });
    if (isNew) await updateStatistics(prisma);
  }
  return (await isOpen(prisma)) ? demoAccess : undefined;
}

/** Whether the published password and key still work. */
async function isOpen(prisma: PrismaClient): Promise<boolean> {
  const user = await prisma.user.findUnique({
    where: { email: demoAccess.email },
    select: { id: true, passwordHash: true },
  });
  if (!user || !(await passwordMatches(user.passwordHash, demoAccess.password))) return false;
  const keyHash = hashToken(demoAccess.apiKey);
  const key = await prisma.userApiKey.findUnique({
    where: { keyHash },
    select: { userId: true, isEnabled: true, expiresAt: true },
  });
  return key?.userId === user.id && key.isEnabled && (key.expiresAt === null || key.expiresAt > new Date());
}
