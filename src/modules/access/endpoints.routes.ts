// Mounts the endpoints below /api/auth. Each endpoint checks the caller before the body is read, refuses query
// parameters, and forbids caching.
import type { Request, RequestHandler, Response, Router } from 'express';
import { requireViewer } from '../../auth/authenticate';
import { jsonBody } from '../../auth/request-body';
import { runAsOperation } from '../../data/acting';
import { userOf, type UserViewer } from '../../data/tenancy/viewer';
import { AppError } from '../../errors';
import { methodNotAllowed, requireAcceptable } from '../../platform/http/negotiation';
import { sendData } from '../../rest/envelope';

export type Answer = (req: Request, res: Response) => Promise<unknown>;

export interface Endpoint {
  readonly methods: readonly ('get' | 'post' | 'put' | 'delete')[];
  /** Name of the operation in logs and audit events. By default, the name is derived from the path. */
  readonly operation?: string;
  /** Throws if the caller may not use the endpoint. Runs before the body is read. */
  readonly admit?: (req: Request) => unknown;
  readonly answer: Answer;
}

/** Endpoints by path. A path with a parameter must come after the fixed paths that it also matches. */
export type Endpoints = Readonly<Record<string, readonly Endpoint[]>>;

export function mountEndpoints(router: Router, endpoints: Endpoints, bodyLimitBytes: number): void {
  const readBody = jsonBody(bodyLimitBytes);
  for (const [path, pathEndpoints] of Object.entries(endpoints)) {
    for (const { methods, operation = operationOf(path), admit, answer } of pathEndpoints) {
      const admitRequest: RequestHandler = async (req, _res, next) => {
        req.operationName = operation;
        await admit?.(req);
        next();
      };
      for (const method of methods)
        router[method](path, admitRequest, requireAcceptable(), readBody, answerHandler(operation, answer));
    }
    const allowedMethods = pathEndpoints.flatMap(({ methods }) => methods.map((method) => method.toUpperCase()));
    router.all(path, methodNotAllowed(allowedMethods));
  }
}

/** Returns the name of an operation for a path: `forgot_password` for `/forgot-password`. */
const operationOf = (path: string): string => path.slice(1).replace(/[-/]/g, '_');

function answerHandler(operationName: string, answer: Answer): RequestHandler {
  return async (req, res) => {
    const [unknown] = Object.keys(req.query);
    if (unknown !== undefined) throw new AppError('validation_unknown_parameter', { field: unknown });
    // Responses contain data of one person, so caches must not store responses.
    res.set('Cache-Control', 'no-store');
    const data = await runAsOperation(operationName, () => answer(req, res));
    sendData(res, data, res.statusCode);
  };
}

/** Returns the viewer of the request's session. Throws if the request has another credential, such as an API key. */
export function sessionViewer(req: Request): UserViewer {
  const viewer = requireViewer(req);
  if (viewer.via !== 'session') throw new AppError('auth_user_context_required');
  return userOf(viewer);
}

/**
 * Returns the user of the request's session, even if the session may only be used to set up a second factor or to sign
 * out.
 */
export const sessionOfAnyKind = (req: Request) =>
  (req.authentication?.anonymous && req.authentication.enrolling) || sessionViewer(req);
