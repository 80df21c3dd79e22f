// Validates the queries of checks before they are saved, and prepares the queries of stored checks.
import type { GraphQLSchema } from 'graphql';
import { AppError } from '../../../errors';
import { isQueryRule, type CheckRule, type CheckSelection } from '../judging/check-rules';
import { prepareQuery, type QueryDocument } from './query-document';

/**
 * The prepared query of a rule; undefined if the rule has none. Throws 400 if the query or its expression is invalid.
 * Also throws 400 if the check has a selection, because the query itself determines which rows it reads.
 */
export function requireRunnable(
  schema: GraphQLSchema,
  rule: CheckRule,
  selection: CheckSelection,
): QueryDocument | undefined {
  if (!isQueryRule(rule)) return undefined;
  const query = prepareQuery(schema, rule);
  if (Object.keys(selection).length > 0) throw new AppError('validation_invalid_format', { field: 'selection' });
  return query;
}

/** The query of a stored rule; undefined if the rule has no query, or if this version cannot run it. */
export function runnableQuery(schema: GraphQLSchema, rule: CheckRule | undefined): QueryDocument | undefined {
  try {
    return rule && isQueryRule(rule) ? prepareQuery(schema, rule) : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Whether the rule can be judged on past states. */
export const judgesPast = (schema: GraphQLSchema, rule: CheckRule): boolean =>
  !isQueryRule(rule) || runnableQuery(schema, rule)?.readsPast === true;
