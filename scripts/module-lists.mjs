// Generates lists of the modules' parts from their file names: `*.schema.ts` and `*.metadata.ts` (types), `*.texts.ts`
// (descriptions), `*.rest.ts` (routes), `reported-*.ts` (tables in a host's report).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, filesBelow, inProject, projectDir } from './project.mjs';

const inModules = (ending) => filesBelow(['src/modules'], (file) => ending.test(file));
const typeFiles = () => inModules(/\.(schema|metadata|texts)\.ts$/);
const routeFiles = () => inModules(/\.rest\.ts$/);

const reportedTable = /^export const reported(\w+) = reportedTable\(/m;
const reportedFiles = () => inModules(/\/reported-[^/]+\.ts$/);

export const listedFiles = () => [...typeFiles(), ...routeFiles(), ...reportedFiles()];

const specifierOf = (file) => {
  const relativePath = path.relative(inProject('src', 'generated'), file).split(path.sep).join('/');
  return JSON.stringify(relativePath.replace(/\.ts$/, ''));
};

/** The text of src/generated/module-types.ts. */
export const moduleTypes = () =>
  `// The types of every module: made from the names of their files by scripts/module-lists.mjs, never edited.
${typeFiles()
  .map((file) => `import ${specifierOf(file)};\n`)
  .join('')}`;

/**
 * The names of the route lists that a file exports. Throws a Failure that names the file if it declares routes but
 * exports no list.
 */
export function findRouteLists(text, name) {
  const lists = [...text.matchAll(/^export const (\w+Routes)\b/gm)].map(([, list]) => list);
  if (lists.length === 0 && /\b(route|csvRoute)\(/.test(text))
    throw new Failure(`${name} exports no list of its routes: it is an exported constant whose name ends in Routes.`);
  return lists;
}

/** The text of src/generated/module-routes.ts, with each `*Routes` that a file exports. */
export function moduleRoutes() {
  const lists = routeFiles().map((file) => [
    specifierOf(file),
    findRouteLists(readFileSync(file, 'utf8'), path.relative(projectDir, file)),
  ]);
  const nonemptyLists = lists.filter(([, names]) => names.length > 0);
  return `// The routes of every module: made from the names of their files by scripts/module-lists.mjs, never edited.
${nonemptyLists.map(([specifier, names]) => `import { ${names.join(', ')} } from ${specifier};\n`).join('')}import type { Route } from '../rest/route';

export const moduleRoutes: readonly Route[] = [
${nonemptyLists.map(([, names]) => names.map((name) => `  ...${name},\n`).join('')).join('')}];
`;
}

/** The text of src/generated/module-reports.ts: the tables that a host's report may contain. */
export function moduleReports() {
  const tables = reportedFiles().flatMap((file) => {
    const [, name] = reportedTable.exec(readFileSync(file, 'utf8')) ?? [];
    return name === undefined ? [] : [{ name, specifier: specifierOf(file) }];
  });
  const fieldOf = (name) => `${name[0].toLowerCase()}${name.slice(1)}`;
  return `// The tables in a report of a host beside its ports: made from the names of their files by scripts/module-lists.mjs, never edited.
${tables.map(({ name, specifier }) => `import { reported${name} } from ${specifier};\n`).join('')}
/** The tables of a report, by their field in the report. */
export const reportedTables = {
${tables.map(({ name }) => `  ${fieldOf(name)}: reported${name},\n`).join('')}};
`;
}
