// Queries that clients send again and again are compiled, as REST's documents are at start.
import {
  isLeafType,
  Kind,
  typeFromAST,
  visit,
  BREAK,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getNamedType,
} from 'graphql';
import { compileDocument, type Execute } from './compile';

const sightingsBeforeCompiling = 3;
const mostRemembered = 200;

interface Entry {
  sightings: number;
  execute?: Execute;
}

/**
 * The compiled form of a document that has been seen before; the same text must come as the same object. Undefined for
 * mutations and for the few documents whose meaning graphql-jit could change.
 */
export function frequentQueries(schema: GraphQLSchema): (document: DocumentNode) => Execute | undefined {
  const entries = new Map<DocumentNode, Entry>();
  return (document) => {
    const entry = entries.get(document) ?? { sightings: 0 };
    entries.delete(document);
    entries.set(document, entry);
    if (entries.size > mostRemembered) entries.delete(entries.keys().next().value!);
    entry.sightings += 1;
    if (entry.sightings === sightingsBeforeCompiling) entry.execute = compiled(schema, document);
    return entry.execute;
  };
}

function compiled(schema: GraphQLSchema, document: DocumentNode): Execute | undefined {
  if (!isCompilable(schema, document)) return undefined;
  try {
    return compileDocument(schema, document);
  } catch {
    // The usual executor answers it as before.
    return undefined;
  }
}

function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  return (
    operations.length === 1 &&
    operation!.operation === 'query' &&
    hasPlainVariables(schema, operation!) &&
    !asksForMore(document)
  );
}

/** graphql-jit follows the fields of input types, which filters have without end. */
function hasPlainVariables(schema: GraphQLSchema, { variableDefinitions }: OperationDefinitionNode): boolean {
  return (variableDefinitions ?? []).every(({ type }) => {
    const found = typeFromAST(schema, type as never);
    return found !== undefined && isLeafType(getNamedType(found));
  });
}

/** Introspection, and variables inside lists, which would become null where they are absent. */
function asksForMore(document: DocumentNode): boolean {
  let found = false;
  const stop = () => {
    found = true;
    return BREAK;
  };
  visit(document, {
    Field: (node) => (node.name.value.startsWith('__') && node.name.value !== '__typename' ? stop() : undefined),
    ListValue: (node) => {
      let hasVariable = false;
      visit(node, { Variable: () => void (hasVariable = true) });
      return hasVariable ? stop() : undefined;
    },
  });
  return found;
}
