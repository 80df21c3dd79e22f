// Tests the check of commit subjects: malformed subjects are reported, and commits made before the check existed are
// ignored.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './child';

const script = pathToFileURL(path.join(projectDir, 'scripts', 'commit-subjects.mjs')).href;

/**
 * Evaluates an expression in a child process. In the expression, `commits` is scripts/commit-subjects.mjs, and
 * `messageOf` returns the message of an error.
 */
function valueOf(expression: string): unknown {
  const code = `
    import * as commits from ${JSON.stringify(script)};
    const messageOf = (work) => { try { work(); return 'none'; } catch (error) { return error.message; } };
    console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

const faultOf = (subject: string) => valueOf(`commits.subjectFault(${JSON.stringify(subject)}) ?? null`);

test.each(['agent: LLDP tables name the port', 'agent, demo: one way', 'topology page: parts of 80 lines'])(
  'the subject "%s" is accepted',
  (subject) => expect(faultOf(subject)).toBeNull(),
);

test.each([
  ['Fix the thing', /area: what changes/],
  ['agent: ', /area: what changes/],
  ['Agent: names the port', /area: what changes/],
  ['the agent names: the port', /area: what changes/],
  ['agent: names the port.', /area: what changes/],
  [`agent: ${'x'.repeat(66)}`, /73 characters, 72 are allowed/],
])('the subject "%s" is refused', (subject, fault) => expect(faultOf(subject)).toMatch(fault));

describe('a history', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'netloom-commits-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  const commit = (subject: string) => {
    const author = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.com'];
    git(...author, 'commit', '--quiet', '--allow-empty', '--no-verify', '-m', subject);
    return git('rev-parse', 'HEAD');
  };
  const messageSince = (since: string) =>
    valueOf(`messageOf(() => commits.checkCommits(${JSON.stringify({ cwd, since })}))`);
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test('commits since a given one are read, and each that breaks the rule is named', () => {
    git('init', '--quiet');
    const before = commit('Before the rule');
    commit('agent: names the port');
    expect(messageSince(before)).toBe('none');
    const bad = commit('No area');
    expect(messageSince(before)).toMatch(new RegExp(`^${bad.slice(0, 7)}\\S* is not .area: what changes.: No area$`));
  });

  test('a history that does not exist is not read', () => expect(messageSince('0'.repeat(40))).toBe('none'));
});
