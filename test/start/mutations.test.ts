// Tests `npm run mutants`, which changes the code a little (a mutant) to see whether any test fails. A mutant keeps
// its id while its line is unchanged, and the seed alone decides which mutants are tried.
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

/** The results of one function of scripts/mutations.mjs for several lists of arguments, computed by one process. */
function resultsOf<T>(name: string, ...calls: readonly (readonly unknown[])[]): T[] {
  const program = `import * as mutations from './scripts/mutations.mjs';
    console.log(JSON.stringify(JSON.parse(process.argv[1]).map((args) => mutations.${name}(...args))));`;
  const options = { cwd: projectDir, encoding: 'utf8' } as const;
  const args = ['--input-type=module', '-e', program, JSON.stringify(calls)];
  return JSON.parse(execFileSync(process.execPath, args, options)) as T[];
}
const mutantsOf = (...sources: readonly (readonly [file: string, text: string])[]) =>
  resultsOf<Mutant[]>('findMutants', ...sources);

const cases: readonly (readonly [file: string, text: string, mutants: readonly string[]])[] = [
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
];
/** Code of which no mutants are made: a type, a record in which every key is required, and a text. */
const untouched = `type A = { a: true }; const b: Record<Kind, Rule> = { A: inNetworks, B: inNetworks }; const c = 'a = b AND d';`;

test('each room has its mutants; types, texts and tables of kinds are not mutated', () => {
  const sources = cases.map(([file, text]) => [file, text] as const);
  const mutantLists = mutantsOf(...sources, ['src/data/tenancy/x.ts', untouched]);
  expect(mutantLists.pop()).toEqual([]);
  for (const [at, [file, text, mutants]] of cases.entries()) {
    expect([file, mutantLists[at]!.map(({ becomes }) => becomes).toSorted()]).toEqual([file, mutants.toSorted()]);
    for (const one of mutantLists[at]!) expect(one).toMatchObject({ line: 1, was: text, text: one.becomes });
  }
});

test('a mutant keeps its id when earlier lines change; two mutants of one line have different ids', () => {
  const file = 'src/auth/makers.ts';
  const line = 'if (a && b && c) d();\n';
  const [before, after] = mutantsOf([file, line], [file, `// A line more.\n\n${line}`]).map((mutants) =>
    mutants.map(({ id }) => id),
  );
  expect(new Set(before).size).toBe(2);
  expect(after).toEqual(before);
});

test('the seed alone determines the chosen mutants, equally many of each room', () => {
  const mutants = ['bounds', 'tenancy', 'permissions'].flatMap((room) =>
    Array.from({ length: 20 }, (_, at) => ({ room, id: `${room} ${at}` })),
  );
  const [chosenMutants, reversed, other] = resultsOf<{ room: string; id: string }[]>(
    'chooseMutants',
    ...[
      [mutants, 'a', 12],
      [mutants.toReversed(), 'a', 12],
      [mutants, 'b', 12],
    ],
  );
  expect(reversed).toEqual(chosenMutants);
  expect(other).not.toEqual(chosenMutants);
  expect(chosenMutants!.map(({ room }) => room).toSorted()).toEqual(
    ['bounds', 'permissions', 'tenancy'].flatMap((room) => [room, room, room, room]),
  );
});
