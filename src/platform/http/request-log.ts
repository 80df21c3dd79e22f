// One structured line per request: id, caller, operation, status, duration; never a header, body or query string.
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';

const acceptableId = /^[\w.-]{8,64}$/;
// Paths and names of GraphQL operations are the caller's to choose, at any length.
const longestText = 200;
const cut = (text: string) => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

const secretNames = [
  ...['community', 'username', 'authenticationKey', 'privacyKey', 'password', 'secrets'],
  ...['securityName', 'authPassword', 'privPassword', 'credentialMappings'],
];

/** Secrets are logged nowhere on purpose; where an error or a future line carries one by name, it is blanked. */
export const logOptions = (level: string) => ({
  level,
  redact: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
});

const loggedViewer = (viewer: NonNullable<Request['viewer']>) => ({
  ...(viewer.via === 'daemonApiKey' ? { daemonId: viewer.daemonId } : { userId: viewer.userId }),
  via: viewer.via,
  credentialId: viewer.credentialId,
});

/** Gives every request its id (the caller's X-Request-Id if sane) and logger, and logs it when it is answered. */
export function logRequests(logger: Logger): RequestHandler {
  // The line has these members alone, none of them a secret: looking through it would cost more than writing it.
  const lines = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const started = process.hrtime.bigint();
    const given = req.get('x-request-id');
    req.id = given !== undefined && acceptableId.test(given) ? given : randomUUID();
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
          durationMs: Number(process.hrtime.bigint() - started) / 1e6,
          ...(viewer && { viewer: loggedViewer(viewer) }),
          ...(!res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
