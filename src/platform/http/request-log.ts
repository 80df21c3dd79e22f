// Writes one structured log line per request: id, caller, operation, status and duration; no headers, body or query
// string.
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

const acceptableId = /^[\w.-]{8,64}$/;
// Maximum number of characters of a logged text. Callers choose paths and names of GraphQL operations of any length.
const longestText = 200;
const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

const secretNames = [
  ...['community', 'username', 'authenticationKey', 'privacyKey', 'password', 'secrets'],
  ...['securityName', 'authPassword', 'privPassword', 'credentialMappings'],
  ...['typeWithSettings', 'otherCredentialMappings'],
];

/** Redacts secrets by name, in case an error or a future log line contains a secret. */
export const logOptions = (level: string, mixin?: () => object) => ({
  level,
  ...(mixin && { mixin }),
  redact: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
});

const loggedViewer = (viewer: NonNullable<Request['viewer']>) => ({
  ...(viewer.via === 'daemonApiKey' ? { daemonId: viewer.daemonId } : { userId: viewer.userId }),
  via: viewer.via,
  credentialId: viewer.credentialId,
});

/**
 * Gives each request an id (the caller's X-Request-Id if it is valid) and a logger. Logs the request after its
 * response.
 */
export function logRequests(logger: Logger): RequestHandler {
  // The log line of a request has fixed fields without secrets. Redaction would cost more than writing it.
  const lines = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = process.hrtime.bigint();
    const givenRequestId = req.get('x-request-id');
    req.id = givenRequestId !== undefined && acceptableId.test(givenRequestId) ? givenRequestId : randomUUID();
    req.log = logger.child({ requestId: req.id });
    res.setHeader('X-Request-Id', req.id);
    const path = cut(req.path);
    res.once('close', () => {
      const { viewer, operationName } = req;
      lines.info(
        {
          requestId: req.id,
          method: req.method,
          path,
          status: res.statusCode,
          operation: operationName && cut(operationName),
          durationMs: Number(process.hrtime.bigint() - startedAt) / 1e6,
          ...(viewer && { viewer: loggedViewer(viewer) }),
          ...(!res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
