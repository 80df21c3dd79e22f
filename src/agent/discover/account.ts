// The way in for one person: an account, an organization and a network of their own, or the key of what they have.
import { z } from 'zod';
import { Failure } from '../failure';
import { Outage, Refusal, type Call, type JsonAnswer, type JsonClient } from '../protocol/json-client';

/** The published account and key of the demo: real networks do not go there. */
export const demo = { email: 'demo@netloom.example', key: 'nlm_u_NetloomDemoKeyForLocalUseOnly000' } as const;

export interface Ask {
  /** The answer of a person at the terminal, or the default where Enter alone is pressed. */
  (question: string, options?: { readonly byDefault?: string; readonly isSecret?: boolean }): Promise<string>;
}

export interface AccountOptions {
  readonly json: JsonClient;
  readonly signal: AbortSignal;
  readonly given: Given;
  /** Undefined: there is no terminal. */
  readonly ask: Ask | undefined;
  readonly say: (line: string) => void;
}
/** What the command line says. */
export interface Given {
  readonly email?: string;
  readonly password?: string;
  readonly organization?: string;
  readonly network?: string;
}

const named = z.object({ id: z.string(), name: z.string() });
const user = z.object({ email: z.string(), organization_id: z.string() });
const newKey = z.object({ key: z.string() });
const job = z.object({ id: z.string(), daemon_id: z.string(), run_type: z.object({ type: z.string() }) });

/** Calls with the rights of a person: by a key, or by the session that signing in has begun. */
export class Person {
  private cookie: string | undefined;

  constructor(
    private readonly options: AccountOptions,
    private readonly key?: string,
  ) {}

  async networks(): Promise<z.output<typeof named>[]> {
    return z.array(named).parse(await this.call('GET', '/api/v1/networks?limit=0'));
  }

  async createNetwork(name: string): Promise<string> {
    const [organization] = [await this.call('GET', '/api/v1/organizations')].flat();
    const body = { name, organization_id: named.parse(organization).id };
    return named.parse(await this.call('POST', '/api/v1/networks', body)).id;
  }

  /** A key of this person for later runs, which need no password then: for the network, with the rights to run discoveries. */
  async createKey(name: string, networkId: string): Promise<string> {
    const body = { name, permissions: 'Member', network_ids: [networkId], tags: [] };
    return newKey.parse(await this.call('POST', '/api/v1/auth/keys', body)).key;
  }

  async createDaemonKey(name: string, networkId: string): Promise<string> {
    const body = { name, network_id: networkId, tags: [] };
    return newKey.parse(await this.call('POST', '/api/v1/auth/daemon', body)).key;
  }

  /** Says that the daemon is this person's: only then it is given the network's credentials. */
  async confirmDaemon(daemonId: string): Promise<void> {
    await this.call('POST', `/api/v1/daemons/${daemonId}/confirm`).catch((error: unknown) => {
      // Of a server that hands out no credentials there is nothing to confirm.
      if (!(error instanceof Refusal && error.status === 404)) throw error;
    });
  }

