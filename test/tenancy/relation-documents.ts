// Builds documents that read every relation of the schema: all relations of a type at once, and relations of the
// related rows.
import { isAbstractType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { schema } from '../../src/modules/types';
import type { Client, Reply } from '../support/client';
import {
  buildSelection,
  fieldSelection,
  isConnection,
  nameType,
  pageSize,
  relations,
  rowTypeOf,
  pathsByType,
} from './schema-shape';
import type { Relation } from './schema-shape';

type Row = Readonly<Record<string, unknown>>;

/** The relations of one GraphQL type (`parent`), and documents that read several of these relations together. */
export interface RelationBatch {
  readonly parent: string;
  readonly fields: readonly string[];
  readonly documents: readonly RelationDocument[];
  /** Returns documents that read one of the relations alone. */
  alone(field: string): readonly RelationDocument[];
}
interface RelationDocument {
  readonly document: string;
  /** The rows of the parent type in a result of the document. */
  rowsIn(data: unknown): readonly Row[];
}

const fieldOf = ({ parent, field }: Relation): GraphQLField<unknown, unknown> =>
  (schema.getType(parent) as GraphQLObjectType).getFields()[field]!;
const targetOf = (relation: Relation) => rowTypeOf(fieldOf(relation)).name;
const relationsByTarget = Map.groupBy(relations, targetOf);
const relationsByParent = Map.groupBy(relations, ({ parent }) => parent);

/**
 * Selects the related rows and, in them, some of their relations. To keep documents small, each relation that leads to
 * a type selects only a share of the relations of this type. `turn` exchanges the shares.
 */
function selectFurther(relation: Relation, turn: number): string {
  const target = targetOf(relation);
  const leading = relationsByTarget.get(target)!;
  const place = leading.indexOf(relation) + turn;
  const further = (relationsByParent.get(target) ?? []).filter((_next, at) => (place - at) % leading.length === 0);
  const inner = further.map((next) => fieldSelection(fieldOf(next), 0)).join(' ');
  const rows = `{ ${inner} ${buildSelection(target, 0).slice(1)}`;
  const field = fieldOf(relation);
  if (!isConnection(nameType(field).name)) return `${field.name} ${rows}`;
  return `${field.name}(first: ${pageSize}) { totalCount nodes ${rows} }`;
}

function listRows(value: unknown): readonly Row[] {
  if (Array.isArray(value)) return value.flatMap(listRows);
  if (typeof value !== 'object' || value === null) return [];
  return 'nodes' in value ? listRows(value.nodes) : [value as Row];
}

/** One document for each of the shortest paths of fields from the type Query to the parent type. */
const documentsOf = (parent: string, selections: readonly string[]): RelationDocument[] =>
  pathsByType.get(parent)!.map((path) => {
    const selection = path.reduceRight(
      (selectionText, step) => {
        const target = nameType(step);
        if (isConnection(target.name)) return `{ ${step.name}(first: ${pageSize}) { nodes ${selectionText} } }`;
        return `{ ${step.name} ${isAbstractType(target) ? `{ ... on ${parent} ${selectionText} }` : selectionText} }`;
      },
      `{ __typename ${selections.join(' ')} }`,
    );
    return {
      document: `query ${selection}`,
      rowsIn: (data) => path.reduce((rows, { name }) => rows.flatMap((row) => listRows(row[name])), listRows(data)),
    };
  });

/**
 * The most tokens of a selection. A document may have 2,000 tokens, and the fields above the selection need the rest.
 */
const mostTokens = 1800;
const countTokens = (text: string): number => text.match(/\w+|[^\s\w]/g)!.length;

/**
 * All relations of the schema, in batches by type. If `turn` is given, the documents also read some relations of the
 * related rows.
 */
export function relationBatches(turn?: number): RelationBatch[] {
  const select = (relation: Relation) =>
    turn === undefined ? fieldSelection(fieldOf(relation), 0) : selectFurther(relation, turn);
  return [...relationsByParent].flatMap(([parent, parentRelations]) => {
    const parts: Relation[][] = [];
    let tokens = Infinity;
    for (const relation of parentRelations) {
      tokens += countTokens(select(relation));
      if (tokens > mostTokens) {
        parts.push([]);
        tokens = countTokens(select(relation));
      }
      parts.at(-1)!.push(relation);
    }
    return parts.map((part) => ({
      parent,
      fields: part.map(({ field }) => field),
      documents: documentsOf(parent, part.map(select)),
      alone: (field) => documentsOf(parent, [select({ parent, field })]),
    }));
  });
}

export const batchTitle = ({ parent, fields }: RelationBatch): string => `${parent}: ${fields.join(', ')}`;

interface Refusal {
  readonly path?: readonly unknown[];
}
/**
 * Sends the documents of a batch. If an error occurs inside a result, it may hide errors of other fields. Each relation
 * is then also read alone.
 */
export async function readRelations(
  { graphql }: Pick<Client, 'graphql'>,
  { fields, documents, alone }: RelationBatch,
  edit: (document: string) => string = (document) => document,
): Promise<{ reply: Reply; rows: readonly Row[] }[]> {
  const ask = async ({ document, rowsIn }: RelationDocument) => {
    const reply = await graphql(edit(document));
    return { reply, rows: rowsIn(reply.body.data) };
  };
  const answers = await Promise.all(documents.map(ask));
  const isPartial = ({ reply }: { reply: Reply }) =>
    ((reply.body.errors ?? []) as Refusal[]).some(({ path = [] }) => path.length !== 1);
  if (fields.length === 1 || !answers.some(isPartial)) return answers;
  return [...answers, ...(await Promise.all(fields.flatMap((field) => alone(field).map(ask))))];
}
