// Converts errors to the GraphQL errors that callers receive: the code and params of an AppError, or what is wrong with
// the document.
import { GraphQLError } from 'graphql';
import { AppError, errorExtensions, isErrorCode, shortenText, toPublicError } from '../errors';

/** Converts an error to the form that callers receive: code and params, or GraphQL's message about the document. */
export function maskError(error: unknown): GraphQLError {
  if (!(error instanceof GraphQLError)) return publicGraphqlError(toPublicError(error));
  const { message, nodes, source, positions, path, originalError } = error;
  // Yoga's message about a body that is not JSON quotes the body, so it is replaced by an error of this service.
  if (error.extensions.originalError)
    return publicGraphqlError(new AppError('validation_invalid_format', { field: 'body' }));
  if (!originalError || originalError instanceof GraphQLError) {
    // Syntax, validation and transport errors keep GraphQL's message.
    const queryError = { code: 'validation_invalid_format', params: { field: 'query' } };
    const extensions = { ...error.extensions, ...(isErrorCode(error.extensions.code) ? {} : queryError) };
    return new GraphQLError(shortenText(message), { nodes, source, positions, path, extensions });
  }
  const publicError = toPublicError(error);
  return new GraphQLError(publicError.message, {
    nodes,
    source,
    positions,
    path,
    // If the database is unavailable, the whole response fails, even if some fields have data.
    extensions:
      publicError.code === 'service_unavailable'
        ? publicGraphqlError(publicError).extensions
        : errorExtensions(publicError),
    originalError,
  });
}

/**
 * Converts an error of a response to the form that callers receive. An error that was converted before is returned
 * unchanged.
 */
export const toPublicGraphqlError = (error: GraphQLError): GraphQLError =>
  isErrorCode(error.extensions.code) ? error : maskError(error);

/** An AppError as an error of the request: with its HTTP status, and without data. */
export function publicGraphqlError(error: AppError): GraphQLError {
  const headers =
    error.retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(error.retryAfterSeconds) };
  return new GraphQLError(error.message, {
    extensions: { ...errorExtensions(error), http: { status: error.status, ...(headers && { headers }) } },
  });
}