  /** Starts the daemon's own discovery, if it does not run already. */
  async startDiscovery(daemonId: string): Promise<void> {
    const jobs = z.array(job).parse(await this.call('GET', `/api/v1/discovery?daemon_id=${daemonId}&limit=0`));
    const found = jobs.find(({ run_type }) => run_type.type !== 'Historical');
    if (!found)
      throw new Failure(
        'refused',
        'The daemon has no discovery any more: make one for it in Netloom, and run this again.',
      );
    await this.call('POST', '/api/v1/discovery/start-session', found.id).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'discovery_session_active')) throw error;
    });
  }

  async signUp(account: Required<Given>): Promise<void> {
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

/** The name and value of the session's cookie, if the answer sets one. */
function cookieIn({ headers }: JsonAnswer): string | undefined {
  return headers['set-cookie']?.map((line) => line.split(';')[0]!).find((pair) => pair.startsWith('session_id='));
}

/** Asks for missing answers; without a terminal a Failure names them. */
async function answers({ given, ask }: AccountOptions): Promise<Required<Given>> {
  const missing = (['email', 'password'] as const).filter((name) => !given[name]);
  if (!ask && missing.length > 0)
    throw new Failure(
      'usage',
      `Nobody can be asked here: give ${missing.map((name) => `--${name}`).join(' and ')}, or --key of a network that exists.`,
    );
  const of = async (name: keyof Given, question: string, byDefault?: string): Promise<string> =>
    given[name] ?? (ask ? ask(question, { byDefault, isSecret: name === 'password' }) : byDefault!);
  return {
    email: (await of('email', 'Your e-mail address')).trim().toLowerCase(),
    password: await of('password', 'A password (10 or more characters with upper case, lower case and a digit)'),
    organization: await of('organization', 'Name of your organization', 'My organization'),
    network: await of('network', 'Name of the network', 'My network'),
  };
}

export interface Entrance {
  readonly person: Person;
  readonly networkId: string;
  readonly networkName: string;
  /** Whether it came by a key that the person has given. */
  readonly isByKey: boolean;
}

/** Makes an account, or signs in where the address has one. */
export async function enterByAccount(options: AccountOptions): Promise<Entrance> {
  const account = await answers(options);
  if (account.email === demo.email)
    throw new Failure(
      'usage',
      'This is the account of the demo, whose password everybody knows: give an address of your own.',
    );
  const person = new Person(options);
  try {
    await person.signUp(account);
    options.say(
      `Made an account for ${account.email}, the organization "${account.organization}" and the network "${account.network}".`,
    );
  } catch (error) {
    if (!(error instanceof Refusal) || !(error.status === 409 || error.code === 'auth_registration_disabled'))
      throw toFailure(error);
    const reason = error;
    await person.signIn(account.email, account.password).catch((refused: unknown) => {
      const isClosed = reason.code === 'auth_registration_disabled';
      // A key is asked for no code, also by the runs to come.
      if (refused instanceof Refusal && refused.code.startsWith('auth_second_factor'))
        throw new Failure(
          'refused',
          'Netloom asks this account for a second factor: make a key for the network there, and give it with --key.',
        );
      throw refused instanceof Refusal && isClosed
        ? new Failure(
            'refused',
            'This Netloom takes no new accounts: ask its owner for an invitation or for a key, and give it with --key.',
          )
        : toFailure(refused);
    });
    options.say(`Signed in as ${account.email}.`);
  }
  return { person, isByKey: false, ...(await chosenNetwork(person, options, account.network)) };
}

export async function enterByKey(options: AccountOptions, key: string): Promise<Entrance> {
  if (key === demo.key)
    throw new Failure('usage', 'This is the key of the demo, which everybody knows: give one of your own, or none.');
  const person = new Person(options, key);
  return { person, isByKey: true, ...(await chosenNetwork(person, options, options.given.network)) };
}

async function chosenNetwork(person: Person, { ask }: AccountOptions, wanted: string | undefined) {
  try {
    const networks = await person.networks();
    const found = wanted === undefined ? networks : networks.filter(({ name }) => name === wanted);
    if (found.length === 0 && wanted !== undefined)
      return { networkId: await person.createNetwork(wanted), networkName: wanted };
    const list = networks.map(({ name }) => `"${name}"`).join(', ');
    if (found.length === 1) return { networkId: found[0]!.id, networkName: found[0]!.name };
    if (!ask || found.length === 0)
      throw new Failure(
        'usage',
        found.length === 0
          ? 'There is no network yet: give --network NAME.'
          : `Which network? Give --network: ${list}.`,
      );
    const name = await ask(`Which network: ${list}`, { byDefault: found[0]!.name });
    const chosen = networks.find((one) => one.name === name);
    return chosen
      ? { networkId: chosen.id, networkName: chosen.name }
      : { networkId: await person.createNetwork(name), networkName: name };
  } catch (error) {
    throw toFailure(error);
  }
}

/** Refusals and outages as failures in the words of the server; other errors as they are. */
export const toFailure = (error: unknown): unknown =>
  error instanceof Refusal
    ? new Failure('refused', `Netloom refuses: ${error.message} (${error.code}).`)
    : error instanceof Outage
      ? new Failure('unreachable', `${error.message}. Is Netloom running there?`)
      : error;
