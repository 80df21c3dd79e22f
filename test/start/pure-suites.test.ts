// Tests which suites count as pure. A suite is not pure if its imports could reach a database, a process or a browser.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './child';

const file = pathToFileURL(path.join(projectDir, 'scripts', 'pure-suites.mjs')).href;
const script = `import { pureSuites, suites } from '${file}'; console.log(JSON.stringify({ pureSuites, suites }));`;
const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
const { pureSuites, suites } = JSON.parse(stdout) as { pureSuites: string[]; suites: string[] };

test.each(['modules/topology/graph/questions', 'modules/discovery/neighbor-resolution/resolve', 'start/pure'])(
  'the suite %s is pure',
  (name) => expect(pureSuites).toContain(`test/${name}.test.ts`),
);

test.each([
  ['a world', 'modules/inventory/port'],
  ['a database by another helper', 'tenancy/past-reads'],
  ['a child process', 'start/pure-suites'],
  ['a browser', 'pages/topology/time'],
])('a suite that uses %s is not pure', (_what, name) => {
  expect(suites).toContain(`test/${name}.test.ts`);
  expect(pureSuites).not.toContain(`test/${name}.test.ts`);
});

test('no pure suite uses a test service', () => {
  const suitesWithServices = pureSuites.filter((suite) =>
    /support\/(world|own-database)'/.test(readFileSync(suite, 'utf8')),
  );
  expect(suitesWithServices).toEqual([]);
});

test('every suite in the list of slow suites exists', () => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest loads it so, as CommonJS
  const { long } = require('../support/jest/longest-first.cjs') as { long: string[] };
  expect(long.filter((suite) => !suites.includes(suite.slice(1)))).toEqual([]);
});
