// Runs the GraphQL documents of tools in the same way as the GraphQL endpoint: with its limits, trusted documents,
// cost, rate limit and errors.
import type { Request, Response } from 'express';
import { getOperationAST, GraphQLError, OperationTypeNode, print, type DocumentNode } from 'graphql';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { AppError, isOurs, toPublicError } from '../errors';
import type { GraphqlContext } from '../graphql/context';
import type { Enveloped } from '../graphql/endpoint';
import { toPublicGraphqlError } from '../graphql/public-errors';

export interface DocumentRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** Runs GraphQL documents for the caller of one request. */
export interface Asker {
  /** Runs a document that the service defines. */
  <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
  /** Runs a document that the caller wrote. Throws unless it is a query. */
  text(request: DocumentRequest): Promise<object>;
}

/** An error in the form that agents receive. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly params: unknown;
}

const texts = new WeakMap<DocumentNode, string>();
const textOf = (document: DocumentNode): string => {
  const text = texts.get(document) ?? print(document);
  texts.set(document, text);
  return text;
};

export function createAsker(envelop: (context: { req: Request; res: Response }) => Enveloped, req: Request): Asker {
  const run = async (
    { query, variables = {}, operationName }: DocumentRequest,
    isOwnDocument: boolean,
  ): Promise<object> => {
    const { parse, validate, schema, contextFactory, execute } = envelop({ req, res: req.res! });
    const document = parse(query) as DocumentNode;
    const [wrong] = validate(schema, document) as readonly GraphQLError[];
    if (wrong) throw wrong;
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new AppError('validation_invalid_format', { field: 'operationName' });
    if (operation.operation !== OperationTypeNode.QUERY)
      throw new AppError('method_not_allowed', { method: operation.operation });
    const contextValue = Object.assign((await contextFactory()) as GraphqlContext, { isOwnDocument });
    try {
      const args = { schema, document, operationName, variableValues: variables, contextValue };
      const { data, errors } = await execute(args);
      if (errors?.[0]) throw errors[0];
      return data as object;
    } finally {
      contextValue.answer.release();
    }
  };
  const ask = async (document: DocumentNode, variables: unknown) =>
    run({ query: textOf(document), variables: variables as Record<string, unknown> }, true);
  return Object.assign(ask, { text: (request: DocumentRequest) => run(request, false) }) as Asker;
}

/** Converts an error of a tool to the form that agents receive. Server errors are logged. */
export function toRefusal(error: unknown, req: Request): Refusal {
  if (error instanceof GraphQLError) {
    const { message, extensions } = toPublicGraphqlError(error);
    const refusal = { code: String(extensions.code), message, params: extensions.params ?? {} };
    if (refusal.code === 'internal_error' || refusal.code === 'service_unavailable')
      log(req, error.originalError ?? error);
    return refusal;
  }
  const publicError = toPublicError(error);
  if (isOurs(publicError)) log(req, error);
  return { code: publicError.code, message: publicError.message, params: publicError.params };
}

const log = (req: Request, error: unknown) =>
  req.log.error({ err: error, operation: req.operationName }, 'operation failed');
