// `npm test -- --changed`: selects the test suites that a change can affect. A suite is affected by files that it
// imports, by generated files, and by files that it names.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectDir } from './project.mjs';
import { pureSuites, suites } from './pure-suites.mjs';

const importing = /(?:from|import|require\()\s*\(?\s*'(\.[^']+)'/g;
const isCode = (file) => /\.(ts|mjs|cjs)$/.test(file);

/** Caches the results of `answer`, a function of a file path: `answer` is called once for each file. */
function onceForEach(answer) {
  const answers = new Map();
  return (file) => {
    if (!answers.has(file)) answers.set(file, answer(file));
    return answers.get(file);
  };
}

const textOf = onceForEach((file) => readFileSync(inProject(file), 'utf8'));
const isFile = onceForEach((file) => statSync(inProject(file), { throwIfNoEntry: false })?.isFile() ?? false);

/** The files of the project that a file imports directly. */
const importsOf = onceForEach((file) =>
  [...textOf(file).matchAll(importing)].flatMap(([, name]) => {
    const target = path.posix.join(path.posix.dirname(file), name);
    const place = [`${target}.ts`, target, `${target}.mjs`, `${target}.cjs`, `${target}/index.ts`].find(isFile);
    return place === undefined ? [] : [place];
  }),
);

/** All files that a suite imports, directly or indirectly, and the suite itself. */
const partsOf = onceForEach((suite) => {
  const parts = new Set([suite]);
  for (const part of parts) if (isCode(part)) for (const next of importsOf(part)) parts.add(next);
  return [...parts];
});

/** Matches files whose change can affect every suite. */
const ofAll =
  /^(package(-lock)?\.json|jest\.config\.mjs|tsconfig\.json|scripts\/(test|prepare|generat|project|pure).*|test\/support\/jest\/.*)$/;

/**
 * Paths of generated files whose content depends on `file`. git does not list generated files as changed, because they
 * are not committed.
 */
function generatedFrom(file) {
  const generatedFiles = (...names) => names.map((name) => `src/generated/${name}`);
  if (file.startsWith('prisma/models/')) return generatedFiles('model-facts.ts', 'prisma/client.ts');
  if (file.endsWith('.entity.ts')) return generatedFiles('entity-facts.ts');
  if (/\.(schema|metadata|texts)\.ts$/.test(file)) return generatedFiles('module-types.ts');
  if (file.endsWith('.rest.ts')) return generatedFiles('module-routes.ts');
  if (/\/reported-[^/]+\.ts$/.test(file)) return generatedFiles('module-reports.ts');
  if (!file.endsWith('.graphql')) return [];
  return file.startsWith('src/pages/')
    ? generatedFiles(...['kit', 'page', 'people', 'inventory', 'discovery-page'].map((name) => `${name}-operations.ts`))
    : generatedFiles('operations.ts');
}

/**
 * Names of folders that are ignored, because they occur in too many paths: they do not show which file a suite uses.
 */
const anyFolder = new Set(['.', 'test', 'support', 'modules']);

/**
 * Words by which the code of a suite could refer to `file`: the name of the file and the names of the folders around
 * it.
 */
function namesOf(file) {
  const folders = path.posix.dirname(file).split('/');
  // No other suite reads or runs a test suite, so a change of a suite affects this suite only.
  if (file.endsWith('.test.ts')) return [];
  return [path.posix.basename(file), ...folders.filter((folder) => !anyFolder.has(folder))];
}

const reading = /node:fs|node:child_process|projectDir|filesBelow/;

/** Whether a test file reads files of the project, either itself or through a helper that it imports. */
const isReading = (file) =>
  [file, ...importsOf(file)].some((one) => one.startsWith('test/') && reading.test(textOf(one)));

/**
 * The words from which a test file may build paths of files that it reads: the parts of its string literals, except
 * imports. Empty for a file that reads no files of the project.
 */
const wordsIn = onceForEach((file) => {
  if (!isReading(file)) return new Set();
  const text = textOf(file).replace(importing, '');
  const quotedPaths = [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, ...one]) => one.find(Boolean) ?? '',
  );
  return new Set(quotedPaths.flatMap((one) => one.split(/[/\s]/)));
});

/**
 * Whether the file starts programs of the project. Such programs import files that this file does not import itself.
 */
const isStarting = onceForEach((part) => part.startsWith('test/') && /child_process|playwright/.test(textOf(part)));

/** The suites that a change of these files can affect, in the order of all suites. */
export function findTouchedSuites(files) {
  if (files.some((file) => ofAll.test(file))) return suites;
  const changedFiles = new Set(files.flatMap((file) => [file, ...generatedFrom(file)]));
  const isOfPrograms = files.some((file) => /^(src|scripts|bench|attack)\//.test(file));
  const isOfDatabases = files.some((file) => file.startsWith('prisma/'));
  const names = [...new Set(files.flatMap(namesOf))];
  const isNaming = onceForEach(
    (part) => part.startsWith('test/') && isCode(part) && names.some((name) => wordsIn(part).has(name)),
  );
  return suites.filter((suite) => {
    if (isOfDatabases && !pureSuites.includes(suite)) return true;
    const parts = partsOf(suite);
    return (
      parts.some((part) => changedFiles.has(part)) || (isOfPrograms && parts.some(isStarting)) || parts.some(isNaming)
    );
  });
}

/** Paths of files that differ from the branch `main`, whether committed or not. */
export function changedFiles(main = 'main') {
  const git = (...args) => execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base] = git('merge-base', main, 'HEAD');
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}
