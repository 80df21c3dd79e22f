// Tests that package.json declares exactly the packages that the code imports: packages for the service, packages for
// building and testing, and no others.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from '@swc/core';

const projectDir = path.resolve(__dirname, '..', '..');

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly overridesReasons: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: unknown;
}

const textOf = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
const ownPackage = JSON.parse(textOf('package.json')) as Package;
const declared = { ...ownPackage.dependencies, ...ownPackage.devDependencies };
const packageJsonOf = (name: string) => JSON.parse(textOf(`node_modules/${name}/package.json`)) as Package;

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isPackage = (specifier: string) =>
  !/^[./]|^node:/.test(specifier) && !builtinModules.includes(packageOf(specifier));

interface Import {
  readonly file: string;
  readonly name: string;
  readonly isTypeOnly: boolean;
}

/** Packages in imports, re-exports, `import()` and `require` whose name is a string literal. */
function importsOf(file: string): Import[] {
  const foundImports: Import[] = [];
  const add = (specifier: unknown, isTypeOnly: boolean) => {
    if (typeof specifier === 'string' && isPackage(specifier))
      foundImports.push({ file, name: packageOf(specifier), isTypeOnly });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    const at = node as Record<string, never>;
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(at['type'] ?? '')) {
      const { specifiers, typeOnly, source } = node as {
        specifiers?: { isTypeOnly?: boolean }[];
        typeOnly?: boolean;
        source?: { value: string };
      };
      const everyName = specifiers?.length ? specifiers.every((one) => one.isTypeOnly) : false;
      add(source?.value, typeOnly === true || everyName);
    } else if (at['type'] === 'CallExpression') {
      const { callee, arguments: callArguments } = node as {
        callee: { type: string; value?: string; object?: { value?: string } };
        arguments: { expression: { type: string; value?: string } }[];
      };
      const isRequire = callee.value === 'require' || callee.object?.value === 'require';
      if (callee.type === 'Import' || isRequire)
        if (callArguments[0]?.expression.type === 'StringLiteral') add(callArguments[0].expression.value, false);
    }
    Object.values(at).forEach(visit);
  };
  const isTypescript = /\.[cm]?tsx?$/.test(file);
  const options = isTypescript
    ? ({ syntax: 'typescript', tsx: file.endsWith('x') } as const)
    : ({ syntax: 'ecmascript' } as const);
  visit(parseSync(textOf(file), { ...options, target: 'es2022' }));
  return foundImports;
}

const isCode = (file: string) =>
  /\.[cm]?[jt]sx?$/.test(file) && !/generated\/(prisma\/(?!client\.ts)|built-pages\/)/.test(file);
const sources = ['src', 'scripts', 'test', 'bench', 'attack', 'prisma'].flatMap((folder) =>
  readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter(isCode),
);
const imports = [...sources, 'eslint.config.mjs', 'jest.config.mjs'].flatMap(importsOf);

/** Whether the file belongs to pages that are built for browsers. The folders of such pages have a tsconfig.json. */
const isOfBuiltPages = (file: string) => {
  const folder = /^src\/pages\/[^/]+(?=\/)/.exec(file)?.[0];
  return folder !== undefined && existsSync(path.join(projectDir, folder, 'tsconfig.json'));
};
/** Whether the import is in code of the service that Node.js runs, not in a page for browsers. */
const isService = ({ file }: Import) => file.startsWith('src/') && !isOfBuiltPages(file);

test('imports are found', () => {
  expect(imports.length).toBeGreaterThan(250);
  expect(imports).toContainEqual({ file: 'scripts/build-pages.mjs', name: 'vite', isTypeOnly: false });
  expect(imports).toContainEqual({ file: 'src/rest/api-docs.ts', name: 'swagger-ui-dist', isTypeOnly: false });
  const runtime = 'test/support/jest/shared-runtime.cjs';
  expect(imports).toContainEqual({ file: runtime, name: 'jest-runtime', isTypeOnly: false });
});

