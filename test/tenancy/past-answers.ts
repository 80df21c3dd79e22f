// Stores answers to requests in the present, and reads the same later as of that instant.
import { csvRows } from '../support/files';
import { databaseInstant } from '../support/instants';
import type { Client } from '../support/client';
import type { World } from '../support/world';

/** A request over REST or GraphQL, without an instant. */
export interface Question {
  readonly title: string;
  /** The answer, as of the instant if one is given. */
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

/** A question for one GraphQL query without variables. */
export const graphqlQuestion = (caller: Client, selection: string): Question => ({
  title: selection.slice(0, 60),
  ask: (at) => caller.query(`query ${at ? `@at(instant: "${at.toISOString()}") ` : ''}{ ${selection} }`),
});

const filesIn = (body: string | Record<string, string>): unknown =>
  typeof body === 'string'
    ? csvRows(body)
    : Object.fromEntries(Object.entries(body).map(([name, text]) => [name, csvRows(text)]));

/**
 * Members left out of comparisons: observations, links without history, values about all times, and values that contain
 * the instant.
 */
const notKept = new Set([
  'nodeId',
  ...['updated_at', 'updatedAt', 'last_seen_at', 'lastSeenAt', 'valid_to', 'validTo'],
  // Whether addresses were seen lately is known at present alone.
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

/** The answer without members that differ in the past as documented. */
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

/** Stores the present answers to the questions. Anything written afterwards is later than their instant. */
export async function remember({ prisma }: World, questions: readonly Question[]): Promise<Memory> {
  const answers = await Promise.all(questions.map(async (question) => keptAnswer(await question.ask())));
  return { at: await databaseInstant(prisma), answers };
}

export async function expectRemembered({ at, answers }: Memory, questions: readonly Question[]): Promise<void> {
  const then = await Promise.all(questions.map(async (question) => keptAnswer(await question.ask(at))));
  for (const [index, { title }] of questions.entries()) expect([title, then[index]]).toEqual([title, answers[index]]);
}
