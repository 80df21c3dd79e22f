// The REST door: every route of every entity, compiled at start and mounted below /api/v1.
import express, { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { AppError } from '../errors';
import { routes as allRoutes } from './routes';
import { compileOperation, type CompiledOperation } from './compiled-operation';
import { sendData } from './envelope';
import { sendList } from './list-answer';
import { orderOf } from './list-order';
import { pageOf, variablesOf } from './request-variables';
import type { Route } from './route';
import { runOperation } from './run-operation';

/** Refuses a body that is not JSON; parses one that is. */
export function jsonBody(maximumBytes: number): RequestHandler[] {
  const hasBody = (req: Request) =>
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  return [
    (req, _res, next) =>
      next(hasBody(req) && !req.is(['json', '+json']) ? new AppError('unsupported_media_type') : undefined),
    express.json({ limit: maximumBytes, strict: false, type: () => true }),
  ];
}

/** Answers every method that a path does not have. */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  const allow = [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
  return (req, res, next) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new AppError('method_not_allowed', { method: req.method }));
  };
}

export function restRouter(schema: GraphQLSchema): Router {
  const router = Router({ caseSensitive: true });
  const byPath = new Map<string, { route: Route; operation: CompiledOperation }[]>();
  for (const route of allRoutes) {
    const entry = { route, operation: compileOperation(schema, route.document) };
    for (const path of [`/v1${route.path}`, ...(route.aliases ?? [])])
      byPath.set(path, [...(byPath.get(path) ?? []), entry]);
  }
  // Fixed segments before parameters, so that /tags/assign is never read as a tag's id.
  const rank = (path: string) => path.replace(/:/g, '~');
  // By code unit, where "~" comes after every letter; in a language's order it would come first.
  const paths = [...byPath.keys()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  for (const path of paths) {
    for (const { route, operation } of byPath.get(path)!) router[route.method](path, answer(route, operation));
    router.all(path, methodNotAllowed(byPath.get(path)!.map(({ route }) => route.method.toUpperCase())));
  }
  return router;
}

function answer(route: Route, operation: CompiledOperation) {
  const isList = operation.definition.selectionSet.selections.some(
    (node) => node.kind === 'Field' && node.alias?.value === 'page',
  );
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    try {
      req.operationName = operation.name;
      const variables = variablesOf(route, operation, req);
      const context = req.graphqlContext();
      if (isList)
        await sendList(res, operation, { ...variables, ...orderOf(route, operation, req) }, pageOf(req), context);
      else sendData(res, (await runOperation(operation, variables, context)).data, undefined, route.status);
    } catch (error) {
      next(error);
    }
  };
}
