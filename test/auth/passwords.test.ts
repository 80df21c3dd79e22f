// Guarantees of stored passwords: the right one matches, nothing else does, and hashing stands back behind all other work.
import { readdirSync, readFileSync } from 'node:fs';
import { hashPassword, passwordMatches } from '../../src/auth/passwords';

const password = 'Correct horse 1';
let stored: string;
beforeAll(async () => {
  stored = await hashPassword(password);
});

test('the right password matches, in whatever form its letters are sent; no other does', async () => {
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, password)).toBe(true);
  expect(await passwordMatches(stored, 'Correct horse 2')).toBe(false);
  expect(await passwordMatches(await hashPassword('Fu\u00dfg\u00e4nger 1'), 'Fu\u00dfga\u0308nger 1')).toBe(true);
});

test('without a stored password none matches, neither that of the decoy nor an empty one', async () => {
  const guesses = ['no account has this password', '', 'x'.repeat(2000)];
  expect(await Promise.all(guesses.map((guess) => passwordMatches(undefined, guess)))).toEqual([false, false, false]);
  expect(await passwordMatches(stored, '')).toBe(false);
});

test('what cannot be checked fails that one check alone', async () => {
  const damaged = passwordMatches('no hash at all', password);
  const other = passwordMatches(stored, password);
  await expect(damaged).rejects.toThrow('hashing failed');
  expect(await other).toBe(true);
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('threads that hash have a lower priority than the one that answers requests', async () => {
  await passwordMatches(stored, password);
  const main = nicenessOf(String(process.pid));
  expect(readdirSync('/proc/self/task').map(nicenessOf)).toContain(Math.min(19, main + 10));
});

/** Field 19 of proc_pid_stat(5), counted behind the name, which may have any character. */
const nicenessOf = (thread: string): number => {
  const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
};
