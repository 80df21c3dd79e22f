// Writes what the manifests (`*.entity.ts`) say about their entities to src/generated/entity-facts.ts.
import path from 'node:path';
import { Failure, filesBelow, load, projectDir } from './project.mjs';

export const manifestFiles = () => filesBelow(['src/modules'], (file) => file.endsWith('.entity.ts'));

/** The manifests that a `*.entity.ts` file exports. Throws if the file exports no manifest. */
async function manifestsIn(file) {
  const name = path.relative(projectDir, file);
  const manifests = Object.values(await load(name)).filter((one) => one?.model !== undefined);
  if (manifests.length === 0) throw new Failure(`${name} declares no entity.`);
  return manifests;
}

/** Finds errors in manifests and returns one line for each. `models` describes the Prisma models, by name. */
export function findFaults(manifests, models) {
  const faults = [];
  const owners = new Map();
  for (const { model, parts } of manifests)
    for (const one of [model, ...parts]) {
      if (owners.has(one)) faults.push(`${one} stands in the manifests of ${owners.get(one)} and ${model}.`);
      owners.set(one, model);
    }
  for (const model of Object.keys(models))
    if (!owners.has(model))
      faults.push(
        `${model} has no manifest: declare it in a *.entity.ts of its folder, or as a part of another entity.`,
      );
  const tables = Object.entries(models).sort(([, a], [, b]) => b.table.length - a.table.length);
  const mutations = new Map();
  for (const { model, constraints, conflicts } of manifests) {
    for (const constraint of Object.keys(constraints)) {
      const [missing] = tables.find(([, { table }]) => constraint.startsWith(`${table}_`)) ?? [];
      if (owners.get(missing) !== model) faults.push(`${constraint} is a constraint of no table of ${model}.`);
    }
    for (const mutation of Object.keys(conflicts)) {
      if (mutations.has(mutation))
        faults.push(`${mutation} has conflicts in the manifests of ${mutations.get(mutation)} and ${model}.`);
      mutations.set(mutation, model);
    }
  }
  return faults;
}

const historyNamesOf = (manifests) =>
  Object.fromEntries(manifests.flatMap(({ model, historyName }) => (historyName ? [[model, historyName]] : [])));

const readTablesOf = (manifests) =>
  manifests.flatMap(({ model, parts, readTable }) =>
    readTable ? [{ model: readTable.rows, leadsTo: readTable.leadsTo ?? null, models: [...parts, model] }] : [],
  );

const textOf = (manifests) => {
  const mergedJson = (key) => JSON.stringify(Object.assign({}, ...manifests.map((one) => one[key])), null, 2);
  return `// Facts of the entities: made from the *.entity.ts files by scripts/entity-facts.mjs, never edited.
import type { AppError } from '../errors';

/** Models that have a manifest. */
export const entities: readonly string[] = ${JSON.stringify(manifests.map(({ model }) => model))};

/** Unique constraints that callers can violate, with the columns that the error names, most specific first. */
export const uniqueColumns: Readonly<Record<string, readonly string[]>> = ${mergedJson('constraints')};

/** Conflicts by mutation that follow neither from its inputs nor from a unique constraint of its model. */
export const ownConflicts: Readonly<Record<string, Readonly<Partial<Record<AppError['code'], string>>>>> = ${mergedJson('conflicts')};

/** Mutations that return the stored row instead of refusing a duplicate. */
export const answersExisting: readonly string[] = ${JSON.stringify(manifests.flatMap((one) => one.answersExisting))};

/** SQL for the display name of a history row r, by model. */
export const historyNames: Readonly<Record<string, string>> = ${JSON.stringify(historyNamesOf(manifests), null, 2)};

/**
 * Tables that a scan reads from a host as a whole: the model of their rows, and the column that refers to another host,
 * or null. The list of models contains all models of the entity, referring ones first.
 */
export const readTables = ${JSON.stringify(readTablesOf(manifests), null, 2)} as const;
`;
};

/**
 * Generates the text of src/generated/entity-facts.ts. Throws if an entity's model has no manifest, or if a manifest
 * names a constraint of another table.
 */
export async function entityFacts() {
  const manifests = (await Promise.all(manifestFiles().map(manifestsIn))).flat();
  const { models } = await load('src', 'generated', 'model-facts.ts');
  const faults = findFaults(manifests, models);
  if (faults.length > 0) throw new Failure(faults.join('\n'));
  return textOf(manifests);
}
