// A Prisma generator that writes a description of the models (tables, columns, types, relations, marks) to
// src/generated/model-facts.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import generatorHelper from '@prisma/generator-helper';

/**
 * The marks that the Prisma schema gives models and fields. A mark is a line of its own at the end of a `///` comment.
 * Marks of a model:
 *   @historied(network)    the database keeps every past state of the rows, by network or by organization
 *   @audited               each change of a row is an audit event
 *   @comes-and-goes        only the creation and the deletion of a row are audit events
 *   @derived               the rows are computed from historied rows, and no past state of them is stored
 * Marks of a field:
 *   @taggable              for a list of TagAssignment: the rows of the model can carry tags
 *   @searched(3)           for a text: searches look in it, and it has this place in the search index of the table
 */
const modelMarks = { historied: /^(network|organization)$/, audited: /^$/, 'comes-and-goes': /^$/, derived: /^$/ };
const fieldMarks = { taggable: /^$/, searched: /^\d+$/ };

function marksIn({ name, documentation = '' }, knownMarks) {
  const lines = documentation.split('\n').filter((line) => line.startsWith('@'));
  return new Map(
    lines.map((line) => {
      const [, mark, argument = ''] = /^@([a-z-]+)(?:\((\w+)\))?$/.exec(line) ?? [];
      if (!knownMarks[mark]?.test(argument)) throw new Error(`${name}: there is no mark ${line}`);
      return [mark, argument];
    }),
  );
}

function foreignKeyOf(models, field) {
  const [ownFields] = field.relationFromFields;
  if (ownFields) return { field: ownFields, isHere: true };
  const other = models
    .find(({ name }) => name === field.type)
    .fields.find(
      ({ relationName, relationFromFields }) => relationName === field.relationName && relationFromFields[0],
    );
  return { field: other.relationFromFields[0], isHere: false };
}

/** The default value of a field; empty if the field has none, or if the database computes it by a function. */
function literalDefaultOf({ hasDefaultValue, default: value }, type) {
  if (!hasDefaultValue || value?.name !== undefined) return {};
  return { defaultValue: type === 'Json' ? JSON.parse(value) : value };
}

function factsOf(model, models) {
  const inOrder = (fields) => Object.fromEntries(fields.map(({ name, ...facts }) => [name, facts]));
  const columns = model.fields.filter(({ kind }) => kind !== 'object');
  const relations = model.fields.filter(({ kind }) => kind === 'object');
  return {
    table: model.dbName ?? model.name,
    columns: inOrder(
      columns.map(({ name, dbName, kind, type, nativeType, isRequired, isList, isUpdatedAt, ...field }) => ({
        ...{ name, sqlName: dbName ?? name, type, native: nativeType?.[0] ?? null },
        ...{ isEnum: kind === 'enum', isNullable: !isRequired, isList },
        ...{
          hasDefault: field.hasDefaultValue,
          ...literalDefaultOf(field, type),
          isCreationTime: field.default?.name === 'now',
          isUpdateTime: isUpdatedAt,
        },
      })),
    ),
    relations: inOrder(
      relations.map((field) => ({
        ...{ name: field.name, model: field.type, isNullable: !field.isRequired, isList: field.isList },
        foreignKey: foreignKeyOf(models, field),
      })),
    ),
  };
}

/** For each mark in the comments of the schema: the models or fields that have the mark, with the value of the mark. */
function markedIn(models) {
  const of = (mark) => models.filter((model) => marksIn(model, modelMarks).has(mark));
  const names = (mark) => of(mark).map(({ name }) => name);
  const fieldsOf = (model, mark) => model.fields.filter((field) => marksIn(field, fieldMarks).has(mark));
  const byModel = (mark, valueOf) => {
    const markedFields = models
      .map((model) => [model.name, fieldsOf(model, mark)])
      .filter(([, fields]) => fields.length > 0);
    return Object.fromEntries(markedFields.map(([name, fields]) => [name, valueOf(fields)]));
  };
  const placeOf = (field) => Number(marksIn(field, fieldMarks).get('searched'));
  return {
    historied: Object.fromEntries(
      of('historied').map((model) => [model.name, marksIn(model, modelMarks).get('historied')]),
    ),
    audited: names('audited'),
    comesAndGoes: names('comes-and-goes'),
    derived: names('derived'),
    taggable: byModel('taggable', ([field]) => foreignKeyOf(models, field).field),
    searched: byModel('searched', (fields) =>
      fields.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ name }) => name),
    ),
  };
}

const types = `export interface ColumnFacts {
  /** The column's name in the database. */
  readonly sqlName: string;
  /** The column's type in the Prisma schema: a scalar or an enum. */
  readonly type: string;
  /** The PostgreSQL type, if the model names one, in Prisma's spelling: Uuid, Timestamptz. */
  readonly native: string | null;
  readonly isEnum: boolean;
  readonly isNullable: boolean;
  readonly isList: boolean;
  readonly hasDefault: boolean;
  /** The default value, unless it is a function of the database. */
  readonly defaultValue?: unknown;
  /** Whether the default is the time at which the row is created. */
  readonly isCreationTime: boolean;
  /** Whether the default is the time of each write. */
  readonly isUpdateTime: boolean;
}
export interface RelationFacts {
  readonly model: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
  /** The column with the other row's id, and whether that column is in this model or in the other one. */
  readonly foreignKey: { readonly field: string; readonly isHere: boolean };
}
export interface ModelFacts {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnFacts>>;
  readonly relations: Readonly<Record<string, RelationFacts>>;
}
`;

/** Describes models, enums and marks of a Prisma schema as plain data. */
function allFacts({ models, enums }) {
  return {
    models: Object.fromEntries(models.map((model) => [model.name, factsOf(model, models)])),
    enums: Object.fromEntries(enums.map(({ name, values }) => [name, values.map((value) => value.name)])),
    marks: markedIn(models),
  };
}

/**
 * The text of the output file: plain JSON for scripts if the file is named .json, otherwise TypeScript for the service.
 */
function textOf(facts, file) {
  const json = (value) => JSON.stringify(value, null, 2);
  if (file.endsWith('.json')) return json(facts);
  return `// Facts of the models: made from prisma/ by scripts/model-facts-generator.mjs, never edited.
${types}
export const models: Readonly<Record<string, ModelFacts>> = ${json(facts.models)};

/** Values of enums, in the order of the models. */
export const enums: Readonly<Record<string, readonly string[]>> = ${json(facts.enums)};

/** The values of the marks in comments of the models. */
export const marks = ${json(facts.marks)} as const;
`;
}

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'Model facts', defaultOutput: '../src/generated/model-facts.ts' }),
  onGenerate: async ({ dmmf, generator }) => {
    const file = generator.output.value;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, textOf(allFacts(dmmf.datamodel), file));
  },
});
