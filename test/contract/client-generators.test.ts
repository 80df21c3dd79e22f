// Clients that public generators make from the published OpenAPI document compile with strict types. The generators are
// not packages of the project: the suite installs them once into a folder of their own.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from '../support/installed-aside';
import { requirement } from '../support/requirement';

const projectDir = path.resolve(__dirname, '../..');
const source = path.join(__dirname, 'client-generators');
const generators = ensureInstalled({
  source,
  name: 'client-generators',
  needed: path.join('node_modules', '.bin', 'orval'),
});
const withGenerators = requirement(
  'the packages of test/contract/client-generators from npm',
  generators !== undefined,
);

const document = path.join(projectDir, 'schema', 'openapi.json');
/** The arguments of each generator. `out` is the folder of the clients. */
const commands: Readonly<Record<string, (out: string) => readonly string[]>> = {
  'openapi-ts': (out) => ['-i', document, '-o', path.join(out, 'hey-api'), '-s'],
  oazapfts: (out) => [document, path.join(out, 'oazapfts.ts')],
  'swagger-typescript-api': (out) => ['generate', '-p', document, '-o', out, '-n', 'swagger.ts', '--silent'],
  orval: (out) => ['--input', document, '--output', path.join(out, 'orval.ts'), '--client', 'fetch'],
  kubb: () => ['generate', '--config', 'kubb.config.mjs'],
};

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2024', module: 'preserve', types: [] },
  ...{ lib: ['es2024', 'dom', 'dom.iterable'], allowImportingTsExtensions: true },
};

withGenerators.describe('clients of public generators', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'netloom-clients-'));
    symlinkSync(path.join(generators!, 'node_modules'), path.join(folder, 'node_modules'));
    copyFileSync(path.join(source, 'kubb.config.mjs'), path.join(folder, 'kubb.config.mjs'));
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['clients'] }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs a program and rejects with its output if it fails. */
  async function run(file: string, args: readonly string[]): Promise<void> {
    const clients = path.join(folder, 'clients');
    const env = { ...process.env, CLIENT_FOLDER: clients, CLIENT_DOCUMENT: document };
    try {
      await promisify(execFile)(process.execPath, [file, ...args], { cwd: folder, env });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${path.basename(file)}: ${stdout}${stderr}`, { cause: error });
    }
  }

  test('are generated and compile', async () => {
    for (const [name, argumentsOf] of Object.entries(commands))
      await run(path.join(folder, 'node_modules', '.bin', name), argumentsOf(path.join(folder, 'clients')));
    const compiler = path.join(projectDir, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
    await run(compiler, ['--project', 'tsconfig.json']);
  }, 240_000);
});
