// Tests that no caller can choose the number of an advisory lock: every statement of the service that takes one is
// listed here with the source of its number.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockNumber, lockNumberOfText } from '../../src/data/tenancy/advisory-locks';

const root = join(__dirname, '../..');
const filesOf = (folder: string, form: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => form.test(name) && !name.includes('generated'))
    .sort();

/**
 * The allowed forms of a lock's number in the code, each with the source of the number. No caller chooses the number
 * itself.
 */
const sources: readonly (readonly [RegExp, string])[] = [
  [/^\$\{lockNumber\(/, 'ids that the service draws'],
  [/^\$\{lockNumberOfText\(/, 'the SHA-256 of a text that a caller chooses'],
  [/^\$\{(key|number|number\.text|hostWritesOf\(networkId\))\}/, 'a variable with the result of lockNumber'],
  [/^(\$1|\$\{lockNumber\}|72707369)\)/, 'a constant of the code'],
  [/^hashtext\('\$\{unfinishedCopyTable\}'\)/, 'a constant of the code'],
  [
    /^\s*hashtextextended\(TG_TABLE_NAME \|\| ' names of ' \|\| NEW\.organization_id, 0\)/,
    'an id that the service draws',
  ],
  // These two calls pass two numbers. PostgreSQL keeps locks with two numbers apart from locks with one number.
  [/^\s*change_clock\(scope\) << 8/, 'a network and a time'],
  [/^\(millisecond \/ 1000 - 1700000000\)::int/, 'a time'],
];

test('every statement that takes an advisory lock has a number that no caller chooses', () => {
  const files = [...filesOf('src', /\.ts$/), ...filesOf('prisma/migrations', /\.sql$/)];
  const calls = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/pg_(?:try_)?advisory_(?:xact_)?(?:lock|unlock)(?:_shared)?\(/g)].map((match) => ({
      file,
      argument: text.slice(match.index + match[0].length, match.index + match[0].length + 100),
    }));
  });
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter(({ argument }) => !sources.some(([form]) => form.test(argument)))).toEqual([]);
  expect(sources.filter(([form]) => !calls.some(({ argument }) => form.test(argument)))).toEqual([]);
  // A variable is an allowed form if `lockNumber` has computed its value. To ensure this, only the two files below may
  // compute numbers by hashing.
  const hashing = /hashtext(?:extended)?\((?!t::text|substr\()/;
  expect(filesOf('src', /\.ts$/).filter((file) => hashing.test(readFileSync(join(root, file), 'utf8')))).toEqual([
    'src/data/tenancy/advisory-locks.ts',
    'src/operator/copy/target.sql.ts',
  ]);
});

test('a lock of ids takes ids alone, and a text has the first 8 bytes of its SHA-256', () => {
  expect(() => lockNumber('host writes', 'a text of a caller')).toThrow('needs ids');
  expect(lockNumber('saved views', ...Array<string>(2).fill('00000000-0000-4000-8000-000000000001')).values).toEqual([
    'saved views 00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000001',
  ]);
  expect(lockNumberOfText('abc').values).toEqual([Buffer.from('ba7816bf8f01cfea', 'hex').readBigInt64BE().toString()]);
});
