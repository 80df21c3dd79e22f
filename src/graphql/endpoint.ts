// The GraphQL door: Yoga over HTTP with our limits, errors and cost in front of the schema.
import type { Request, RequestHandler, Response } from 'express';
import {
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  Kind,
  print,
  typeFromAST,
  validate,
  isNonNullType,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { accepts, eventStream } from '../platform/http/negotiation';
import { isTurnSpent, nextTurn, restAfter, turnClock } from '../platform/threads/event-loop';
import { unreadableJson } from '../auth/request-body';
import { AppError, errorExtensions, isErrorCode, isOurs, shortened, toPublicError } from '../errors';
import { instantOf, subjectsOf } from './plugin/at-directive';
import type { Execute } from './jit/compile';
import type { GraphqlContext } from './context';
import { contextAt } from './create-context';
import { keysOfIntrospection, pointsOf, tokensBeyond } from './documents/answered-cost';
import { costOf, tokensFor } from './documents/cost';
import { parseDocument } from './documents/document';
import { documentCaches } from './documents/document-cache';
import { frequentQueries } from './jit/frequent-queries';
import { assertMayAskAll } from './plugin/guarded-fields';
import { placeForCostly } from './large-answers/large-answer';
import { largeAnswers } from './large-answers/large-answers';
import { subscribe } from './streams/subscribe';
import { taggedReads } from './documents/tagged-reads';
import { longSteps, withLongCoerced } from './long-variables';
import { checkVariable } from './documents/variables';

interface ServerContext {
  req: Request;
  res: Response;
}
export interface EndpointOptions {
  readonly schema: GraphQLSchema;
  readonly queryCostMaximum: number;
  readonly bodyLimitBytes: number;
  /** When given, only these documents run; compared by their printed form. */
  readonly trustedDocuments?: readonly DocumentNode[];
}

/** Documents of so many tokens wait for a place, so that few of what they may read is in memory at a time. */
const costlyTokens = 3;

/** Mistakes of a document that are reported at once; wording one takes as long as checking many fields. */
const mostReported = 10;

type Yoga = ReturnType<typeof createYoga<ServerContext, GraphqlContext>>;
/** What parses, validates and runs a document under our limits, for one that did not come as a request. */
export type Enveloped = ReturnType<Yoga['getEnveloped']>;
export interface GraphqlEndpoint {
  /** Answers `/graphql`. Mount behind authentication, the rate limit and `admitDocuments`. */
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

/** A GraphQL error as callers see it: our code and params, or what the caller did wrong with the document. */
function maskError(error: unknown): GraphQLError {
  if (!(error instanceof GraphQLError)) return publicGraphqlError(toPublicError(error));
  const { message, nodes, source, positions, path, originalError } = error;
  // For a body that is not JSON, Yoga's message quotes the parser and the body.
  if (error.extensions.originalError)
    return publicGraphqlError(new AppError('validation_invalid_format', { field: 'body' }));
  if (!originalError || originalError instanceof GraphQLError) {
    // Syntax, validation and transport errors: GraphQL's own message describes best why the document is wrong.
    const ours = { code: 'validation_invalid_format', params: { field: 'query' } };
    const extensions = { ...error.extensions, ...(isErrorCode(error.extensions.code) ? {} : ours) };
    return new GraphQLError(shortened(message), { nodes, source, positions, path, extensions });
  }
  const known = toPublicError(error);
  return new GraphQLError(known.message, {
    nodes,
    source,
    positions,
    path,
    // Data that is missing because the database is unavailable is no answer, even if other data is there.
    extensions: known.code === 'service_unavailable' ? publicGraphqlError(known).extensions : errorExtensions(known),
    originalError,
  });
}

/** An error of an answer as callers see it, whether it was masked before or not. */
export const publicFormOf = (error: GraphQLError): GraphQLError =>
  isErrorCode(error.extensions.code) ? error : maskError(error);

/** An AppError as a request error: the HTTP status of its code, no data. */
export function publicGraphqlError(error: AppError): GraphQLError {
  const headers =
    error.retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(error.retryAfterSeconds) };
  return new GraphQLError(error.message, {
    extensions: { ...errorExtensions(error), http: { status: error.status, ...(headers && { headers }) } },
  });
}

/** Refuses in our form what Yoga would refuse in its own, or not at all. */
function requestForm(): Plugin<ServerContext, ServerContext> {
  return {
    onRequestParse({ request }) {
      if (request.method !== 'GET') return;
      const given = new URL(request.url).searchParams;
      for (const field of ['variables', 'extensions']) assertJson(field, given.get(field) || 'null');
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

/** A subscription that is refused when it would begin is a request error, though the refusal comes from a field. */
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
  const trusted = trustedDocuments && new Set(trustedDocuments.map((document) => print(document)));
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
        if (trusted && result && !(result instanceof Error) && !trusted.has(print(result as DocumentNode)))
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

// eslint-disable-next-line max-lines-per-function -- the hooks of one plugin, which share what is admitted
function costAndVariables({
  schema,
  queryCostMaximum,
}: EndpointOptions): Plugin<GraphqlContext & ServerContext, ServerContext> {
  const compiledOf = frequentQueries(schema);
  const admitted = async (args: ExecutionArgs, operation: OperationDefinitionNode) => {
    const { req } = args.contextValue as ServerContext;
    if (operation.operation === OperationTypeNode.SUBSCRIPTION && !accepts(req, [eventStream]))
      throw new AppError('not_acceptable');
    if (isTurnSpent()) await nextTurn();
    const begun = turnClock.now();
    const long = assertVariables(schema, operation, args.variableValues ?? {});
    await restAfter(begun);
    const variables = args.variableValues ?? {};
    const coerced = await withLongCoerced(schema, { document: args.document, operation, variables }, long);
    const cost = costOf(schema, coerced.document, coerced.operation, coerced.variables, queryCostMaximum);
    await req.rateLimit?.raiseTo(tokensFor(cost));
    const at = instantOf(schema, operation, args.variableValues ?? {});
    const context = args.contextValue as GraphqlContext;
    if (at) {
      const subjects = subjectsOf(schema, operation, args.variableValues ?? {});
      Object.assign(context, await contextAt(context, at, subjects));
    }
    // Streams would never give it back.
    if (tokensFor(cost) >= costlyTokens && operation.operation !== OperationTypeNode.SUBSCRIPTION)
      await placeForCostly(context);
    return { cost, coerced: long.size > 0 ? coerced : undefined };
  };
  /** Refuses wrong and too expensive documents, and takes the tokens of the rest. Undefined: the operation does not exist. */
  const admit = async (args: ExecutionArgs): Promise<Awaited<ReturnType<typeof admitted>> | undefined> => {
    const { req, viewer } = args.contextValue as ServerContext & GraphqlContext;
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return undefined;
    req.operationName = operation.name?.value ?? 'anonymous';
    try {
      return await admitted(args, operation);
    } catch (error) {
      // A caller without the right to the operation gets that refusal, before any other mistake in the request.
      if ([400, 406].includes(toPublicError(error).status)) assertMayAskAll(schema, args.document, operation, viewer);
      throw error;
    }
  };
  return {
    async onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      setSubscribeFn(subscribe);
      try {
        await admit(args);
        // Proxies must not hold events back.
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
        const { cost, coerced } = admission;
        if (isTurnSpent()) await nextTurn();
        const compiled = !coerced && req.authentication?.viewer && compiledOf(args.document);
        if (compiled) setExecuteFn((given: ExecutionArgs) => executeCompiled(compiled, executeFn, given));
        else if (coerced) {
          const { document, variables } = coerced;
          setExecuteFn((given: ExecutionArgs) => executeFn({ ...given, document, variableValues: variables }));
        }
        const isReported = req.headers['x-graphql-cost'] !== undefined;
        if (!isReported && !paysByAnswer(args)) return;
        return {
          onExecuteDone: async ({ result, setResult }) => {
            const answered = await pointsOfAnswer(result, args);
            // The answer does not wait for it: the headers tell the bucket before.
            if (paysByAnswer(args)) void chargeRest(req, tokensBeyond(cost, answered));
            if (isReported)
              setResult(withCost(result as ExecutionResult, costReport(req, cost, answered, queryCostMaximum)));
          },
        };
      } catch (error) {
        logUnforeseen(args, error);
        setResultAndStopExecution({ errors: [publicGraphqlError(toPublicError(error))] });
      }
    },
    onResultProcess({ result, serverContext }) {
      // Masking hides unforeseen errors from callers, so they are logged here.
      const { req } = serverContext;
      for (const error of (result as { errors?: GraphQLError[] }).errors ?? [])
        if (error.extensions?.code === 'internal_error' || error.extensions?.code === 'service_unavailable')
          req.log.error({ err: error.originalError ?? error, operation: req.operationName }, 'operation failed');
    },
  };
}

/** Documents of ours, as tools of MCP ask them, cost what they were estimated at. */
const paysByAnswer = ({ contextValue }: ExecutionArgs): boolean => {
  const { req, isOwnDocument } = contextValue as ServerContext & GraphqlContext;
  return req.rateLimit !== undefined && !isOwnDocument;
};

async function pointsOfAnswer(result: unknown, { document, operationName }: ExecutionArgs): Promise<number> {
  const { data } = result as { data?: Record<string, unknown> | null };
  const operation = data ? getOperationAST(document, operationName) : undefined;
  if (!data || !operation) return 0;
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return pointsOf(data, keysOfIntrospection(operation, fragments));
}

const chargeRest = ({ rateLimit, log }: Request, tokens: number): Promise<void> | undefined =>
  rateLimit?.chargeRest(tokens).catch((error: unknown) => log.error({ err: error, tokens }, 'charge failed'));

async function executeCompiled(compiled: Execute, executeFn: (args: ExecutionArgs) => unknown, args: ExecutionArgs) {
  const { document, variableValues, contextValue } = args;
  const result = await compiled(variableValues ?? {}, contextValue as GraphqlContext).catch(() => undefined);
  // Without a path nothing has been read yet: the usual executor describes the mistake better.
  if (!result || result.errors?.some(({ path }) => path === undefined)) return executeFn(args);
  return result.errors ? { errors: result.errors.map((error) => asUsual(error, document)), data: result.data } : result;
}

/** An error of a compiled query as the usual executor would throw it: it knows its place in the text. */
function asUsual({ message, path, locations, originalError }: GraphQLError, { loc }: DocumentNode): GraphQLError {
  const source = loc?.source;
  const lineStarts = [
    0,
    ...[...(source?.body ?? '').matchAll(/\r\n|[\n\r]/g)].map(({ 0: end, index }) => index + end.length),
  ];
  const positions = locations?.map(({ line, column }) => lineStarts[line - 1]! + column - 1);
  return new GraphQLError(message, { source, positions, path, originalError });
}

function logUnforeseen(args: ExecutionArgs, error: unknown): void {
  if (isOurs(toPublicError(error)))
    (args.contextValue as GraphqlContext).logger.error({ err: error }, 'operation failed');
}

/** The names of those that are long. */
function assertVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Record<string, unknown>,
): Set<string> {
  const long = new Set<string>();
  for (const node of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node.type) as GraphQLInputType | undefined;
    const name = node.variable.name.value;
    if (!type) continue;
    const isRequired = isNonNullType(type) && !node.defaultValue;
    if (checkVariable({ name, type, isRequired }, values[name]) > longSteps) long.add(name);
  }
  return long;
}

/** `extensions.cost`, for requests that send the header `X-GraphQL-Cost`. */
function costReport({ rateLimit }: Request, requested: number, answered: number, maximum: number) {
  const { limit, remaining, resetSeconds } = rateLimit ?? {};
  return {
    requested,
    answered,
    maximum,
    tokens: tokensFor(requested),
    ...(rateLimit && { rateLimit: { limit, remaining, resetSeconds } }),
  };
}

function withCost({ extensions, ...rest }: ExecutionResult, cost: object): ExecutionResult {
  return { ...rest, extensions: { ...extensions, cost } };
}
