// A child process that sends requests, so that work of its parent process does not delay them. The parent starts and
// stops its tasks.
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

export type Task =
  /**
   * The task that reads a list every `everyMs` ms, without waiting for earlier responses, until a `stop` task ends it.
   */
  | { readonly kind: 'read'; readonly url: string; readonly key: string; readonly everyMs: number }
  | { readonly kind: 'stop' }
  /**
   * The task in which several callers of one organization send heavy requests. Each caller waits for the response
   * before its next request.
   */
  | ({ readonly kind: 'blast' } & Blast)
  /** The task in which all users sign in at the same time. */
  | { readonly kind: 'sign in'; readonly url: string; readonly emails: readonly string[]; readonly password: string };
/** The result of a task: the duration of each request in milliseconds, numbers of answers, or an error. */
export type Report =
  | { readonly times: readonly number[] }
  | { readonly counts: Readonly<Record<string, number>> }
  | { readonly error: string };

/** A kind of heavy request: a GraphQL document, a REST path, or a path to which a file is uploaded. */
export interface Door {
  readonly name: string;
  readonly query?: string;
  readonly variables?: object;
  readonly path?: string;
  readonly file?: string;
}
export interface Blast {
  readonly url: string;
  readonly key: string;
  readonly doors: readonly Door[];
  readonly callersOfDoor: number;
  readonly seconds: number;
}

let stop: () => void = () => undefined;

async function read({ url, key, everyMs }: Task & { kind: 'read' }): Promise<number[]> {
  const times: number[] = [];
  const open = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const ask = async () => {
    times.push(await timeRequest(`${url}/api/v1/vlans?limit=50`, { headers: { authorization: `Bearer ${key}` } }));
  };
  const timer = setInterval(() => {
    const answer: Promise<unknown> = ask()
      .catch((error: unknown) => failures.push(error))
      .finally(() => open.delete(answer));
    open.add(answer);
  }, everyMs);
  await new Promise<void>((resolve) => (stop = resolve));
  clearInterval(timer);
  await Promise.all(open);
  if (failures.length > 0) throw failures[0];
  return times;
}

/** Sends heavy requests for some seconds. Resolves with the number of answers by kind of request and status. */
async function blast({ url, key, doors, callersOfDoor, seconds }: Blast): Promise<Record<string, number>> {
  beOfAnotherMachine();
  const counts: Record<string, number> = {};
  const until = performance.now() + seconds * 1000;
  const authorization = `Bearer ${key}`;
  const send = async ({ name, query, variables, path = '/graphql', file }: Door) => {
    // Each request reads as of a random instant of the last two minutes, so that the service cannot answer from a
    // cache.
    const instant = new Date(Date.now() - 1_000 - Math.floor(Math.random() * 100_000)).toISOString();
    const filled = (text: string) => text.replaceAll('{instant}', instant);
    const [type, body] = query
      ? ['application/json', JSON.stringify({ query: filled(query), variables })]
      : ['application/octet-stream', file];
    const response = await fetch(url + filled(path), {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: { authorization, ...(body !== undefined && { 'content-type': type }) },
    });
    for await (const _piece of response.body ?? []);
    const answer = `${name} ${response.status}`;
    counts[answer] = (counts[answer] ?? 0) + 1;
    // After a refusal, the caller waits only 100 ms, so that it sends far more requests than it may.
    if (response.status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const callers = doors.flatMap((door) => Array.from({ length: callersOfDoor }, () => door));
  await Promise.all(
    callers.map(async (door) => {
      while (performance.now() < until) await send(door);
    }),
  );
  return counts;
}

/**
 * Gives this process the lowest priority. Real callers run on other machines, and do not take processor time from the
 * service.
 */
function beOfAnotherMachine(): void {
  setPriority(19);
  // Linux may divide the cores among sessions first (autogroup), so the session of this process gets a low priority
  // too.
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
}

async function signIn({ url, emails, password }: Task & { kind: 'sign in' }): Promise<number[]> {
  beOfAnotherMachine();
  return Promise.all(
    emails.map((email) =>
      timeRequest(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      }),
    ),
  );
}

async function timeRequest(url: string, request: RequestInit): Promise<number> {
  const beganAt = performance.now();
  const answer = await fetch(url, request);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a caller was answered ${answer.status}`);
  return performance.now() - beganAt;
}

process.on('message', (task: Task) => {
  if (task.kind === 'stop') return stop();
  globalThis.gc!();
  const work: Promise<Report> =
    task.kind === 'blast'
      ? blast(task).then((counts) => ({ counts }))
      : (task.kind === 'read' ? read(task) : signIn(task)).then((times) => ({ times }));
  work.then(
    (report) => process.send!(report),
    (error: unknown) => process.send!({ error: String(error) } satisfies Report),
  );
});
