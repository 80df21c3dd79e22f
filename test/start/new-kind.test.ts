// Tests how much work an extension takes. A copy of the project gets a new kind of entity (racks) and the other changes
// of additions.ts. The copy must generate, compile, serve, and pass its generated suites.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOwnDatabase } from '../support/own-database';
import { additions } from './additions';
import { Child, projectDir } from './child';

/** The folder with the files of the new kind, in the same structure as the project. */
const added = path.join(__dirname, 'new-kind');
const manifest = 'src/modules/inventory/rack/rack.entity.ts';
/** Files of the project's main folder to copy, in addition to folders. */
const files = ['README.md', 'package.json', 'package-lock.json', 'tsconfig.json', 'codegen.yml', 'jest.config.mjs'];

let folder: string;
const at = (...parts: string[]) => path.join(folder, ...parts);
const textOf = (file: string) => readFileSync(at(file), 'utf8');

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/**
 * Runs Node.js in the copy of the project, with the database of this test run and without environment variables of
 * Jest.
 */
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
  for (const name of ['src', 'scripts', 'prisma', 'schema', 'test', 'docs', ...files])
    cpSync(path.join(projectDir, name), at(name), {
      recursive: true,
      filter: (file) => !isLeftOut(file) || file.includes('migrations'),
    });
  for (const name of ['node_modules', '.runtime'])
    if (existsSync(path.join(projectDir, name))) symlinkSync(path.join(projectDir, name), at(name));
  cpSync(added, folder, { recursive: true, filter: (file) => !file.endsWith(path.basename(manifest)) });
  for (const { files: ownFiles = {}, inserted, tests = {} } of additions) {
    for (const [file, text] of Object.entries(ownFiles)) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    }
    for (const [file, insertions] of [...Object.entries(inserted), ...Object.entries(tests)])
      for (const [lines, before] of insertions) {
        const parts = textOf(file).split(before);
        expect([file, before, parts.length]).toEqual([file, before, 2]);
        writeFileSync(at(file), parts.join(`${lines}${before}`));
      }
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the table in docs/architecture.md has the number of files that each addition touches', () => {
  const counts = new Map(
    [...textOf('docs/architecture.md').matchAll(/^\| ([^|]+?) +\| [^|]+\| (\d+) +\|/gm)].map(([, title, now]) => [
      title,
      Number(now),
    ]),
  );
  for (const { title, files: ownFiles = {}, inserted } of additions) {
    const places = [...Object.keys(ownFiles), ...Object.keys(inserted), ...(title === 'a kind' ? filesOf(added) : [])];
    expect([title, places.length]).toEqual([title, counts.get(title)]);
  }
});

test('generation names an entity without a manifest', () => {
  const { status, output } = node('scripts/generate.mjs');
  expect({ status, output }).toMatchObject({
    status: 1,
    output: expect.stringContaining('Rack has no manifest') as string,
  });
}, 600_000);

test('a first start generates, builds and serves; with its manifest, the entity is in both contracts', async () => {
  cpSync(path.join(added, manifest), at(manifest));
  const { url, drop } = await createOwnDatabase();
  const env = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url };
  const child = new Child(['scripts/start.mjs'], env, { cwd: folder });
  try {
    const [, port] = await child.waitFor(/REST {7}http:\/\/localhost:(\d+)\/api\/v1/);
    expect(child.output).toMatch(/Printing the GraphQL schema: [^]*Compiling the service: /);
    const paths = ['/api/health', '/api/v1/racks'].map((file) => fetch(`http://127.0.0.1:${port}${file}`));
    expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([200, 401]);
  } finally {
    child.send('SIGTERM');
    expect(await child.ended).toEqual({ code: 0, signal: null });
    await drop();
  }
  const sdl = textOf('schema/schema.graphql');
  expect(sdl.match(/^ {2}(create|update|delete)Racks?\(/gm)).toHaveLength(4);
  expect(sdl).toContain('  clearVlanDescription(');
  const pages = textOf('src/generated/inventory.graphql');
  for (const part of [
    'query InventoryRacks(',
    'query InventoryOneRack(',
    'address @include(if: $withAddress)',
    'purpose',
  ])
    expect(pages).toContain(part);
  for (const value of ['Mixed', 'AddressList']) expect(sdl).toMatch(new RegExp(`^  ${value}$`, 'm'));
  const { paths } = JSON.parse(textOf('schema/openapi.json')) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  expect(Object.keys(paths['/api/v1/racks']!)).toEqual(['get', 'post']);
  expect(Object.keys(paths['/api/v1/vlans/{id}/description']!)).toEqual(['delete']);
  for (const name of ['"purpose"', '"ByDuplex"']) expect(textOf('schema/openapi.json')).toContain(name);
  expect(paths['/api/v1/racks']!.post!.responses[409]!.description).toContain('another Rack has the same `name`');
}, 600_000);

test('its folders stay within the limits, and imports have one direction', () => {
  const { output } = node(
    ...['--input-type=module', '-e'],
    `import { crowdedFolders, folderCircles } from './scripts/folder-arrows.mjs';
    console.log(JSON.stringify([crowdedFolders(), folderCircles()]));`,
  );
  expect(JSON.parse(output)).toEqual([[], []]);
});

test('the project with the new entity compiles', () => {
  // The types of the pages are not checked here, because the pages have TypeScript configurations of their own. `npm
  // run verify` checks these types.
  const tests = additions.flatMap(({ tests: changed = {} }) => Object.keys(changed));
  const samples = filesOf(added).filter((file) => file.startsWith('test/'));
  const include = ['src', ...tests, ...samples].filter((file) => !file.endsWith('.md'));
  writeFileSync(at('tsconfig.kind.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  // Uses a single thread, because several threads would each check the shared types.
  const compiler = 'node_modules/@typescript/native/bin/tsc';
  const { status, output } = node(compiler, '--project', 'tsconfig.kind.json', '--singleThreaded');
  expect({ status, output }).toEqual({ status: 0, output: '' });
}, 600_000);

test('the suites generated from the schema and the routes pass with the new entity', () => {
  const suites = [
    ...['test/tenancy/isolation-entities', 'test/contract/parity', 'test/contract/operation-ids'],
    ...['test/modules/topology/graph/vocabulary', 'test/start/config', 'test/start/documentation'],
  ];
  const { output } = node(
    ...['scripts/test.mjs', ...suites.map((suite) => `${suite}.test.ts`)],
    ...[
      '-t',
      '[Rr]ack|vlan_description|every (operation|promised|route|rule|setting)',
      '--maxWorkers=1',
      '--json',
      '--outputFile=results.json',
    ],
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
  for (const title of [
    ...['create_rack (', 'a Rack out of reach is answered like a missing one', 'clear_vlan_description ('],
    ...['every rule is a default', 'every setting has', 'the table of settings has every setting'],
  ])
    expect([title, titles.some((one) => one.startsWith(title))]).toEqual([title, true]);
}, 600_000);
