// Signs a person in for `npm run discover`: creates an account, organization and network, or uses an API key.
import { z } from 'zod';
import { Failure } from '../failure';
import { Outage, Refusal, type Call, type JsonAnswer, type JsonClient } from '../protocol/json-client';

/**
 * The published e-mail address and API key of the demo. Commands that scan real networks refuse this account and key.
 */
export const demo = { email: 'demo@netloom.example', key: 'nlm_u_NetloomDemoKeyForLocalUseOnly000' } as const;

export interface Ask {
  /** Asks a question. Resolves with the line that the person enters, or with `byDefault` for an empty line. */
  (question: string, options?: { readonly byDefault?: string; readonly isSecret?: boolean }): Promise<string>;
}

export interface AccountOptions {
  readonly json: JsonClient;
  readonly signal: AbortSignal;
  readonly options: AccountArguments;
  /** Asks the person a question; undefined if there is no terminal. */
  readonly ask: Ask | undefined;
  readonly say: (line: string) => void;
}
/** Account options (e-mail address, password and so on) from the command line. */
export interface AccountArguments {
  readonly email?: string;
  readonly password?: string;
  readonly organization?: string;
  readonly network?: string;
}

const namedRow = z.object({ id: z.string(), name: z.string() });
const user = z.object({ email: z.string(), organization_id: z.string() });
const newKey = z.object({ key: z.string() });
const job = z.object({ id: z.string(), daemon_id: z.string(), run_type: z.object({ type: z.string() }) });

/**
 * Makes REST calls on behalf of a person, authenticated by an API key or by the session cookie that `signIn` received.
 */
export class Person {
  private cookie: string | undefined;

  constructor(
    private readonly options: AccountOptions,
    private readonly key?: string,
  ) {}

  async networks(): Promise<z.output<typeof namedRow>[]> {
    return z.array(namedRow).parse(await this.call('GET', '/api/v1/networks?limit=0'));
  }

  async createNetwork(name: string): Promise<string> {
    const [organization] = [await this.call('GET', '/api/v1/organizations')].flat();
    const body = { name, organization_id: namedRow.parse(organization).id };
    return namedRow.parse(await this.call('POST', '/api/v1/networks', body)).id;
  }

  /** Creates an API key with the Member role for one network, so that later runs need no password. */
  async createKey(name: string, networkId: string): Promise<string> {
    const body = { name, permissions: 'Member', network_ids: [networkId], tags: [] };
    return newKey.parse(await this.call('POST', '/api/v1/auth/keys', body)).key;
  }

  async createDaemonKey(name: string, networkId: string): Promise<string> {
    const body = { name, network_id: networkId, tags: [] };
    return newKey.parse(await this.call('POST', '/api/v1/auth/daemon', body)).key;
  }

  /**
   * Confirms the daemon on behalf of this person. The server gives the network's credentials only to confirmed daemons.
   */
  async confirmDaemon(daemonId: string): Promise<void> {
    await this.call('POST', `/api/v1/daemons/${daemonId}/confirm`).catch((error: unknown) => {
      // A server that stores no credentials responds with 404. The daemon then needs no confirmation.
      if (!(error instanceof Refusal && error.status === 404)) throw error;
    });
  }

  /** Starts the daemon's discovery, unless it is already running. */
  async startDiscovery(daemonId: string): Promise<void> {
    const jobs = z.array(job).parse(await this.call('GET', `/api/v1/discovery?daemon_id=${daemonId}&limit=0`));
    const discovery = jobs.find(({ run_type }) => run_type.type !== 'Historical');
    if (!discovery)
      throw new Failure(
        'refused',
        'The discovery of the daemon was deleted: create one for it in Netloom, then run this again.',
      );
    await this.call('POST', '/api/v1/discovery/start-session', discovery.id).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'discovery_session_active')) throw error;
    });
  }

  async signUp(account: Required<AccountArguments>): Promise<void> {
    const { email, password, organization, network } = account;
    await this.call('POST', '/api/auth/setup', { organization_name: organization, network: { name: network } });
    await this.call('POST', '/api/auth/register', { email, password, terms_accepted: true });
  }

  async signIn(email: string, password: string): Promise<void> {
    user.parse(await this.call('POST', '/api/auth/login', { email, password }));
  }

  private async call(method: Call['method'], path: string, body?: unknown): Promise<unknown> {
    const { json, signal } = this.options;
    const headers: Record<string, string> = {};
    if (this.key !== undefined) headers.authorization = `Bearer ${this.key}`;
    else if (this.cookie !== undefined) headers.cookie = this.cookie;
    const answer = await json.send({ method, path, body, headers, signal });
    this.cookie = cookieIn(answer) ?? this.cookie;
    return answer.data;
  }
}

