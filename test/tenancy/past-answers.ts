// Stores responses about the present, and compares them later with the responses to the same requests as of the stored
// instant.
import { csvRows } from '../support/files';
import { databaseInstant } from '../support/instants';
import type { Client } from '../support/client';
import type { World } from '../support/world';

/** A request over REST or GraphQL that contains no instant. */
export interface Question {
  readonly title: string;
  /** Sends the request and returns the result, as of the instant if one is given. */
  ask(at?: Date): Promise<unknown>;
}

export const restQuestion = (caller: Client, path: string): Question => ({
  title: path,
  async ask(at) {
    const instant = at ? `${path.includes('?') ? '&' : '?'}at=${at.toISOString()}` : '';
    const { status, body, story } = await caller.rest.get(path + instant);
    if (status !== 200) throw new Error(story);
    return /\/export\/(csv|zip)/.test(path) ? filesIn(body as string | Record<string, string>) : (body as unknown);
  },
});

/** A request with one GraphQL query that has no variables. */
export const graphqlQuestion = (caller: Client, selection: string): Question => ({
  title: selection.slice(0, 60),
  ask: (at) => caller.query(`query ${at ? `@at(instant: "${at.toISOString()}") ` : ''}{ ${selection} }`),
});

const filesIn = (body: string | Record<string, string>): unknown =>
  typeof body === 'string'
    ? csvRows(body)
    : Object.fromEntries(Object.entries(body).map(([name, text]) => [name, csvRows(text)]));

/**
 * Names of members that are left out of the comparison: times of observations, rows without history, histories, and ids
 * that contain the instant.
 */
const notKept = new Set([
  'nodeId',
  ...['updated_at', 'updatedAt', 'last_seen_at', 'lastSeenAt', 'valid_to', 'validTo'],
  // The service computes staleness only for the present.
  ...['stale', 'isStale'],
  ...[
    'last_discovery_id',
    'lastDiscoveryId',
    'lastDiscovery',
    'history',
    'neighborEvidence',
    'neighbours',
    'documentedLinks',
    'documented_links',
  ],
  ...['credential_assignments', 'credentialAssignments', 'credentialIds', 'credentials', 'workingCredentials'],
]);

/** The result without members that are documented to differ in the past. */
export function keptAnswer(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(keptAnswer);
  if (typeof answer !== 'object' || answer === null) return answer;
  const members = Object.entries(answer).filter(([name]) => !notKept.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, keptAnswer(value)]));
}

export interface Memory {
  readonly at: Date;
  readonly answers: readonly unknown[];
}

/** Sends the requests, and stores the results with an instant that precedes all later writes. */
export async function remember({ prisma }: World, questions: readonly Question[]): Promise<Memory> {
  const answers = await Promise.all(questions.map(async (question) => keptAnswer(await question.ask())));
  return { at: await databaseInstant(prisma), answers };
}

export async function expectRemembered({ at, answers }: Memory, questions: readonly Question[]): Promise<void> {
  const then = await Promise.all(questions.map(async (question) => keptAnswer(await question.ask(at))));
  for (const [index, { title }] of questions.entries()) expect([title, then[index]]).toEqual([title, answers[index]]);
}
