// Compiles queries that clients send repeatedly. Documents of REST routes are compiled at startup instead.
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
import { fragmentsByName } from '../documents/document';
import { mostDocumentCharacters } from '../documents/document-cache';

const sightingsBeforeCompiling = 3;
const mostRemembered = 200;
/**
 * The cache has a maximum number of characters of documents; a character takes up to 240 bytes. A compiled field takes
 * 2 kB after its first run, so it counts as this number of characters.
 */
const charactersOfField = 8;
/**
 * Maximum number of fields in a document that is compiled, because compilation takes time for each. The largest REST
 * document has 173 fields.
 */
const mostCompiledFields = 1000;

interface Entry {
  readonly sightings: number;
  readonly execute?: Execute;
  /** Size in the cache: characters of the document, and `charactersOfField` for each compiled field. */
  readonly size: number;
}

/**
 * Returns a function that finds the compiled form of a document that was used several times. Undefined for mutations,
 * large documents, and documents that graphql-jit would run differently. Do not call the function for documents of
 * anonymous callers, because it adds every document to a cache.
 */
export function frequentQueries(schema: GraphQLSchema): (document: DocumentNode) => Execute | undefined {
  const entries = new LRUCache<DocumentNode, Entry>({
    ...{ max: mostRemembered, maxSize: mostDocumentCharacters },
    sizeCalculation: ({ size }) => size,
  });
  return (document) => {
    const entry = sightedAgain(schema, document, entries.get(document));
    entries.set(document, entry);
    return entry.execute;
  };
}

function sightedAgain(schema: GraphQLSchema, document: DocumentNode, last: Entry | undefined): Entry {
  const { sightings, size, ...rest } = last ?? { sightings: 0, size: 1 + (document.loc?.end ?? 0) };
  const entry = { ...rest, size, sightings: sightings + 1 };
  if (entry.sightings !== sightingsBeforeCompiling) return entry;
  const fields = compilableFields(schema, document);
  if (fields === undefined) return entry;
  try {
    return { ...entry, execute: compileDocument(schema, document), size: size + fields * charactersOfField };
  } catch {
    // Compilation failed, so graphql-js runs this document.
    return entry;
  }
}

/** Number of fields of a document's compiled form; undefined if the document is not to be compiled. */
function compilableFields(schema: GraphQLSchema, document: DocumentNode): number | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  const isCompilable =
    operations.length === 1 &&
    operation!.operation === 'query' &&
    hasPlainVariables(schema, operation!) &&
    !asksForMore(document);
  return isCompilable ? fieldsWithin(schema, document, operation!) : undefined;
}

/**
 * Counts the compiled fields. graphql-jit repeats the fields below an interface or union for every possible type.
 * Undefined if there are more than `mostCompiledFields`.
 */
function fieldsWithin(schema: GraphQLSchema, document: DocumentNode, { selectionSet }: OperationDefinitionNode) {
  const fragments = fragmentsByName(document);
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
  return isSmall(selectionSet, schema.getQueryType()!) ? count : undefined;
}

/**
 * Whether no variable of an operation is an input object. graphql-jit expands the fields of input types, and the input
 * types of filters are recursive.
 */
function hasPlainVariables(schema: GraphQLSchema, { variableDefinitions }: OperationDefinitionNode): boolean {
  return (variableDefinitions ?? []).every(({ type }) => {
    const variableType = typeFromAST(schema, type);
    return variableType !== undefined && isLeafType(getNamedType(variableType));
  });
}

/**
 * Whether graphql-jit would handle the document differently from graphql-js, or unsafely:
 * - It does not know introspection.
 * - In a list, it would turn an absent variable into null.
 * - It marks special values in its generated code by names with two underscores. The rewriting of `flattenVariables`
 *   keeps callers' text out of the code; this is a second guard.
 * - In generated object literals, a key `__proto__` sets the prototype.
 * - An integer beyond 2^53 in a default or input object would lose digits.
 */
function asksForMore(document: DocumentNode): boolean {
  let isFound = false;
  const stop = () => {
    isFound = true;
    return BREAK;
  };
  const stopAtMark = ({ value }: { readonly value: string }) => (value.includes('__') ? stop() : undefined);
  visit(document, {
    Field: (node) => (node.name.value.startsWith('__') && node.name.value !== '__typename' ? stop() : undefined),
    ListValue: (node) => {
      let hasVariable = false;
      visit(node, { Variable: () => void (hasVariable = true) });
      return hasVariable ? stop() : undefined;
    },
    StringValue: stopAtMark,
    EnumValue: stopAtMark,
    ObjectField: ({ name }) => stopAtMark(name),
    Name: ({ value }) => (value === '__proto__' ? stop() : undefined),
    IntValue: ({ value }) => (Number.isSafeInteger(Number(value)) ? undefined : stop()),
  });
  return isFound;
}
