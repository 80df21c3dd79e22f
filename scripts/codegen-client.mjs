// `npm run codegen:client -- DIR`: generates typed documents from the GraphQL operations in DIR, with the schema of
// this project.
import './check-node.mjs';
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const outputName = 'netloom.ts';
const mark =
  '// Written by "npm run codegen:client" of Netloom from the documents in this folder: run it again, edit nothing.';
const most = { entries: 20_000, files: 1_000, bytes: 4_000_000, definitions: 2_000, mistakes: 20 };

const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  skipTypename: true,
  documentMode: 'documentNode',
  dedupeFragments: true,
  defaultScalarType: 'unknown',
  scalars: { ID: 'string', UUID: 'string', DateTime: 'string', JSON: 'unknown', BigInt: 'number | string' },
};

import('./prepare.mjs').then(({ command }) =>
  command(async () => {
    const { Failure, report } = await import('./project.mjs');
    const { installIfStale } = await import('./install.mjs');
    const [callerArguments, ...others] = process.argv.slice(2);
    if (!callerArguments || callerArguments.startsWith('-') || others.length > 0)
      throw new Failure('Name one folder, the one with your *.graphql files: npm run codegen:client -- DIR');
    await installIfStale();
    // npm runs scripts in the project's folder. `INIT_CWD` is the folder in which npm was called.
    const caller = process.env.INIT_CWD ?? process.cwd();
    const folder = path.resolve(caller, callerArguments);
    const shownPath = (file) => path.relative(caller, file) || '.';
    const output = path.join(folder, outputName);
    const documents = documentsIn(folder, shownPath, Failure);
    if (textOf(output, Failure)?.startsWith(mark) === false)
      throw new Failure(`${shownPath(output)} is a file of your own: move it, its name is that of the client.`);
    const { count, text } = await clientOf(documents, Failure);
    writeWhole(output, `${mark}\n/* eslint-disable */\n${text}`, Failure);
    report(`${shownPath(output)} has ${count} ${count === 1 ? 'operation' : 'operations'}.`);
  }),
);

/** Reads the text of a file; undefined if the file does not exist. */
function textOf(file, Failure) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`${file} cannot be read (${error.code}).`);
  }
}

/**
 * Paths and texts of the GraphQL documents below a folder. Symbolic links, `node_modules` and hidden folders are
 * skipped.
 */
