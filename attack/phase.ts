// A phase of an attack. Each case is generated from its number and sends requests, whose responses are judged.
import type { Dice } from './dice';
import type { Answer, Request } from './exchange';
import type { Caller, World } from './world';

/**
 * A case of a phase of the attack. The seed of the attack and the number of the case determine everything that the case
 * does.
 */
export interface Attempt {
  readonly number: number;
  readonly dice: Dice;
  readonly world: World;
  /** Sends a request and judges the response. Findings with the same `operation` are counted together. */
  send(caller: Caller, request: Request, operation: string): Promise<Answer>;
  /**
   * Runs database work that is not part of the attack. Long waits of innocent callers (who take no part in the attack)
   * are no findings during this work.
   */
  aside<T>(work: () => Promise<T>): Promise<T>;
  /** Reports a finding: a rule of the phase was violated. */
  broken(rule: string, message: string, caller?: Caller): void;
}
export interface Phase {
  readonly name: string;
  readonly duty: string;
  /** The phase's share of the time, relative to the shares of other phases. */
  readonly share: number;
  /** Number of concurrent cases. */
  readonly together: number;
  /** Whether the duration of each case is reported; for phases with one case at a time. */
  readonly isMeasured?: boolean;
  /** Number of cases. If undefined, cases run until the time is over. */
  readonly cases?: number;
  /** Whether the cases send requests as the owner of the longest possible lists (`world.full`). */
  readonly needsFull?: boolean;
  /** Environment variables of the service that differ from the defaults. */
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

/** The text in percent-encoded UTF-8. Lone surrogates become three bytes that are not valid UTF-8. */
export const escapeLetters = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = letter.codePointAt(0)!;
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(letter);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
        .map((byte) => `%${byte.toString(16)}`)
        .join('');
    })
    .join('');

export const graphqlGet = (query: string): Request => ({
  method: 'GET',
  path: `/graphql?query=${escapeLetters(query)}`,
  headers: { accept: 'application/json' },
});
