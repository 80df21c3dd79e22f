// Adding a kind takes ten places: a copy of the project is given sites, generates, compiles and passes its generated suites.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectDir } from './child';

/** The files of the kind, as they lie in the project. */
const added = path.join(__dirname, 'new-kind');
const manifest = 'src/modules/inventory/site/site.entity.ts';

/** Lines in files that are there: file → the line that they follow, and the lines. */
const inserted: Readonly<Record<string, readonly [after: string, lines: string]>> = {
  // Prisma wants the other end of each relation.
  'prisma/models/network.prisma': ['model Network {\n', '  sites Site[]\n'],
  'src/data/tenancy/visible-rows.ts': [
    'export const visibleRows: { [M in ModelName]: Rule<M> } = {\n',
    '  Site: inNetworks,\n',
  ],
  'src/auth/permissions.ts': [
    'const table = {\n',
    ['create', 'update', 'delete'].map((verb) => `  ${verb}Site: anyone('Member'),\n`).join('') +
      `  deleteSites: anyone('Member'),\n`,
  ],
};

let folder: string;
const at = (...parts: string[]) => path.join(folder, ...parts);
const textOf = (file: string) => readFileSync(at(file), 'utf8');

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Runs Node in the copy, with the database of this run and nothing of Jest's. */
function node(...args: string[]): Ended {
  const { JEST_WORKER_ID: _worker, NODE_OPTIONS: _options, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}${stderr}` };
}

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)).split(path.sep).join('/'));

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'netloom-kind-'));
  const isLeftOut = (file: string) => file === added || file.endsWith('.sql') || file.includes('generated-client');
  for (const name of ['src', 'scripts', 'prisma', 'schema', 'test', 'package.json', 'package-lock.json'])
    cpSync(path.join(projectDir, name), at(name), {
      recursive: true,
      filter: (file) => !isLeftOut(file) || file.includes('migrations'),
    });
  for (const name of ['tsconfig.json', 'codegen.yml', 'jest.config.mjs']) cpSync(path.join(projectDir, name), at(name));
  for (const name of ['node_modules', '.runtime'])
    if (existsSync(path.join(projectDir, name))) symlinkSync(path.join(projectDir, name), at(name));
  cpSync(added, folder, { recursive: true, filter: (file) => !file.endsWith(path.basename(manifest)) });
  for (const [file, [after, lines]] of Object.entries(inserted)) {
    const text = textOf(file);
    expect([file, text.split(after).length]).toEqual([file, 2]);
    writeFileSync(at(file), text.replace(after, `${after}${lines}`));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a kind is written by hand in ten places', () => {
  expect([...filesOf(added), ...Object.keys(inserted)]).toHaveLength(10);
});

test('generation names a kind that has no manifest', () => {
  const { status, output } = node('scripts/generate.mjs');
  expect({ status, output }).toMatchObject({
    status: 1,
    output: expect.stringContaining('Site has no manifest') as string,
  });
}, 600_000);

test('with its manifest, both contracts have it', () => {
  cpSync(path.join(added, manifest), at(manifest));
  const { status, output } = node('scripts/generate.mjs');
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(textOf('schema/schema.graphql').match(/^ {2}(create|update|delete)Sites?\(/gm)).toHaveLength(4);
  const { paths } = JSON.parse(textOf('schema/openapi.json')) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  expect(Object.keys(paths['/api/v1/sites']!)).toEqual(['get', 'post']);
  expect(paths['/api/v1/sites']!.post!.responses[409]!.description).toContain('another Site has the same `name`');
}, 600_000);

test('it compiles', () => {
  const files = filesOf(added).filter((file) => file.endsWith('.ts'));
  const config = { extends: './tsconfig.json', files: [...files, ...Object.keys(inserted).slice(1)] };
  writeFileSync(at('tsconfig.kind.json'), JSON.stringify({ ...config, include: ['src/**/*.d.ts'] }));
  const { status, output } = node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.kind.json');
  expect({ status, output }).toEqual({ status: 0, output: '' });
}, 600_000);

test('the suites that are generated from the schema and the routes prove it', () => {
  const suites = ['test/tenancy/isolation-entities', 'test/contract/parity', 'test/contract/operation-ids'];
  const { output } = node(
    ...['scripts/test.mjs', ...suites.map((suite) => `${suite}.test.ts`)],
    ...['-t', '[Ss]ite|every', '--maxWorkers=1', '--json', '--outputFile=results.json'],
  );
  if (!existsSync(at('results.json'))) throw new Error(output);
  const { testResults } = JSON.parse(textOf('results.json')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  const run = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'pending');
  expect({ run: run.filter(({ status }) => status !== 'passed'), output }).toMatchObject({ run: [] });
  const titles = run.map(({ title }) => title);
  for (const title of ['create_site (', 'a Site beyond reach is like one that is not there'])
    expect(titles.filter((one) => one.startsWith(title))).not.toEqual([]);
}, 600_000);
