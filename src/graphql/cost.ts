// What a GraphQL document costs, known before it runs: rows it may read, in points; points become tokens of the rate limit.
import { complexityFromQuery } from '@pothos/plugin-complexity';
import { Kind, visit, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { AppError } from '../errors';

export const maximumDepth = 15;
export const maximumAliases = 100;
export const maximumTokens = 2000;
export const maximumDocumentBytes = 100_000;

/** Points that one token of the rate limit pays for; a REST route's own document stays within one. */
export const pointsPerToken = 5000;

export const tokensFor = (cost: number): number => Math.max(1, Math.ceil(cost / pointsPerToken));

/** Cost in points. Throws `query_too_expensive` above the maximum, for too deep documents and for too many aliases. */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  maximum: number,
): number {
  const aliases = aliasesIn(document);
  if (aliases > maximumAliases)
    throw new AppError('query_too_expensive', { cost: aliases, maximum: maximumAliases, of: 'aliases' });
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const { complexity, depth } = complexityFromQuery(
    { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] },
    { schema, variables },
  );
  if (depth > maximumDepth)
    throw new AppError('query_too_expensive', { cost: depth, maximum: maximumDepth, of: 'depth' });
  if (complexity > maximum) throw new AppError('query_too_expensive', { cost: complexity, maximum });
  return Math.max(1, complexity);
}

function aliasesIn(document: DocumentNode): number {
  let count = 0;
  visit(document, { Field: (node) => void (node.alias && (count += 1)) });
  return count;
}
