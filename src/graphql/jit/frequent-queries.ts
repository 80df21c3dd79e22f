// Queries that clients send again and again are compiled, as REST's documents are at start.
import {
  isAbstractType,
  isLeafType,
  Kind,
  typeFromAST,
  visit,
  BREAK,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getNamedType,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { compileDocument, type Execute } from './compile';
import { fragmentsOf } from '../documents/document';

const sightingsBeforeCompiling = 3;
const mostRemembered = 200;
/** Compiling takes that long for each field of each type that may answer; the largest of REST's documents has 173. */
const mostCompiledFields = 1000;

interface Entry {
  sightings: number;
  execute?: Execute;
}

/**
 * The compiled form of a document that has been seen before; the same text must come as the same object. Undefined for
 * mutations, for large documents and for the few whose meaning graphql-jit could change. Not for anonymous callers: they
 * may not make work that outlives their request.
 */
export function frequentQueries(schema: GraphQLSchema): (document: DocumentNode) => Execute | undefined {
  const entries = new LRUCache<DocumentNode, Entry>({ max: mostRemembered });
  return (document) => {
    const entry = entries.get(document) ?? { sightings: 0 };
    entries.set(document, entry);
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
    !asksForMore(document) &&
    isSmallCompiled(schema, document, operation!)
  );
}

/** graphql-jit writes the fields below an interface or union once for every type that it may be. */
function isSmallCompiled(schema: GraphQLSchema, document: DocumentNode, { selectionSet }: OperationDefinitionNode) {
  const fragments = fragmentsOf(document);
  let count = 0;
  const isSmall = (set: SelectionSetNode, type: GraphQLObjectType): boolean =>
    set.selections.every((node) => {
      count += 1;
      if (count > mostCompiledFields) return false;
      if (node.kind === Kind.FIELD) {
        if (!node.selectionSet) return true;
        const answer = getNamedType(type.getFields()[node.name.value]!.type);
        const types = isAbstractType(answer) ? schema.getPossibleTypes(answer) : [answer as GraphQLObjectType];
        return types.every((one) => isSmall(node.selectionSet!, one));
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)! : node;
      const condition = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
      const isMet = condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
      return !isMet || isSmall(fragment.selectionSet, type);
    });
  return isSmall(selectionSet, schema.getQueryType()!);
}

/** graphql-jit follows the fields of input types, which filters have without end. */
function hasPlainVariables(schema: GraphQLSchema, { variableDefinitions }: OperationDefinitionNode): boolean {
  return (variableDefinitions ?? []).every(({ type }) => {
    const found = typeFromAST(schema, type);
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