test('the packages that the running service imports are the dependencies', () => {
  const needed = imports.filter((one) => isService(one) && !one.isTypeOnly);
  expect(needed.length).toBeGreaterThan(80);
  expect(needed.filter(({ name }) => !(name in ownPackage.dependencies))).toEqual([]);
  const names = new Set(needed.map(({ name }) => name));
  expect(Object.keys(ownPackage.dependencies).filter((name) => !names.has(name))).toEqual([]);
});

/** A folder with a package.json of its own, whose packages a suite installs. */
const generators = 'test/contract/client-generators/';
const ofGenerators = (JSON.parse(textOf(`${generators}package.json`)) as Package).dependencies;

test('every other package that is imported is declared as a development dependency', () => {
  const isDeclared = ({ file, name }: Import) => name in (file.startsWith(generators) ? ofGenerators : declared);
  expect(imports.filter((one) => !isDeclared(one))).toEqual([]);
});

test('no package is declared twice or unused', () => {
  const [needed, building] = [Object.keys(ownPackage.dependencies), Object.keys(ownPackage.devDependencies)];
  expect(needed.filter((name) => building.includes(name))).toEqual([]);
  const fileTexts = [
    'scripts/verify.mjs',
    'scripts/test.mjs',
    'scripts/generation.mjs',
    'codegen.yml',
    'jest.config.mjs',
    'test/contract/generated-client.test.ts',
    'test/clients/generated.test.ts',
    'test/clients/documented-live.test.ts',
    'test/start/deployment.test.ts',
  ].map(textOf);
  const imported = new Set(imports.map(({ name }) => name));
  const peers = new Set(
    Object.keys(declared).flatMap((name) => Object.keys(packageJsonOf(name).peerDependencies ?? {})),
  );
  const isUsed = (name: string): boolean => {
    if (imported.has(name) || peers.has(name)) return true;
    if (name.startsWith('@types/'))
      return name === '@types/node' || name === '@types/jest' || imported.has(name.slice(7));
    // A package is also in use if a file that runs programs or configures plugins contains its name in quotes.
    const words = [name, name.replace(/^@graphql-codegen\//, '')];
    return fileTexts.some((text) => words.some((word) => new RegExp(`(['"]|- )${word}(['"]|$)`, 'm').test(text)));
  };
  expect(Object.keys(declared).filter((name) => !isUsed(name))).toEqual([]);
});

test('every override has its reason beside it', () => {
  expect(Object.keys(ownPackage.overridesReasons)).toEqual(Object.keys(ownPackage.overrides));
  for (const reason of Object.values(ownPackage.overridesReasons)) expect(reason).toMatch(/^.{30,}\.$/);
});

test('a prerelease is pinned to its exact version', () => {
  const isPrerelease = (version: string) => /\d-/.test(version);
  const loose = Object.entries(declared).filter(([, version]) => isPrerelease(version) && !/^\d/.test(version));
  expect(loose).toEqual([]);
  // npm may resolve a version range to a prerelease although the range names none. So package-lock.json must not
  // contain such a prerelease.
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };
  const byChance = Object.entries(declared).filter(
    ([name, version]) => isPrerelease(packages[`node_modules/${name}`]!.version) && !isPrerelease(version),
  );
  expect(byChance).toEqual([]);
});

test('all declared packages of Prisma have one version', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };
  const ours = Object.keys(declared).filter((name) => name === 'prisma' || name.startsWith('@prisma/'));
  expect(ours.length).toBeGreaterThan(3);
  // The WebAssembly schema engine is published only as prerelease builds of a version, so the suffix of its version is
  // removed.
  const versions = ours.map((name) => packages[`node_modules/${name}`]!.version.replace(/-\d+\..*$/, ''));
  expect(new Set(versions).size).toBe(1);
  // Packages of Prisma are released at different times, so with version ranges their versions could differ.
  expect(ours.filter((name) => !/^\d/.test(declared[name]!))).toEqual([]);
});
