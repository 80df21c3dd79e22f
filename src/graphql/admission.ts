// Admits a GraphQL operation: checks its variables, computes and charges its cost, and sets the instant as of which it
// reads.
import type { Request, Response } from 'express';
import {
  getOperationAST,
  OperationTypeNode,
  type ExecutionArgs,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { AppError, toPublicError } from '../errors';
import { accepts, eventStream } from '../platform/http/negotiation';
import { isTurnSpent, nextTurn, yieldIfTakenLong, turnClock } from '../platform/threads/event-loop';
import type { GraphqlContext } from './context';
import { createPastContext } from './create-context';
import { documentCost, costInTokens } from './documents/cost';
import { operationVariables } from './documents/operation-variables';
import { checkVariable } from './documents/variables';
import { isHeavyOperation } from './heavy-work/heavy-operations';
import { admitHeavy, enterMemory, requireHeavyTime } from './heavy-work/heavy-requests';
import { heavyTokens, placeForCostly } from './large-answers/costly-documents';
import { longSteps, withLongCoerced } from './long-variables';
import { requestedInstant, operationSubjects } from './plugin/at-directive';
import { assertMayAskAll } from './plugin/guarded-fields';

export interface ServerContext {
  req: Request;
  res: Response;
}

export interface Admission {
  /** Estimated maximum cost of the operation, in points. */
  readonly cost: number;
  /** Whether the operation does heavy work, which is paid from the budget of an organization. */
  readonly isHeavy: boolean;
  /**
   * The document and variables with which to run the operation if it has long variables; their values are then already
   * converted to the declared types.
   */
  readonly longVariables?: Awaited<ReturnType<typeof withLongCoerced>> | undefined;
}

/**
 * Creates the function that admits operations. The function rejects invalid and too expensive documents, and charges
 * the caller's rate limit for all others. It resolves with undefined if the document lacks the operation that the
 * request names.
 */
export function createAdmission(
  schema: GraphQLSchema,
  queryCostMaximum: number,
): (args: ExecutionArgs) => Promise<Admission | undefined> {
  const admitOperation = async (args: ExecutionArgs, operation: OperationDefinitionNode): Promise<Admission> => {
    const { req } = args.contextValue as ServerContext;
    if (operation.operation === OperationTypeNode.SUBSCRIPTION && !accepts(req, [eventStream]))
      throw new AppError('not_acceptable');
    if (isTurnSpent()) await nextTurn();
    const startedAt = turnClock.now();
    const variables = args.variableValues ?? {};
    const longNames = assertVariables({ schema, document: args.document }, operation, variables);
    await yieldIfTakenLong(startedAt);
    const longVariables = await withLongCoerced(schema, { document: args.document, operation, variables }, longNames);
    const cost = documentCost(
      schema,
      longVariables.document,
      longVariables.operation,
      longVariables.variables,
      queryCostMaximum,
    );
    await req.rateLimit?.raiseTo(costInTokens(cost));
    const at = requestedInstant(schema, operation, variables);
    const context = args.contextValue as GraphqlContext;
    if (at) {
      const subjects = operationSubjects(schema, operation, variables);
      Object.assign(context, await createPastContext(context, at, subjects));
    }
    const requested = { schema, document: args.document, operation, variables };
    const isHeavy = context.at !== undefined || isHeavyOperation(requested);
    // A subscription does not take one of the slots for heavy or costly operations, because it would occupy the slot
    // for as long as it stays open.
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION) {
      if (isHeavy) Object.assign(context, await admitHeavy(requested, context));
      else if (costInTokens(cost) >= heavyTokens) await enterMemory(context);
      await placeForCostly(context, operation, costInTokens(cost));
    } else if (isHeavy) requireHeavyTime(context);
    return { cost, isHeavy, longVariables: longNames.size > 0 ? longVariables : undefined };
  };
  return async (args) => {
    const { req, viewer } = args.contextValue as ServerContext & GraphqlContext;
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return undefined;
    req.operationName = operation.name?.value ?? 'anonymous';
    try {
      return await admitOperation(args, operation);
    } catch (error) {
      // If the caller lacks a right, that error is reported before any other mistake in the request.
      if ([400, 406].includes(toPublicError(error).status)) assertMayAskAll(schema, args.document, operation, viewer);
      throw error;
    }
  };
}

/**
 * Checks the values of all variables. Returns the names of those whose conversion takes long enough to block the event
 * loop.
 */
function assertVariables(
  { schema, document }: Pick<ExecutionArgs, 'schema' | 'document'>,
  operation: OperationDefinitionNode,
  values: Record<string, unknown>,
): Set<string> {
  const long = new Set<string>();
  for (const variable of operationVariables(schema, document, operation))
    if (checkVariable(variable, values[variable.name]) > longSteps) long.add(variable.name);
  return long;
}
