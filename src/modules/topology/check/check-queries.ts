// The queries of checks before they are saved, and their costs.
import type { GraphQLSchema } from 'graphql';
import { AppError } from '../../../errors';
import { isQueryRule, type CheckSelection } from '../judging/check-rules';
import { prepareQuery, type QueryDocument } from '../query-check/query-document';
import { ruleOfRow, type StoredRule } from './check-selection';

/**
 * The query of a rule; undefined if the rule has none. Throws 400 if the query or its expression is not valid, or if the
 * check selects hosts: the query itself says what it reads.
 */
export function requireRunnable(
  schema: GraphQLSchema,
  stored: StoredRule,
  selection: CheckSelection,
): QueryDocument | undefined {
  const rule = ruleOfRow(stored)!;
  if (!isQueryRule(rule)) return undefined;
  const query = prepareQuery(schema, rule);
  if (Object.keys(selection).length > 0) throw new AppError('validation_invalid_format', { field: 'selection' });
  return query;
}

/** The estimated cost of the query of a stored check in points; null if it has none that can run. */
export function costOfQuery(schema: GraphQLSchema, row: { readonly kind: string; readonly rule: unknown }) {
  const rule = ruleOfRow(row);
  if (!rule || !isQueryRule(rule)) return null;
  try {
    return prepareQuery(schema, rule).cost;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
