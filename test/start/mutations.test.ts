// Tests `npm run mutants`: each mutant is one change to executed code, keeps its id while its line is unchanged, and is
// chosen by the seed alone.
import { execFileSync } from 'node:child_process';
import { projectDir } from './child';

interface Mutant {
  readonly id: string;
  readonly room: string;
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
  readonly text: string;
}

function valueOf<T>(expression: string, ...args: unknown[]): T {
  const program = `import * as mutations from './scripts/mutations.mjs'; const args = process.argv.slice(1).map((one) => JSON.parse(one));
    console.log(JSON.stringify(${expression}));`;
  const given = args.map((one) => JSON.stringify(one));
  const options = { cwd: projectDir, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program, ...given], options)) as T;
}
const mutantsOf = (file: string, text: string) => valueOf<Mutant[]>('mutations.findMutants(...args)', file, text);
const changesOf = (file: string, text: string) => mutantsOf(file, text).map(({ was, becomes }) => [was, becomes]);

test.each([
  ['src/auth/permissions.ts', "const a = anyone('Admin');", ["const a = anyone('Member');"]],
  ['src/auth/makers.ts', 'assertRank(a);', [';']],
  [
    'src/rest/query-string.ts',
    'if (a === 1 && !b) f();',
    ['if (a !== 1 && !b) f();', 'if (a === 1 || !b) f();', 'if (a === 1 && b) f();'],
  ],
  ['src/modules/x/x.schema.ts', 'const a = text(1, 100);', ['const a = text(2, 100);', 'const a = text(1, 101);']],
  [
    'src/modules/x/x.sql.ts',
    'const a = `WHERE a = ${b} AND NOT EXISTS (${c})`;',
    [
      'const a = `WHERE a <> ${b} AND NOT EXISTS (${c})`;',
      'const a = `WHERE a = ${b} OR NOT EXISTS (${c})`;',
      'const a = `WHERE a = ${b} AND EXISTS (${c})`;',
    ],
  ],
  [
    'src/data/tenancy/x.ts',
    'const a = () => ({ b: 1, ...c });',
    ['const a = () => ({  ...c });', 'const a = () => ({ b: 1,  });'],
  ],
  ['src/modules/topology/graph/x.ts', 'const a = b.filter(c).map(d);', ['const a = b.map(d);']],
])('the mutants of %s', (file, text, mutants) => {
  expect(
    changesOf(file, text)
      .map(([, becomes]) => becomes)
      .toSorted(),
  ).toEqual(mutants.toSorted());
  for (const one of mutantsOf(file, text)) expect(one).toMatchObject({ line: 1, was: text, text: one.becomes });
});

test('types, texts and tables of kinds are not mutated', () => {
  const text = `type A = { a: true }; const b: Record<Kind, Rule> = { A: inNetworks, B: inNetworks }; const c = 'a = b AND d';`;
  expect(changesOf('src/data/tenancy/x.ts', text)).toEqual([]);
});

test('a mutant keeps its id when earlier lines change; two mutants of one line have different ids', () => {
  const file = 'src/auth/makers.ts';
  const ids = (text: string) => mutantsOf(file, text).map(({ id }) => id);
  const before = ids('if (a && b && c) d();\n');
  expect(new Set(before).size).toBe(2);
  expect(ids('// A line more.\n\nif (a && b && c) d();\n')).toEqual(before);
});

test('the seed alone determines the chosen mutants, equally many of each room', () => {
  const mutants = ['bounds', 'tenancy', 'permissions'].flatMap((room) =>
    Array.from({ length: 20 }, (_, at) => ({ room, id: `${room} ${at}` })),
  );
  const choose = (list: unknown[], seed: string) =>
    valueOf<{ room: string; id: string }[]>('mutations.chooseMutants(...args)', list, seed, 12);
  const chosen = choose(mutants, 'a');
  expect(choose(mutants.toReversed(), 'a')).toEqual(chosen);
  expect(choose(mutants, 'b')).not.toEqual(chosen);
  expect(chosen.map(({ room }) => room).toSorted()).toEqual(
    ['bounds', 'permissions', 'tenancy'].flatMap((room) => [room, room, room, room]),
  );
});