/** The `session_id` cookie that a response sets, as `name=value`. */
function cookieIn({ headers }: JsonAnswer): string | undefined {
  return headers['set-cookie']?.map((line) => line.split(';')[0]!).find((pair) => pair.startsWith('session_id='));
}

/**
 * Asks for account options that are missing. Without a terminal, throws a usage Failure that names the missing options.
 */
async function completeArguments({ options, ask }: AccountOptions): Promise<Required<AccountArguments>> {
  const missing = (['email', 'password'] as const).filter((name) => !options[name]);
  if (!ask && missing.length > 0)
    throw new Failure(
      'usage',
      `There is no terminal to ask at: pass ${missing.map((name) => `--${name}`).join(' and ')}, or --key for an existing network.`,
    );
  const answer = async (name: keyof AccountArguments, question: string, byDefault?: string): Promise<string> =>
    options[name] ?? (ask ? ask(question, { byDefault, isSecret: name === 'password' }) : byDefault!);
  return {
    email: (await answer('email', 'Your e-mail address')).trim().toLowerCase(),
    password: await answer('password', 'A password (10 or more characters with upper case, lower case and a digit)'),
    organization: await answer('organization', 'Name of your organization', 'My organization'),
    network: await answer('network', 'Name of the network', 'My network'),
  };
}

export interface Entrance {
  readonly person: Person;
  readonly networkId: string;
  readonly networkName: string;
  /** Whether the person passed an API key. */
  readonly isByKey: boolean;
}

/** Creates an account, or signs in if the e-mail address already has an account. */
export async function enterByAccount(options: AccountOptions): Promise<Entrance> {
  const account = await completeArguments(options);
  if (account.email === demo.email)
    throw new Failure(
      'usage',
      'This is the account of the demo, whose password is public: use your own e-mail address.',
    );
  const person = new Person(options);
  try {
    await person.signUp(account);
    options.say(
      `Created an account for ${account.email}, the organization "${account.organization}" and the network "${account.network}".`,
    );
  } catch (error) {
    if (!(error instanceof Refusal) || !(error.status === 409 || error.code === 'auth_registration_disabled'))
      throw toFailure(error);
    const reason = error;
    await person.signIn(account.email, account.password).catch((signInError: unknown) => {
      const isClosed = reason.code === 'auth_registration_disabled';
      // The account needs a second factor, which this command cannot ask for. An API key needs no second factor, so the
      // error suggests one.
      if (signInError instanceof Refusal && signInError.code.startsWith('auth_second_factor'))
        throw new Failure(
          'refused',
          'This account has a second factor: create an API key for the network in Netloom and pass it with --key.',
        );
      throw signInError instanceof Refusal && isClosed
        ? new Failure(
            'refused',
            'This Netloom accepts no new accounts: ask its owner for an invitation, or for an API key and pass it with --key.',
          )
        : toFailure(signInError);
    });
    options.say(`Signed in as ${account.email}.`);
  }
  return { person, isByKey: false, ...(await chooseNetwork(person, options, account.network)) };
}

export async function enterByKey(options: AccountOptions, key: string): Promise<Entrance> {
  if (key === demo.key)
    throw new Failure('usage', 'This is the key of the demo, which is public: use your own key, or none.');
  const person = new Person(options, key);
  return { person, isByKey: true, ...(await chooseNetwork(person, options, options.options.network)) };
}

async function chooseNetwork(person: Person, { ask }: AccountOptions, requestedName: string | undefined) {
  try {
    const networks = await person.networks();
    const matches = requestedName === undefined ? networks : networks.filter(({ name }) => name === requestedName);
    if (matches.length === 0 && requestedName !== undefined)
      return { networkId: await person.createNetwork(requestedName), networkName: requestedName };
    const list = networks.map(({ name }) => `"${name}"`).join(', ');
    if (matches.length === 1) return { networkId: matches[0]!.id, networkName: matches[0]!.name };
    if (!ask || matches.length === 0)
      throw new Failure(
        'usage',
        matches.length === 0
          ? 'There is no network yet: pass --network NAME.'
          : `Several networks exist: pass --network with one of ${list}.`,
      );
    const name = await ask(`Which network: ${list}`, { byDefault: matches[0]!.name });
    const network = networks.find((one) => one.name === name);
    return network
      ? { networkId: network.id, networkName: network.name }
      : { networkId: await person.createNetwork(name), networkName: name };
  } catch (error) {
    throw toFailure(error);
  }
}

/** Converts a Refusal or Outage to a Failure with the server's message. Other errors are returned unchanged. */
export const toFailure = (error: unknown): unknown =>
  error instanceof Refusal
    ? new Failure('refused', `Netloom refused: ${error.message} (${error.code}).`)
    : error instanceof Outage
      ? new Failure('unreachable', `${error.message}. Is Netloom running there?`)
      : error;
