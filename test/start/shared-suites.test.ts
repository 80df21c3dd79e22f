// Suites of one Jest worker share loaded modules. Tests with two suites that no state of the first affects the
// second, and that failures are the same as without sharing.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { projectDir } from './child';

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      failureMessages: string[];
    }[];
  }[];
}

const jestArguments = ['--config', 'test/support/jest/fixtures/jest.config.mjs', '--runInBand', '--json'];
const { stdout, stderr } = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...jestArguments], {
  cwd: projectDir,
  encoding: 'utf8',
});
const suites = stdout ? (JSON.parse(stdout) as Results).testResults.map((suite) => suite.assertionResults) : [];
const outcomes = (title: string) => suites.flat().filter((result) => result.title === title);

test('both suites have run', () => expect([suites.length, stderr]).toEqual([2, expect.stringContaining('2 failed')]));

test.each([
  'runs in the scope of the process',
  'finds nothing of another suite',
  'leaves much behind',
  'what it shares cannot be replaced',
])('%s', (title) => {
  expect(outcomes(title).map(({ status }) => status)).toEqual(['passed', 'passed']);
});

test('a module that both suites import was loaded once', () => {
  const titles = suites.flat().map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['is call 1', 'is call 2']));
});

test('a failure makes both suites fail, and names the line', () => {
  const failed = outcomes('fails');
  expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed']);
  for (const { failureMessages } of failed) expect(failureMessages[0]).toMatch(/leaky\.ts:37:/);
});

test('a worker that Jest ends exits at once, whatever is still open', async () => {
  const script = `
    require(${JSON.stringify(`${projectDir}/test/support/jest/worker.cjs`)});
    process.on('message', () => undefined);
    process.on('SIGTERM', () => process.send('in good order', () => process.exit()));
    process.send('ready');`;
  const worker = fork('-', { execPath: process.execPath, execArgv: ['-e', script], cwd: projectDir });
  const heard: unknown[] = [];
  worker.on('message', (message) => heard.push(message));
  await once(worker, 'message');
  worker.kill('SIGTERM');
  const [code] = (await once(worker, 'exit')) as [number];
  expect([code, heard]).toEqual([143, ['ready']]);
});
