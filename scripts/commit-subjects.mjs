// Checks that the subjects of commits have the form `area: what changes`.
import { execFileSync } from 'node:child_process';
import { Failure, projectDir } from './project.mjs';

/** Hash of the last commit before this check was introduced. Older commits are not checked. */
const lastFree = '772be85ed7b503266e7035a11a16ab467b536dcc';
const longest = 72;
/** Matches a valid subject: one or more areas of at most two words, a colon, and the change without a full stop. */
const form = /^[a-z][\w./-]*( [\w./-]+)?(, [a-z][\w./-]*( [\w./-]+)?)*: \S.*[^.\s]$/;

/** Returns what is wrong with a subject; undefined if the subject is valid. */
export function subjectFault(subject) {
  if (subject.length > longest) return `${subject.length} characters, ${longest} are allowed`;
  if (!form.test(subject)) return 'is not `area: what changes`';
}

/**
 * Throws a Failure that names each commit after `since` with an invalid subject. Checks nothing if there is no git
 * history.
 */
export function checkCommits({ cwd = projectDir, since = lastFree } = {}) {
  const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  let log;
  try {
    log = git('log', '--no-merges', '--format=%h %s', `${since}..HEAD`);
  } catch {
    return;
  }
  const faults = log
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [commit, subject] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      const fault = subjectFault(subject);
      return fault ? [`${commit} ${fault}: ${subject}`] : [];
    });
  if (faults.length > 0) throw new Failure(faults.join('\n'));
}
