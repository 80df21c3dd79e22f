// The queries of checks before they are saved, and their costs.
import type { GraphQLSchema } from 'graphql';
import { AppError } from '../../../errors';
import { isQueryRule, type CheckRule, type CheckSelection } from '../judging/check-rules';
import { prepareQuery, type QueryDocument } from './query-document';

/**
 * The query of a rule; undefined if the rule has none. Throws 400 if the query or its expression is not valid, or if the
 * check selects hosts: the query itself says what it reads.
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

/** The query of a stored rule; undefined if it has none that can run. */
export function runnableQuery(schema: GraphQLSchema, rule: CheckRule | undefined): QueryDocument | undefined {
  try {
    return rule && isQueryRule(rule) ? prepareQuery(schema, rule) : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Whether past states can be judged by a rule. */
export const judgesPast = (schema: GraphQLSchema, rule: CheckRule): boolean =>
  !isQueryRule(rule) || runnableQuery(schema, rule)?.readsPast === true;
