// Runs a mutation of a request with the header `Idempotency-Key` at most once. With a key, a document is all or
// nothing: an error of any field undoes every write of the document.
import {
  getOperationAST,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { keyedRequest, replayedHeader } from './keyed-request';
import { toPublicError } from '../errors';
import type { ServerContext } from './admission';
import type { GraphqlContext } from './context';
import { selectsSecret } from './plugin/secret-fields';
import { publicGraphqlError } from './public-errors';

type Run = (args: ExecutionArgs) => unknown;

/** Thrown to undo the writes of a document with errors. */
class Undone extends Error {
  constructor(readonly errors: NonNullable<ExecutionResult['errors']>) {
    super('the document has errors');
  }
}

/**
 * Returns a function that executes the mutation of a request with the header `Idempotency-Key` at most once. For all
 * other requests, and for documents of the service, returns `execute` itself. Throws 400 for a malformed key.
 */
export async function executedOnce(schema: GraphQLSchema, args: ExecutionArgs, execute: Run): Promise<Run> {
  const context = args.contextValue as ServerContext & GraphqlContext;
  const { req, res, isOwnDocument } = context;
  if (isOwnDocument || req.method !== 'POST') return execute;
  if (getOperationAST(args.document, args.operationName)?.operation !== OperationTypeNode.MUTATION) return execute;
  const request = await keyedRequest(req, 'graphql');
  if (!request) return execute;
  return async (executionArgs) => {
    try {
      const outcome = await context.once(request, async () => {
        const answer = (await execute(executionArgs)) as ExecutionResult;
        if (answer.errors) throw new Undone(answer.errors);
        const isStored = !context.answer.isLarge && !selectsSecret(schema, args.document);
        return { answer, text: isStored ? JSON.stringify(answer) : undefined };
      });
      if ('answer' in outcome) return outcome.answer;
      res.set(replayedHeader, 'true');
      return JSON.parse(outcome.replayed) as ExecutionResult;
    } catch (error) {
      return error instanceof Undone
        ? { data: null, errors: error.errors }
        : { errors: [publicGraphqlError(toPublicError(error))] };
    }
  };
}
