// A phase of an attack: each case is generated from its number, sends requests, and has every answer judged.
import type { Dice } from './dice';
import type { Answer, Request } from './exchange';
import type { Caller, World } from './world';

/** One case; the seed and its number determine everything it does. */
export interface Attempt {
  readonly number: number;
  readonly dice: Dice;
  readonly world: World;
  /**
   * Sends and judges a request. `operation` groups similar findings: the operation without the parts that vary between
   * cases.
   */
  send(caller: Caller, request: Request, operation: string): Promise<Answer>;
  /** Work on the database outside of the attack: waits during it are not findings. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Reports a finding: a rule of the phase itself was broken. */
  broken(rule: string, message: string, caller?: Caller): void;
}
export interface Phase {
  readonly name: string;
  readonly duty: string;
  /** Its share of the time, relative to the shares of other phases. */
  readonly share: number;
  /** Number of concurrent cases. */
  readonly together: number;
  /** Reports each case with its duration; for phases with one case at a time. */
  readonly isMeasured?: boolean;
  /** Number of cases; without it cases run until the time is over. */
  readonly cases?: number;
  /** Environment variables of the service, if they differ from the default ones. */
  readonly settings?: NodeJS.ProcessEnv;
  run(attempt: Attempt): Promise<void>;
}

export const json = (value: unknown): Pick<Request, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

export const graphql = (body: object, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  path: '/graphql',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const graphqlGet = (query: string): Request => ({
  method: 'GET',
  path: `/graphql?query=${encodeURIComponent(query)}`,
  headers: { accept: 'application/json' },
});
