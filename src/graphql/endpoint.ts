// The GraphQL endpoint: serves GraphQL over HTTP with the library Yoga, and with the service's limits, errors and
// costs.
import type { RequestHandler } from 'express';
import {
  getOperationAST,
  print,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { unreadableJson } from '../auth/request-body';
import { AppError, isErrorCode, isOurs, toPublicError } from '../errors';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { isTracing, traced } from '../platform/tracing/tracing';
import { createAdmission, type Admission, type ServerContext } from './admission';
import type { GraphqlContext } from './context';
import { chargeRest, costReport, pointsOfAnswer, withCost } from './cost-report';
import { tokensBeyond } from './documents/answered-cost';
import { parseDocument } from './documents/document';
import { documentCaches } from './documents/document-cache';
import { taggedReads } from './documents/tagged-reads';
import { executeCompiled } from './jit/compiled-execution';
import { runHeavy } from './heavy-work/heavy-requests';
import { frequentQueries } from './jit/frequent-queries';
import { executedOnce } from './keyed-mutation';
import { largeAnswers, notePoints } from './large-answers/large-answers';
import { maskError, publicGraphqlError } from './public-errors';
import { runPlaced } from './placed-operation';
import { subscribe } from './streams/subscribe';

export interface EndpointOptions {
  readonly schema: GraphQLSchema;
  readonly queryCostMaximum: number;
  readonly bodyLimitBytes: number;
  /** The only documents that may run, recognized by their printed text; undefined if any document may run. */
  readonly trustedDocuments?: readonly DocumentNode[];
}

/** Maximum number of validation errors per response. Formatting one error takes as long as checking many fields. */
const mostReported = 10;

type Yoga = ReturnType<typeof createYoga<ServerContext, GraphqlContext>>;
/**
 * Functions that parse, validate and run a document, with the same limits as `/graphql`, for other endpoints such as
 * MCP.
 */
export type Enveloped = ReturnType<Yoga['getEnveloped']>;
export interface GraphqlEndpoint {
  /** Handles `/graphql`. Mount it after authentication, the rate limit and `admitDocuments`. */
  readonly handler: RequestHandler;
  readonly envelop: (context: ServerContext) => Enveloped;
}

export function graphqlEndpoint(options: EndpointOptions): GraphqlEndpoint {
  const yoga = createYoga<ServerContext, GraphqlContext>({
    schema: options.schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    maxRequestBodySize: options.bodyLimitBytes,
    context: ({ req }) => req.publicContext(),
    maskedErrors: { maskError },
    parserAndValidationCache: documentCaches(),
    plugins: [requestForm(), documentLimits(options), costAndVariables(options), largeAnswers(), taggedReads()],
  });
  return {
    handler: yoga as RequestHandler,
    envelop: (context) => yoga.getEnveloped(context),
  };
}

/** Rejects malformed requests with the errors of this service instead of Yoga's. */
function requestForm(): Plugin<ServerContext, ServerContext> {
  return {
    onRequestParse({ request }) {
      if (request.method !== 'GET') return;
      const queryParameters = new URL(request.url).searchParams;
      for (const field of ['variables', 'extensions']) assertJson(field, queryParameters.get(field) || 'null');
    },
    onParams({ params, setParams, context }) {
      const { documentText } = context.req;
      if (documentText === undefined) return;
      const asText = { ...params, documentId: undefined, query: documentText };
      setParams(asText);
    },
    onResultProcess({ result, setResult }) {
      const { errors, ...rest } = result as { errors?: readonly GraphQLError[] };
      if (errors?.some(({ extensions }) => !isErrorCode(extensions?.code)))
        setResult({ ...rest, errors: errors.map((error) => maskError(error)) });
      else if (errors && !('data' in rest)) setResult({ ...rest, errors: errors.map(withStatus) });
    },
  };
}

/** If a subscription cannot start, the response has only an error, so it needs an HTTP status too. */
function withStatus(error: GraphQLError): GraphQLError {
  if (error.path && !error.extensions.http)
    Object.assign(error.extensions, { http: publicGraphqlError(toPublicError(error)).extensions.http });
  return error;
}

function assertJson(field: string, text: string): void {
  try {
    if (unreadableJson(Buffer.from(text))) throw new Error('too expensive');
    JSON.parse(text);
  } catch {
    throw publicGraphqlError(new AppError('validation_invalid_format', { field }));
  }
}

function documentLimits({ trustedDocuments }: EndpointOptions): Plugin {
  const trustedTexts = trustedDocuments && new Set(trustedDocuments.map((document) => print(document)));
  return {
    onParse({ setParseFn }) {
      setParseFn((source) => {
        try {
          return parseDocument(source as string);
        } catch (error) {
          throw error instanceof AppError ? publicGraphqlError(error) : error;
        }
      });
      return ({ result }) => {
        if (trustedTexts && result && !(result instanceof Error) && !trustedTexts.has(print(result as DocumentNode)))
          throw publicGraphqlError(new AppError('document_not_trusted'));
      };
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema: GraphQLSchema, document: DocumentNode, rules?: readonly ValidationRule[]) =>
        validate(schema, document, rules, { maxErrors: mostReported }),
      );
    },
  };
}

