// Tests that code which uses internals of a library is listed in a table of docs/architecture.md, and that each such
// library is pinned to an exact version.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isObjectType } from 'graphql';

const projectDir = path.resolve(__dirname, '..', '..');
const textOf = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

const section = /^## What reaches inside a library$([\s\S]*?)^## /m.exec(textOf('docs/architecture.md'))![1]!;
const tables = section.split('\nWhat was removed:')[0]!;
const rows = tables.split('\n').flatMap((line) => {
  const [, library, , where] = line.split(/(?<!\\)\|/);
  return library?.includes('`') ? [{ library, where: where! }] : [];
});
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const namedFiles = rows.flatMap(({ where }) => quoted(where));
const isNamed = (file: string) =>
  namedFiles.some((namedFile) => file === namedFile || file.startsWith(`${namedFile}/`));

const sources = ['src', 'scripts', 'test/support'].flatMap((folder) =>
  readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !file.startsWith('src/generated/')),
);

/** Package files that the package's own documentation tells users to import. */
const documentedFiles = [
  ...['preact/hooks', 'csv-stringify/sync', 'elkjs/lib/elk-api'],
  ...['ajv/dist/2020', '@simplewebauthn/server/helpers', 'vite/client', 'elkjs/lib/elk-worker.min.js?url'],
  // Code may import this file, because the package lists it in its `exports`.
  '@graphql-yoga/render-graphiql/graphiql',
];
const documentedFolders = ['@modelcontextprotocol/sdk/', '@apollo/client/'];

/** The files inside of packages that a source imports, without package.json and without documented files. */
function filesOfPackages(text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import|require|require\.resolve)(?:\s|\()\s*'(@?[a-z][\w@./?-]*)'/g)];
  return specifiers
    .map(([, specifier]) => specifier!)
    .filter((specifier) => !specifier.startsWith('node:') && !specifier.endsWith('/package.json'))
    .filter((specifier) => specifier.split('/').length > (specifier.startsWith('@') ? 2 : 1))
    .filter((file) => !documentedFiles.includes(file.replace(/\.js$/, '')))
    .filter((file) => !documentedFolders.some((folder) => file.startsWith(folder)));
}

/**
 * Patterns of code that uses internals of a library: members that begin with _, prototypes, and names that libraries
 * keep private.
 */
const marks = [
  /(?<!Object|Array|spyOn\(Client)\.prototype\b/,
  /setPrototypeOf/,
  // Members of a library that begin with an underscore. Exceptions are names that Prisma and GraphQL Federation
  // define, and DNS services such as `_tcp`.
  /\w\)?\._(?!all\b|count\b|entities\b|service\b|id\b|dns|ipp|tcp|udp)[a-z]\w*/,
  // Declarations of a package's types. Only on-headers may have one, because the package comes without types.
  /declare module '(?!\.|on-headers')/,
  /\bpothos(Options|PrismaSelect|PrismaModel|ExposedField)\b/,
  /\bparsedStatements\b/,
];

test('the tables of undocumented parts have rows', () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(namedFiles.filter((file) => !file.startsWith('test/') && !file.startsWith('src/')).length).toBeGreaterThan(1);
});

test('every use of an undocumented part of a library is in the tables', () => {
  const reaching = sources.filter((file) => {
    const text = textOf(file).replace(/^\s*(\/\/|\/?\*).*$/gm, '');
    return filesOfPackages(text).length > 0 || marks.some((mark) => mark.test(text));
  });
  expect(reaching.length).toBeGreaterThan(5);
  expect(reaching.filter((file) => !isNamed(file))).toEqual([]);
});

test('a library whose undocumented parts are used has a pinned version', () => {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const versions = { ...dependencies, ...devDependencies };
  const libraries = [...new Set(rows.flatMap(({ library }) => quoted(library)))].filter((name) => name !== 'http');
  expect(Object.fromEntries(libraries.map((name) => [name, versions[name]]))).toEqual(
    Object.fromEntries(libraries.map((name) => [name, expect.stringMatching(/^\d+\.\d+\.\d+/)])),
  );
});

test('graphql is loaded as in production, without its check for a second copy', () => {
  const second = { GraphQLObjectType: class GraphQLObjectType {} };
  // With graphql's development check for a second copy of graphql, this call would throw an error.
  expect(isObjectType(new second.GraphQLObjectType())).toBe(false);
  expect(process.env.NODE_ENV).toBe('test');
});
