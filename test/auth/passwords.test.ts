// Tests stored passwords: only the right password matches, and hashing runs in processes with a lower priority than the
// service.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { eventually } from '../support/eventually';
import { hashPassword, passwordMatches } from '../../src/auth/passwords';
import { requirement } from '../support/requirement';

const password = 'Correct horse 1';
let storedText: string;
beforeAll(async () => {
  storedText = await hashPassword(password);
});

test('the right password matches in any Unicode form, and no other password does', async () => {
  expect(storedText).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(storedText, password)).toBe(true);
  expect(await passwordMatches(storedText, 'Correct horse 2')).toBe(false);
  expect(await passwordMatches(await hashPassword('Fu\u00dfg\u00e4nger 1'), 'Fu\u00dfga\u0308nger 1')).toBe(true);
});

test("without a stored password none matches, neither the decoy's nor an empty one", async () => {
  const guesses = ['no account has this password', '', 'x'.repeat(2000)];
  expect(await Promise.all(guesses.map((guess) => passwordMatches(undefined, guess)))).toEqual([false, false, false]);
  expect(await passwordMatches(storedText, '')).toBe(false);
});

test('a hash that cannot be checked fails only that check', async () => {
  const damagedMatch = passwordMatches('no hash at all', password);
  const other = passwordMatches(storedText, password);
  await expect(damagedMatch).rejects.toThrow('hashing failed');
  expect(await other).toBe(true);
});

const { describe: onLinux } = requirement('Linux', process.platform === 'linux');
onLinux('processes that hash', () => {
  test('hashing processes have a lower priority than the service, and are none of its threads', async () => {
    await passwordMatches(storedText, password);
    const ownNiceness = nicenessOf(process.pid);
    expect(hashingProcesses().map(nicenessOf)).toContain(Math.min(19, ownNiceness + 10));
    // With Linux's autogroup scheduling, a session gets its share of the cores before the processes in it. So the
    // session of the hashing processes must have a lower priority too: the nice value in /proc/PID/autogroup.
    const sessions = hashingProcesses()
      .map((pid) => `/proc/${pid}/autogroup`)
      .filter(existsSync);
    const loweredOutput = `nice ${Math.min(19, ownNiceness + 10)}\n`;
    for (const file of sessions) await eventually(async () => readFileSync(file, 'utf8').endsWith(loweredOutput));
    expect(readdirSync('/proc/self/task').map(Number).map(nicenessOf)).not.toContain(Math.min(19, ownNiceness + 10));
  });

  test('hashing processes are replaced when they end, also while nobody waits for them', async () => {
    await passwordMatches(storedText, password);
    const before = hashingProcesses();
    const isGone = () => before.every((pid) => !hashingProcesses().includes(pid));
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await eventually(async () => isGone());
    expect(await passwordMatches(storedText, password)).toBe(true);
  });

  test('hashing processes finish their work when their process group gets a signal to stop', async () => {
    await passwordMatches(storedText, password);
    const pendingMatch = passwordMatches(storedText, password);
    for (const pid of hashingProcesses()) for (const signal of ['SIGINT', 'SIGTERM']) process.kill(pid, signal);
    expect(await pendingMatch).toBe(true);
  });
});

/** The pids of this process's children that run argon2. */
const hashingProcesses = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('argon2'))
    .map(Number);

/**
 * The nice value of a process, field 19 of proc_pid_stat(5). Fields are counted after the name, which may contain any
 * character.
 */
const nicenessOf = (process: number): number => {
  const text = readFileSync(`/proc/${process}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
};
