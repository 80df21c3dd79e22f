// Tests the build: the compiled code matches its sources, and runs without sources and build tools.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccess } from '../../src/auth/published-access';
import { createOwnDatabase } from '../support/own-database';
import { Child, projectDir } from './child';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'netloom-build-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...parts: string[]) => path.join(folder, ...parts);
const put = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};
const copy = (...files: string[]) => {
  for (const file of files) cpSync(path.join(projectDir, file), at(file), { recursive: true });
};
const node = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

describe('compiling', () => {
  const compilation = (expression: string) =>
    node('--input-type=module', '-e', `import * as made from './scripts/compilation.mjs'; ${expression}`);
  const isCurrent = () => compilation('console.log(made.buildIsCurrent())') === 'true';

  beforeEach(() => {
    copy('scripts/compilation.mjs', 'scripts/project.mjs');
    symlinkSync(path.join(projectDir, 'node_modules'), at('node_modules'));
    for (const file of ['codegen.yml', 'package.json', 'package-lock.json', 'schema/examples.json']) put(file, '{}');
    put('src/pages/static/page.css', 'body {}');
    put('src/main.ts', `import { word } from './deep/word';\nconsole.log(word satisfies string);\n`);
    put('src/deep/word.ts', `interface Unused {}\nexport const word: string = 'first';\n`);
  });

  test('a build is current until a source changes, and then contains the sources', () => {
    expect(isCurrent()).toBe(false);
    compilation('await made.build()');
    expect(isCurrent()).toBe(true);
    expect(node('dist/main.js')).toBe('first');
    expect(readFileSync(at('dist/pages/static/page.css'), 'utf8')).toBe('body {}');

    put('src/main.ts', `import { word } from './deep/other';\nconsole.log(word);\n`);
    put('src/deep/other.ts', `export const word = 'second';\n`);
    rmSync(at('src/deep/word.ts'));
    expect(isCurrent()).toBe(false);
    compilation('await made.build()');
    expect(isCurrent()).toBe(true);
    expect(node('dist/main.js')).toBe('second');
    expect(existsSync(at('dist/deep/word.js'))).toBe(false);
  });

  test('locked packages count as sources, generated files do not', () => {
    compilation('await made.build()');
    put('src/generated/operations.ts', 'export {};');
    expect(isCurrent()).toBe(true);
    put('package-lock.json', '{ "packages": {} }');
    expect(isCurrent()).toBe(false);
  });

  test('stack traces with source maps name the lines of the sources', () => {
    put('src/main.ts', `interface Gone {\n  a: string;\n}\n\nconsole.log(new Error('here').stack);\n`);
    compilation('await made.build()');
    expect(node('--enable-source-maps', 'dist/main.js')).toContain('src/main.ts:5:');
  });
});

/** Links the packages that `npm ci --omit=dev` installs into the folder of the test. */
function installForRunning(): void {
  mkdirSync(at('node_modules'));
  copy('node_modules/.package-lock.json');
  const { packages } = JSON.parse(readFileSync(path.join(projectDir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [name, { dev, devOptional }] of Object.entries(packages)) {
    if (name.lastIndexOf('node_modules/') !== 0 || dev || devOptional || !existsSync(path.join(projectDir, name)))
      continue;
    mkdirSync(path.dirname(at(name)), { recursive: true });
    symlinkSync(path.join(projectDir, name), at(name));
  }
}

test('a built package starts without sources, TypeScript and build tools, including its worker threads', async () => {
  // Builds only if a source has changed since the last build.
  const building = `await (await import('./scripts/prepare.mjs')).build()`;
  execFileSync(process.execPath, ['--input-type=module', '-e', building], { cwd: projectDir, stdio: 'ignore' });
  copy('dist', 'scripts', 'schema', 'package.json', 'package-lock.json', 'prisma/migrations');
  installForRunning();
  for (const tool of ['typescript', 'tsx', 'prisma', 'vite', '@swc/core'])
    expect(existsSync(at('node_modules', tool))).toBe(false);
  const { url, drop } = await createOwnDatabase();
  const child = new Child([at('scripts/start.mjs')], { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: url, DEMO: 'on' });
  try {
    const [, port] = await child.waitFor(/REST {7}http:\/\/localhost:(\d+)\/api\/v1/);
    expect(child.output).not.toMatch(/Compiling|Generating|Installing/);
    const get = (file: string) =>
      fetch(`http://127.0.0.1:${port}${file}`, { headers: { Authorization: `Bearer ${demoAccess.apiKey}` } });
    for (const page of ['/api/health', '/topology', '/graphiql', '/sign-in', '/docs', '/openapi.json'])
      expect([page, (await get(page)).status]).toEqual([page, 200]);
    const topologies = (await (await get('/api/v1/topology?limit=1')).json()) as { data: { id: string }[] };
    // The service computes the SVG in a worker thread, so the request fails if worker threads do not start.
    const picture = await get(`/api/v1/topology/${topologies.data[0]!.id}/export/svg?view=L2Physical`);
    expect(await picture.text()).toMatch(/^<svg /);
  } finally {
    child.send('SIGTERM');
    expect(await child.ended).toEqual({ code: 0, signal: null });
    await drop();
  }
});

test('a built package without its dependencies names the command that installs them', async () => {
  copy('scripts', 'package.json', 'package-lock.json');
  const child = new Child([at('scripts/start.mjs')]);
  expect(await child.ended).toEqual({ code: 1, signal: null });
  expect(child.output).toBe('Packages are missing, or others than package-lock.json names: run "npm ci --omit=dev".\n');
});
