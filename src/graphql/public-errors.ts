// GraphQL errors as callers see them: the code and params of an AppError, or what is wrong with the document.
import { GraphQLError } from 'graphql';
import { AppError, errorExtensions, isErrorCode, shortened, toPublicError } from '../errors';

/** A GraphQL error as callers see it: our code and params, or what the caller did wrong with the document. */
export function maskError(error: unknown): GraphQLError {
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