function documentsIn(folder, showPath, Failure) {
  const documents = [];
  let [entries, bytes] = [0, 0];
  const visit = (at) => {
    for (const entry of readdirSync(at, { withFileTypes: true }).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )) {
      const file = path.join(at, entry.name);
      entries += 1;
      if (entries > most.entries)
        throw new Failure(`${showPath(folder)} has more than ${most.entries} files: name a folder below.`);
      if (entry.isDirectory() && !/^(node_modules$|\.)/.test(entry.name)) visit(file);
      if (!entry.isFile() || !/\.(graphql|gql)$/.test(entry.name)) continue;
      bytes += lstatSync(file).size;
      if (documents.length === most.files || bytes > most.bytes)
        throw new Failure(`${showPath(folder)} has more than ${most.files} documents or ${most.bytes} bytes of them.`);
      documents.push({ name: showPath(file), text: textOf(file, Failure) });
    }
  };
  try {
    visit(folder);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${showPath(folder)} cannot be read as a folder (${error.code}).`);
  }
  if (documents.length === 0) throw new Failure(`${showPath(folder)} has no *.graphql or *.gql files.`);
  return documents;
}

async function clientOf(files, Failure) {
  const { buildSchema, concatAST, Kind } = await import('graphql');
  const { codegen } = await import('@graphql-codegen/core');
  const { inProject } = await import('./project.mjs');
  const schema = buildSchema(readFileSync(inProject('schema', 'schema.graphql'), 'utf8'));
  const documents = await checkDocuments(schema, files, Failure);
  const document = concatAST(documents);
  const text = await codegen({
    filename: outputName,
    schemaAst: schema,
    documents: [{ document, location: outputName }],
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: {
      operations: await import('@graphql-codegen/typescript-operations'),
      documents: await import('@graphql-codegen/typed-document-node'),
    },
    config,
  });
  const names = [...text.matchAll(/^export (?:type|const) (\w+)/gm)].map(([, name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) throw new Failure(`Two of your operations or fragments would both be called ${twice}: rename one.`);
  return { text, count: document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length };
}

/** Parses and validates the documents. Error messages contain the file, line and column. */
async function checkDocuments(schema, files, Failure) {
  const { concatAST, getLocation, GraphQLError, Kind, parse, Source, validate } = await import('graphql');
  const placesOf = ({ nodes, source, positions = [] }) =>
    (nodes?.map(({ loc }) => [loc.source, loc.start]) ?? positions.map((at) => [source, at])).map(([of, at]) => {
      const { line, column } = getLocation(of, at);
      return `${of.name}:${line}:${column}`;
    });
  const refuse = (mistakes) => {
    const lines = mistakes.map((one) => [placesOf(one).join(' and '), one.message].filter(Boolean).join(': '));
    const more = lines.length > most.mistakes ? ['There are more.'] : [];
    throw new Failure(['The documents do not fit the schema:', ...lines.slice(0, most.mistakes), ...more].join('\n'));
  };
  const mistakes = [];
  const documents = files.flatMap(({ name, text }) => {
    const source = new Source(text, name);
    try {
      return [parse(source)];
    } catch (error) {
      const isDeep = error instanceof RangeError;
      if (!isDeep && !(error instanceof GraphQLError)) throw error;
      mistakes.push(isDeep ? new GraphQLError('It is nested too deeply.', { source, positions: [0] }) : error);
      return [];
    }
  });
  if (mistakes.length > 0) refuse(mistakes);
  const all = concatAST(documents);
  if (all.definitions.length > most.definitions)
    throw new Failure(`The documents have more than ${most.definitions} operations and fragments.`);
  const unnamedOperation = all.definitions.filter(({ kind, name }) => kind === Kind.OPERATION_DEFINITION && !name);
  mistakes.push(...unnamedOperation.map((node) => new GraphQLError('This operation needs a name.', { nodes: [node] })));
  // GraphQL's validation has no size limits. So documents that exceed the limits of the service are rejected before
  // they are validated.
  const beyond = await unrunnable(all);
  if (beyond.length > 0) refuse([...mistakes, ...beyond]);
  mistakes.push(...validate(schema, all, undefined, { maxErrors: most.mistakes }));
  if (mistakes.length > 0) refuse(mistakes);
  return documents;
}

/** Errors for operations and fragments that exceed the service's limits for documents. */
async function unrunnable(all) {
  const { concatAST, GraphQLError, Kind, parse, print, separateOperations } = await import('graphql');
  const { load } = await import('./project.mjs');
  const { parseDocument } = await load('src', 'graphql', 'documents', 'document.ts');
  const fragments = all.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const spreading = fragments.map(({ name }) => parse(`query ${name.value}__alone { ...${name.value} }`));
  const alone = separateOperations(concatAST([all, ...spreading]));
  return Object.entries(alone).flatMap(([name, document]) => {
    try {
      parseDocument(print(document));
      return [];
    } catch (error) {
      const ownDefinition = all.definitions.find(
        (one) => one.name && [one.name.value, `${one.name.value}__alone`].includes(name),
      );
      return [
        new GraphQLError(`The service refuses this: ${error.message}`, { nodes: ownDefinition && [ownDefinition] }),
      ];
    }
  });
}

/** Writes the file atomically: writes to a temporary name, then renames. */
function writeWhole(output, text, Failure) {
  const unfinishedFile = `${output}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinishedFile, text);
    renameSync(unfinishedFile, output);
  } catch (error) {
    throw new Failure(`${output} cannot be written (${error.code}).`);
  } finally {
    rmSync(unfinishedFile, { force: true });
  }
}
