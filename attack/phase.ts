// What a phase is: cases made from a number, each of which sends what it likes and has every answer judged.
import type { Dice } from './dice';
import type { Answer, Request } from './exchange';
import type { Caller, World } from './world';

/** One case: the seed and its number decide all that it does. */
export interface Attempt {
  readonly number: number;
  readonly dice: Dice;
  readonly world: World;
  /** `operation` groups alike findings: the operation without the parts that change from case to case. */
  send(caller: Caller, request: Request, operation: string): Promise<Answer>;
  /** Work on the database that is no attack: who waits meanwhile waits for this machine. */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** A rule of the phase's own was broken. */
  broken(rule: string, message: string, caller?: Caller): void;
}
export interface Phase {
  readonly name: string;
  readonly duty: string;
  /** Its part of the time, beside the others'. */
  readonly share: number;
  /** Cases at a time. */
  readonly together: number;
  /** Each case is told with what it took; for phases with one case at a time. */
  readonly isMeasured?: boolean;
  /** How many there are; without it they go on until the time is over. */
  readonly cases?: number;
  /** Environment variables of the service, when they are not the usual ones. */
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
