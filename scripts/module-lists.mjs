// What modules have, by the names of their files: `*.schema.ts` and `*.metadata.ts` (types), `*.texts.ts` (descriptions), `*.rest.ts` (routes).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, filesBelow, inProject, projectDir } from './project.mjs';

const inModules = (ending) => filesBelow(['src/modules'], (file) => ending.test(file));
const typeFiles = () => inModules(/\.(schema|metadata|texts)\.ts$/);
const routeFiles = () => inModules(/\.rest\.ts$/);

export const listedFiles = () => [...typeFiles(), ...routeFiles()];

const specifierOf = (file) => {
  const named = path.relative(inProject('src', 'generated'), file).split(path.sep).join('/');
  return JSON.stringify(named.replace(/\.ts$/, ''));
};

/** The text of src/generated/module-types.ts. */
export const moduleTypes = () =>
  `// The types of every module: made from the names of their files by scripts/module-lists.mjs, never edited.
${typeFiles()
  .map((file) => `import ${specifierOf(file)};\n`)
  .join('')}`;

/** The lists of routes that a file exports; one that makes routes and exports none is refused by name. */
export function routeListsIn(text, name) {
  const lists = [...text.matchAll(/^export const (\w+Routes)\b/gm)].map(([, list]) => list);
  if (lists.length === 0 && /\b(route|csvRoute)\(/.test(text))
    throw new Failure(`${name} exports no list of its routes: it is an exported constant whose name ends in Routes.`);
  return lists;
}

/** The text of src/generated/module-routes.ts: each `*Routes` that a file exports. */
export function moduleRoutes() {
  const lists = routeFiles().map((file) => [
    specifierOf(file),
    routeListsIn(readFileSync(file, 'utf8'), path.relative(projectDir, file)),
  ]);
  const filled = lists.filter(([, names]) => names.length > 0);
  return `// The routes of every module: made from the names of their files by scripts/module-lists.mjs, never edited.
${filled.map(([specifier, names]) => `import { ${names.join(', ')} } from ${specifier};\n`).join('')}import type { Route } from '../rest/route';

export const moduleRoutes: readonly Route[] = [
${filled.map(([, names]) => names.map((name) => `  ...${name},\n`).join('')).join('')}];
`;
}
