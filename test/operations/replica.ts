// Runs replicas of the service as processes of their own, and has helpers that register users and wait for lines in the
// replicas' logs.
import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually';
import { createClient, type Client as Caller, type Credential, type Reply } from '../support/client';
import { Child, type ChildOptions } from '../start/child';

export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [member: string]: unknown;
}

export interface Replica extends Child {
  readonly url: string;
  as(credential: Credential): Caller;
  logLines(): LogLine[];
  /** Waits for the log line of the request with this id. */
  requestLine(id: string): Promise<LogLine>;
}

/**
 * Default settings of a replica. By default, a replica listens on loopback only and creates no demo organization; a
 * test may change this.
 */
const usual = {
  ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DEMO: 'off', DATABASE_POOL_SIZE: '4' },
  REGISTRATION: 'open',
};

class ReplicaProcess extends Child implements Replica {
  url = '';

  constructor(settings: NodeJS.ProcessEnv, options: ChildOptions = {}) {
    super(['scripts/start.mjs'], { ...usual, ...settings }, options);
  }

  async untilReady(): Promise<this> {
    const [, port] = await this.waitFor(/REST {7}\S+:(\d+)\/api\/v1/);
    this.url = `http://127.0.0.1:${port}`;
    return this;
  }

  as(credential: Credential): Caller {
    return createClient(this.url, credential);
  }

  logLines(): LogLine[] {
    const lines = this.output.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  async requestLine(id: string): Promise<LogLine> {
    return eventually(() =>
      Promise.resolve(this.logLines().find((line) => line.msg === 'request' && line.requestId === id)),
    );
  }
}

/** Starts the service without waiting until it is ready, for settings with which the service must refuse to start. */
export const unready = (settings: NodeJS.ProcessEnv, options?: ChildOptions): Child =>
  new ReplicaProcess(settings, options);

/**
 * Starts the service as `npm start` does, and waits until it is ready. `settings` must contain at least DATABASE_URL.
 */
export const startReplica = (settings: NodeJS.ProcessEnv): Promise<Replica> =>
  new ReplicaProcess(settings).untilReady();

export async function kill(replicas: readonly (Child | undefined)[]): Promise<void> {
  const startedReplicas = replicas.filter((replica) => replica !== undefined);
  for (const replica of startedReplicas) replica.send('SIGKILL');
  await Promise.all(startedReplicas.map((replica) => replica.ended));
}

export const password = 'Correct horse 1';

/**
 * The number of client addresses in use. Anonymous requests are rate-limited by address, so each request of a test
 * sends a new address in `X-Forwarded-For`.
 */
let addresses = 0;
export const fromNewAddress = (): Record<string, string> => {
  addresses += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` };
};

export const sessionToken = (reply: Reply): string => {
  const token = /^session_id=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1];
  if (!token) throw new Error(`no session: ${reply.story}`);
  return token;
};

export interface Account {
  readonly email: string;
  readonly session: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly networkId: string;
}

/** Registers a new user as the Owner of a new organization with one network. */
export async function register(replica: Replica): Promise<Account> {
  const email = `${randomUUID()}@netloom.example`;
  const post = (action: string, body: object, headers = fromNewAddress()) =>
    replica.as({}).send('POST', `/api/auth/${action}`, { body, headers });
  const setup = await post('setup', { organization_name: 'Replicas', network: { name: 'HQ' } });
  const registeredReply = await post(
    'register',
    { email, password, terms_accepted: true },
    { ...fromNewAddress(), cookie: `session_id=${sessionToken(setup)}` },
  );
  const { id: userId, organization_id: organizationId } = registeredReply.body.data;
  return {
    email,
    session: sessionToken(registeredReply),
    userId,
    organizationId,
    networkId: setup.body.data.network_id,
  };
}

export const signIn = (replica: Replica, email: string, withPassword = password): Promise<Reply> =>
  replica.as({}).send('POST', '/api/auth/login', {
    body: { email, password: withPassword },
    headers: fromNewAddress(),
  });

/** Creates an API key of the account, with the role Owner in these networks. */
export async function addKey(replica: Replica, account: Account, networkIds = [account.networkId]) {
  const reply = await replica
    .as(account)
    .rest.post('/auth/keys', { name: 'key', permissions: 'Owner', network_ids: networkIds, tags: [] });
  if (reply.status !== 200) throw new Error(reply.story);
  return { id: reply.body.data.api_key.id as string, key: reply.body.data.key as string };
}