function costAndVariables({
  schema,
  queryCostMaximum,
}: EndpointOptions): Plugin<GraphqlContext & ServerContext, ServerContext> {
  const compiledOf = frequentQueries(schema);
  const admit = createAdmission(schema, queryCostMaximum);
  return {
    async onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      setSubscribeFn(subscribe);
      try {
        await admit(args);
        // The header `X-Accel-Buffering: no` tells proxies not to buffer events.
        (args.contextValue as ServerContext).res.set('X-Accel-Buffering', 'no');
      } catch (error) {
        logUnforeseen(args, error);
        setResultAndStopExecution({ errors: [publicGraphqlError(toPublicError(error))] });
      }
    },
    async onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const { req } = args.contextValue as ServerContext;
      try {
        const admission = await admit(args);
        if (admission === undefined) return;
        const { cost, isHeavy, longVariables } = admission;
        if (isTurnSpent()) await nextTurn();
        const compiledQuery = !longVariables && req.authentication?.viewer && compiledOf(args.document);
        const execute = compiledQuery
          ? (executionArgs: ExecutionArgs) => executeCompiled(compiledQuery, executeFn, executionArgs)
          : executorWith(executeFn, longVariables);
        const run = await executedOnce(schema, args, execute);
        const tracedRun = isTracing() ? tracedExecution(run) : run;
        const type = getOperationAST(args.document, args.operationName)!.operation;
        const context = args.contextValue as GraphqlContext;
        const runInPlace = (executionArgs: ExecutionArgs) =>
          runPlaced(context, type, async () => tracedRun(executionArgs));
        setExecuteFn((executionArgs: ExecutionArgs) =>
          isHeavy ? runHeavy(context, () => runInPlace(executionArgs)) : runInPlace(executionArgs),
        );
        const isReported = req.headers['x-graphql-cost'] !== undefined;
        return {
          onExecuteDone: async ({ result, setResult }) => {
            const answeredPoints = await pointsOfAnswer(result, args);
            notePoints(context, answeredPoints);
            // The charge for what the response costs beyond the estimate is not awaited, so the headers with the
            // remaining rate limit do not include it.
            if (paysByAnswer(args)) void chargeRest(req, tokensBeyond(cost, answeredPoints));
            if (isReported)
              setResult(withCost(result as ExecutionResult, costReport(req, cost, answeredPoints, queryCostMaximum)));
          },
        };
      } catch (error) {
        logUnforeseen(args, error);
        setResultAndStopExecution({ errors: [publicGraphqlError(toPublicError(error))] });
      }
    },
    onResultProcess({ result, serverContext }) {
      // Error masking hides the details of unexpected errors from callers, so the errors are logged here.
      const { req } = serverContext;
      for (const error of (result as { errors?: GraphQLError[] }).errors ?? [])
        if (error.extensions?.code === 'internal_error' || error.extensions?.code === 'service_unavailable')
          req.log.error({ err: error.originalError ?? error, operation: req.operationName }, 'operation failed');
    },
  };
}

/** Records the execution of a document in the trace of its request. */
const tracedExecution =
  (execute: (args: ExecutionArgs) => unknown) =>
  (executionArgs: ExecutionArgs): Promise<unknown> =>
    traced(`document ${executionArgs.operationName ?? ''}`.trim(), { isPart: true }, async () =>
      execute(executionArgs),
    );

/**
 * Returns a function that runs a document. With `longVariables`, the function takes the document and the variables from
 * there: long values are already converted to their GraphQL types, and the document declares these variables as JSON.
 */
function executorWith(
  executeFn: (args: ExecutionArgs) => unknown,
  longVariables: Admission['longVariables'],
): (args: ExecutionArgs) => unknown {
  if (!longVariables) return executeFn;
  const { document, variables } = longVariables;
  return (executionArgs) => executeFn({ ...executionArgs, document, variableValues: variables });
}

/**
 * Whether the caller pays for the actual cost of the response. For documents of the service itself, such as those of
 * MCP tools, the caller pays the estimated cost only.
 */
const paysByAnswer = ({ contextValue }: ExecutionArgs): boolean => {
  const { req, isOwnDocument } = contextValue as ServerContext & GraphqlContext;
  return req.rateLimit !== undefined && !isOwnDocument;
};

function logUnforeseen(args: ExecutionArgs, error: unknown): void {
  if (isOurs(toPublicError(error)))
    (args.contextValue as GraphqlContext).logger.error({ err: error }, 'operation failed');
}
