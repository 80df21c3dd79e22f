// Tests the client that `npm run codegen:client` generates. The client has types, compiles, and runs as docs/clients.md
// describes. The command reports errors in documents with their positions.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { blocks, projectDir } from '../start/documentation';
import { addInventory } from '../support/inventory';
import { createWorld } from '../support/world';

const run = promisify(execFile);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'netloom client [x] '));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/**
 * Runs the script behind `npm run codegen:client` for the folder, without network access. Returns the exit code and the
 * output.
 */
async function generated(...args: string[]): Promise<{ code: number; said: string }> {
  const started = [path.join(projectDir, 'scripts', 'codegen-client.mjs'), ...args];
  const env = {
    PATH: process.env.PATH,
    INIT_CWD: folder,
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
  };
  return run(process.execPath, started, { cwd: projectDir, env }).then(
    ({ stderr }) => ({ code: 0, said: stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}
const refused = async (...args: string[]): Promise<string> => {
  const { code, said } = await generated(...args);
  expect([code, said]).toEqual([1, expect.not.stringContaining('    at ')]);
  return said.trim();
};

/** The one code block of docs/clients.md that is in this language and contains this word. */
const snippet = (language: string, word: string): string => {
  const found = blocks.filter(
    (one) => one.page === 'docs/clients.md' && one.language === language && one.text.includes(word),
  );
  expect(found).toHaveLength(1);
  return found[0]!.text;
};

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, verbatimModuleSyntax: true },
  ...{ module: 'nodenext', target: 'es2022', outDir: 'out', rootDir: 'src', types: ['node'] },
};
const compiler = path.join(projectDir, 'node_modules', '@typescript/native', 'bin', 'tsc');
/**
 * Compiles the folder, and returns the output of the TypeScript compiler, which is empty if there are no errors.
 * `--incremental` makes later calls faster, because unchanged files are not checked again.
 */
const compiled = (...options: string[]) =>
  run(process.execPath, [compiler, '--project', folder, '--incremental', ...options], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );

function program(): void {
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
}

test('the snippets give a program that compiles, has types, and reads rows', async () => {
  const world = await createWorld();
  try {
    await addInventory(world.prisma, world, 3);
    program();
    write('src/host-names.graphql', snippet('graphql', 'HostNames'));
    const command = /^npm run codegen:client -- \S+$/.exec(snippet('sh', 'codegen:client').trim())![0].split(' ');
    await run(command[0]!, ['--prefix', projectDir, ...command.slice(1, -1), 'src'], { cwd: folder });
    expect(readdirSync(path.join(folder, 'src')).sort()).toEqual(['host-names.graphql', 'netloom.ts']);
    const code = snippet('ts', 'graphql-request')
      .replaceAll('http://localhost:4000', world.url)
      .replaceAll('nlm_u_NetloomDemoKeyForLocalUseOnly000', world.key.credential.key!);
    write('src/main.ts', code);
    expect(await compiled()).toBe('');
    const { stdout, stderr } = await run(process.execPath, ['out/main.js'], { cwd: folder });
    expect([stdout.trim().split('\n').length, stderr]).toEqual([2, '']);

    write('out/main.js', read('out/main.js').replace('{ first: 2 }', '{ first: 5000 }'));
    const { stderr: told } = await run(process.execPath, ['out/main.js'], { cwd: folder }).catch(
      (error: { stderr: string }) => error,
    );
    expect(told).toContain('validation_out_of_range');

    write('src/main.ts', code.replace('{ first: 2 }', "{ first: 'two' }").replace('{ displayName }', '{ hostname }'));
    const wrong = await compiled();
    expect(wrong).toContain("Type 'string' is not assignable to type 'number'");
    expect(wrong).toContain("Property 'hostname' does not exist");
  } finally {
    await world.close();
  }
});

test('every kind of document has its types', async () => {
  program();
  write(
    'src/deep/all.gql',
    `mutation Rename($id: UUID!, $input: UpdateVlanInput!) { updateVlan(id: $id, input: $input) { ...Named updatedAt } }
     fragment Named on Vlan { id name }
     subscription Progress { discoveryProgress { __typename } }
     query Mixed($at: DateTime!, $filter: HostFilter) {
       asOf(instant: $at) { hosts(filter: $filter) { nodes { nodeId metadata: sysDescr source { type } } } } }`,
  );
  write('src/node_modules/other/ignored.graphql', 'nonsense');
  write('src/.cache/ignored.graphql', 'nonsense');
  symlinkSync('..', path.join(folder, 'src', 'circle'));
  expect(await generated('src')).toEqual({
    code: 0,
    said: expect.stringMatching(/^src\/netloom\.ts has 3 operations\.\n$/),
  });
  write(
    'src/main.ts',
    `import { MixedDocument, ProgressDocument, RenameDocument, type NamedFragment, type RenameMutationVariables } from './netloom.js';
     export const variables: RenameMutationVariables = { id: 'a', input: { name: 'b' } };
     export const nameOf = ({ name }: NamedFragment): string => name;
     export const all = [MixedDocument, ProgressDocument, RenameDocument];`,
  );
  // The test before this one has already checked the types of the packages.
  expect(await compiled('--skipLibCheck')).toBe('');
  // A second run overwrites the file with the same text.
  const first = read('src/netloom.ts');
  expect((await generated(path.join(folder, 'src'))).code).toBe(0);
  expect(read('src/netloom.ts')).toBe(first);
});

test('all mistakes are reported at once with file, line and column, and nothing is written', async () => {
  write('a.graphql', 'query A {\n  hosts { nodes { nmae } }\n}\n');
  write('deep/b.graphql', '# comment\n\n{ viewer { via } }\n');
  write('deep/c.gql', 'query A { viewer { via } }\ntype Host { id: ID }\n');
  const said = await refused('.');
  expect(said.split('\n')).toEqual(
    expect.arrayContaining([
      'The documents do not fit the schema:',
      expect.stringMatching(/^a\.graphql:2:19: Cannot query field "nmae" on type "Host"\. Did you mean/),
      'deep/b.graphql:3:1: This operation needs a name.',
      expect.stringMatching(/^a\.graphql:1:7 and deep\/c\.gql:1:7: There can be only one operation named "A"\.$/),
      'deep/c.gql:2:1: The "Host" definition is not executable.',
    ]),
  );
  const wide = Array.from({ length: 2_000 }, () => 'via').join(' ');
  write('a.graphql', `query A { viewer { via } }\n\nfragment Wide on Viewer { ${wide} }\n`);
  expect(await refused('.')).toContain('a.graphql:3:1: The service refuses this: Syntax Error: Document contains more');
  write('deep/d.graphql', 'query D {\n  viewer {\n');
  write('e.graphql', '');
  write('f.graphql', '{a'.repeat(100_000));
  expect((await refused('.')).split('\n')).toEqual([
    'The documents do not fit the schema:',
    expect.stringMatching(/^deep\/d\.graphql:3:1: Syntax Error/),
    expect.stringMatching(/^e\.graphql:1:1: Syntax Error/),
    'f.graphql:1:1: It is nested too deeply.',
  ]);
  write('f.graphql', 'fragment F on Viewer { via } '.repeat(2_001));
  write('e.graphql', 'query E { viewer { via } }');
  rmSync(path.join(folder, 'deep'), { recursive: true });
  expect(await refused('.')).toBe('The documents have more than 2000 operations and fragments.');
  expect(readdirSync(folder).sort()).toEqual(['a.graphql', 'e.graphql', 'f.graphql']);
});

test('an invalid option or folder is reported in one line', async () => {
  const usage = 'Name one folder, the one with your *.graphql files: npm run codegen:client -- DIR';
  for (const args of [[], ['a', 'b']]) expect(await refused(...args)).toBe(usage);
  expect(await refused('none')).toBe('none cannot be read as a folder (ENOENT).');
  write('file', '');
  expect(await refused('file')).toBe('file cannot be read as a folder (ENOTDIR).');
  expect(await refused('.')).toBe('. has no *.graphql or *.gql files.');
  write('a.graphql', 'query Hosts { viewer { via } }');
  write('netloom.ts', 'export const mine = 1;\n');
  expect(await refused('.')).toBe('netloom.ts is a file of your own: move it, its name is that of the client.');
  expect(read('netloom.ts')).toBe('export const mine = 1;\n');
  rmSync(path.join(folder, 'netloom.ts'));
  mkdirSync(path.join(folder, 'netloom.ts'));
  expect(await refused('.')).toMatch(/netloom\.ts cannot be read \(EISDIR\)\.$/);
  rmSync(path.join(folder, 'netloom.ts'), { recursive: true });
  write('b.graphql', 'query hosts { viewer { via } }');
  expect(await refused('.')).toMatch(
    /^Two of your operations or fragments would both be called Hosts\w+: rename one\.$/,
  );
  write('large/x.graphql', `# ${'x'.repeat(4_000_000)}`);
  expect(await refused('large')).toBe('large has more than 1000 documents or 4000000 bytes of them.');
});
