// Callers of the service in a process of their own, told by its parent what to do: what they wait for is then the service alone.
import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

export type Task =
  /** Reads of a list by a key at a steady pace, whatever the answers take, until told to stop. */
  | { readonly kind: 'read'; readonly url: string; readonly key: string; readonly everyMs: number }
  | { readonly kind: 'stop' }
  /** All sign in at once. */
  | { readonly kind: 'sign in'; readonly url: string; readonly emails: readonly string[]; readonly password: string };
/** How long each request took, in milliseconds, or what went wrong. */
export type Report = { readonly times: readonly number[] } | { readonly error: string };

let stop: () => void = () => undefined;

async function read({ url, key, everyMs }: Task & { kind: 'read' }): Promise<number[]> {
  const times: number[] = [];
  const open = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const ask = async () => {
    times.push(await timed(`${url}/api/v1/vlans?limit=50`, { headers: { authorization: `Bearer ${key}` } }));
  };
  const timer = setInterval(() => {
    const asked: Promise<unknown> = ask()
      .catch((error: unknown) => failures.push(error))
      .finally(() => open.delete(asked));
    open.add(asked);
  }, everyMs);
  await new Promise<void>((resolve) => (stop = resolve));
  clearInterval(timer);
  await Promise.all(open);
  if (failures.length > 0) throw failures[0];
  return times;
}

async function signIn({ url, emails, password }: Task & { kind: 'sign in' }): Promise<number[]> {
  // What a crowd computes on machines of its own is not to be taken from the service here.
  setPriority(19);
  // Linux may share cores out to sessions first, each of which has a priority of its own.
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
  return Promise.all(
    emails.map((email) =>
      timed(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      }),
    ),
  );
}

async function timed(url: string, request: RequestInit): Promise<number> {
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
