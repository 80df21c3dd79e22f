// Decides what counts as a finding: wrong responses, long turns of the event loop, and long waits of innocent callers,
// which take no part in the attack.
import { unzip } from '../test/support/files';
import type { Canaries, Scope } from './canaries';
import type { Answer, Request } from './exchange';
import type { Turn } from './turn-watch';

export const findingKinds = [
  '5xx',
  'canary',
  'slow turn',
  'slow innocent',
  'cut',
  'hung',
  'ended',
  'job',
  'rule',
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Verdict {
  readonly kind: FindingKind;
  /**
   * Equal for findings with the same cause, as far as the cause is known. Findings with an equal signature are counted
   * together.
   */
  readonly signature: string;
  readonly message: string;
}

export const slowTurnMs = 100;
/** Milliseconds that a caller outside of the attack may wait for a response. A longer wait is a finding. */
export const slowInnocentMs = 2000;
export const slowInnocentP99Ms = 500;
/**
 * Minimum number of waits for responses in a phase of the attack. With fewer waits, their 99th percentile is not
 * judged.
 */
export const leastWaits = 50;

/** Text of an answer, decompressed if necessary. */
export function answerText({ headers, body }: Answer): string {
  if (!String(headers['content-type']).includes('zip')) return body.toString();
  try {
    return JSON.stringify(unzip(body));
  } catch {
    return body.toString('latin1');
  }
}

/** Whether the response is a 503 with the code `service_unavailable` and a Retry-After header. */
export const isAnnouncedUnavailable = ({ status, headers }: Answer, text: string): boolean =>
  status === 503 && headers['retry-after'] !== undefined && text.includes('"service_unavailable"');

const brief = (text: string, most = 400) => (text.length > most ? `${text.slice(0, most)}…` : text);

export function judgeAnswer(
  request: Request,
  answer: Answer,
  { canaries, reach, operation }: { canaries: Canaries; reach: ReadonlySet<Scope>; operation: string },
): Verdict[] {
  const verdicts: Verdict[] = [];
  const text = answerText(answer);
  const add = (kind: FindingKind, signature: string, message: string) =>
    verdicts.push({ kind, signature: `${kind} ${signature}`, message });
  const { status, failure, ms } = answer;
  if (failure === 'hung') add('hung', operation, `no answer within ${(ms / 1000).toFixed(1)} s`);
  else if (failure && failure !== 'left' && !request.mayBeCut)
    add('cut', `${operation} ${failure}`, `the connection was cut: ${failure} (status ${status || 'none'})`);
  if (status >= 500 && !isAnnouncedUnavailable(answer, text))
    add('5xx', `${status} ${operation}`, `answered ${status}: ${brief(text)}`);
  // GraphQL and MCP report failures with status 200.
  else if (
    (isGraphql(request) && text.includes('"code":"internal_error"')) ||
    (isMcp(request) && mcpFailure.test(text))
  )
    add('5xx', `internal_error ${operation}`, `answered ${status} with internal_error: ${brief(errorsIn(text))}`);
  const requestText = `${request.path} ${decodePath(request.path)} ${String(request.body ?? '')}`;
  const sightings = canaries.seenIn(text, reach, requestText);
  if (sightings.length > 0) {
    const scopes = [...new Set(sightings.map(({ scope }) => scope))].join(', ');
    const { word } = sightings[0]!;
    const at = text.indexOf(word);
    const around = text.slice(Math.max(0, at - 160), at + word.length + 40);
    add('canary', `${scopes} ${operation}`, `showed ${sightings.length} words of ${scopes}: …${around}…`);
  }
  return verdicts;
}

const isGraphql = ({ path }: Request): boolean => path.startsWith('/graphql');

const isMcp = ({ path }: Request): boolean => path.startsWith('/mcp');
/** Matches the error code in the text of a tool's result, or the code of JSON-RPC. */
const mcpFailure = /\\?"code\\?":\s*(\\?"internal_error\\?"|-32603)/;
const mcpRefusal = /"error":\{"code"|"isError":true/;

/** Whether the request succeeded. The number of such requests shows that not all generated requests are refused. */
export const isAnswered = (request: Request, { status, failure, body }: Answer): boolean =>
  status >= 200 &&
  status < 300 &&
  !failure &&
  !(isGraphql(request) && body.subarray(0, 20).includes('{"errors"')) &&
  !(isMcp(request) && mcpRefusal.test(body.toString()));

const errorsIn = (text: string): string => /"errors":.*$/s.exec(text)?.[0] ?? text;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A finding for each line of the service's log which says that a background job failed. */
export function judgeLogLine(line: string): Verdict[] {
  if (!line.startsWith('{"level":') || !line.endsWith('"msg":"background work failed"}')) return [];
  const { err } = JSON.parse(line) as { err: { message: string } };
  const message = `a background job failed: ${brief(err.message)}`;
  return [{ kind: 'job', signature: `job ${err.message.replaceAll(uuid, 'ID')}`, message }];
}

export const judgeTurn = ({ ownMs, wallMs, collectingMs }: Turn, during: string): Verdict[] =>
  ownMs <= slowTurnMs
    ? []
    : [
        {
          kind: 'slow turn',
          signature: `slow turn ${during}`,
          message: `a turn of the event loop took ${Math.round(ownMs)} ms (${Math.round(wallMs)} ms by the clock), ${Math.round(collectingMs)} ms of it to collect garbage`,
        },
      ];

/**
 * A response to a caller that takes no part in the attack. `ms` is the wait, of which `ownDelayMs` is a delay of the
 * caller's own process.
 */
export interface InnocentAnswer {
  readonly path: string;
  readonly startedAt: number;
  readonly ms: number;
  readonly ownDelayMs: number;
  readonly status: number;
  readonly failure?: string;
}

/** How long the caller waited for the service in milliseconds, without the delay of the caller's own process. */
export const ownWait = ({ ms, ownDelayMs }: InnocentAnswer): number => Math.max(0, ms - ownDelayMs);

/** The 99th percentile of the waits in milliseconds, by nearest rank; 0 if there are none. */
export function percentile99(waits: readonly number[]): number {
  const sortedWaits = [...waits].sort((a, b) => a - b);
  return sortedWaits[Math.ceil(sortedWaits.length * 0.99) - 1] ?? 0;
}

/**
 * A finding if the 99th percentile of the innocent callers' waits in a phase is too long. `waits` is in milliseconds.
 */
export function judgeWaits(waits: readonly number[], during: string): Verdict[] {
  const p99 = percentile99(waits);
  if (waits.length < leastWaits || p99 <= slowInnocentP99Ms) return [];
  return [
    {
      kind: 'slow innocent',
      signature: `slow innocent p99 ${during}`,
      message: `the p99 of ${waits.length} waits of innocent callers was ${Math.round(p99)} ms`,
    },
  ];
}

export function judgeInnocent(answer: InnocentAnswer, during: string): Verdict[] {
  const { path, ms, status, failure } = answer;
  const verdicts: Verdict[] = [];
  const waitMs = ownWait(answer);
  if (waitMs > slowInnocentMs)
    verdicts.push({
      kind: 'slow innocent',
      signature: `slow innocent ${during}`,
      message: `an innocent caller waited ${Math.round(waitMs)} ms for ${path}`,
    });
  if (failure || status !== 200)
    verdicts.push({
      kind: failure === 'hung' ? 'hung' : failure ? 'cut' : status >= 500 && status !== 503 ? '5xx' : 'rule',
      signature: `innocent ${failure ?? status} ${during}`,
      message: `an innocent caller got ${failure ?? status} for ${path} after ${Math.round(ms)} ms`,
    });
  return verdicts;
}
