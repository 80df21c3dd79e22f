// The envelope of every JSON response. No other file converts thrown errors to it.
import type { NextFunction, Request, Response } from 'express';
import { version } from '../../package.json';
import { AppError, isOurs, toPublicError } from '../errors';
import { sendText } from '../platform/http/send';

export const apiVersion = 1;
export const serverVersion = version;
/** The oldest client version that this API supports. Raise it when support for a version ends. */
export const minCompatibleClient = '0.1.0';

export interface Pagination {
  total_count: number;
  limit: number;
  offset: number;
  has_more: boolean;
  /** Number of rows for each value of the field that the request's `group_by` names; undefined without `group_by`. */
  group_counts?: GroupCounts;
}
export type GroupCounts = { value: string | null; count: number }[];

const metaOf = (pagination?: Pagination) => ({
  api_version: apiVersion,
  server_version: serverVersion,
  ...(pagination && { pagination }),
});

/** Sends a successful response in the envelope `{success: true, data, meta}`. */
export const sendData = (res: Response, data: unknown, status = 200): void =>
  sendText(res, JSON.stringify(dataEnvelope(data)), { status });

export const dataEnvelope = (data: unknown) => ({ success: true, data: data ?? null, meta: metaOf() });

/** The texts before and after the rows of a list that is streamed. */
export const streamedEnvelope = {
  head: '{"success":true,"data":[',
  tail: (pagination: Pagination) => `],"meta":${JSON.stringify(metaOf(pagination))}}`,
};

function sendError(res: Response, error: AppError): void {
  if (error.retryAfterSeconds !== undefined) res.set('Retry-After', String(error.retryAfterSeconds));
  sendText(res, JSON.stringify(errorEnvelope(error)), { status: error.status });
}

export const errorEnvelope = ({ message, code, params }: AppError) => ({
  success: false,
  error: message,
  code,
  params,
  meta: metaOf(),
});

/** Converts errors of Express's body parser to this API's codes; undefined for other errors. */
function bodyError(error: { type?: string; status?: number; limit?: number }): AppError | undefined {
  switch (error.type) {
    case 'entity.too.large':
      return new AppError('payload_too_large', { max_bytes: error.limit });
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('unsupported_media_type');
    default:
      // Express reports malformed JSON, a wrong content length and an aborted upload with a status below 500.
      return error.status !== undefined && error.status < 500
        ? new AppError('validation_invalid_format', { field: 'body' })
        : undefined;
  }
}

/** Converts an error that ends a request in REST or GraphQL to the AppError that the caller receives. */
export function toResponseError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Express throws a URIError if the path has invalid percent-encoding or invalid UTF-8.
  if (error instanceof URIError) return new AppError('validation_invalid_format', { field: 'path' });
  return bodyError(error as object) ?? toPublicError(error);
}

/** The last Express middleware: sends every error in the envelope. Unexpected errors are logged and masked. */
export function errorResponder(error: unknown, req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) {
    // A streamed response cannot be withdrawn. Closing the connection shows the client that the response is incomplete.
    req.log.error({ err: error }, 'answer cut off');
    res.destroy();
    return;
  }
  const responseError = toResponseError(error);
  if (isOurs(responseError)) req.log.error({ err: error }, 'request failed');
  sendError(res, responseError);
  void next;
}
