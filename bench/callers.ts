// The child process that sends requests. Its parent process controls it. So the parent's own work does not delay
// requests.
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

export type Task =
  /** The task that reads a list at a fixed rate until it is stopped, however long responses take. */
  | { readonly kind: 'read'; readonly url: string; readonly key: string; readonly everyMs: number }
  | { readonly kind: 'stop' }
  /** The task in which all users sign in at the same time. */
  | { readonly kind: 'sign in'; readonly url: string; readonly emails: readonly string[]; readonly password: string };
/** The result of a task: the duration of each request in milliseconds, or an error. */
export type Report = { readonly times: readonly number[] } | { readonly error: string };

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

async function signIn({ url, emails, password }: Task & { kind: 'sign in' }): Promise<number[]> {
  // This process runs at low priority. Real callers are on other machines and do not take processor time from the
  // service.
  setPriority(19);
  // Linux may divide the cores among sessions first (autogroup), so the session of this process gets a low priority
  // too.
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
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
  const work = task.kind === 'read' ? read(task) : signIn(task);
  work.then(
    (times) => process.send!({ times } satisfies Report),
    (error: unknown) => process.send!({ error: String(error) } satisfies Report),
  );
});
