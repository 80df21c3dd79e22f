// The router of the REST API: all routes, validated at startup and mounted below /api/v1.
import { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { Kind, OperationTypeNode, type GraphQLSchema } from 'graphql';
import { eventStream, methodNotAllowed, requireAcceptable } from '../platform/http/negotiation';
import { sendPieces, sendText, type TextPieces } from '../platform/http/send';
import { nextTurn } from '../platform/threads/event-loop';
import { keyedRequest, replayedHeader } from '../graphql/keyed-request';
import { runPlaced } from '../graphql/placed-operation';
import { jsonBody } from '../auth/request-body';
import { fileBody } from './file-body';
import { operationSubjects } from '../graphql/plugin/at-directive';
import { selectsSecret } from '../graphql/plugin/secret-fields';
import { createPastContext } from '../graphql/create-context';
import { asksOnlyPublic } from '../graphql/documents/public-operations';
import { admitHeavy, runHeavy } from '../graphql/heavy-work/heavy-requests';
import { executeRoute, createRequestReader } from './call-route';
import { compileOperation, type CompiledOperation } from './documents/compiled-operation';
import { withOtherFields, type OtherNames } from './documents/other-names';
import { attach, compileDownload, type Send } from './download';
import { sendAnswer } from './data-answer';
import { dataEnvelope } from './envelope';
import { streamEvents } from './event-stream';
import { sendList } from './list-answer';
import { compileListing } from './listing';
import { orderVariable } from './list-order';
import { answeredNames, otherNamesSteps } from './other-names';
import { requestInstant, requestPage } from './request-variables';
import { requireRights } from './rights';
import {
  isHeavyRoute,
  isStream,
  isWrite,
  operationName,
  routePaths,
  takesInstant,
  readInstant,
  readText,
  type RestDoor,
  type Route,
  type TextFile,
} from './route';
import { runOperation } from './run-operation';

export function restRouter({ schema, routes }: RestDoor, bodyLimitBytes: number): RequestHandler {
  const byPath = new Map<string, { route: Route; steps: (RequestHandler | ErrorRequestHandler)[] }[]>();
  const readBody = jsonBody(bodyLimitBytes);
  for (const route of routes) {
    const requestChecks = [requireRights(schema, route), requireAcceptable(sentTypes(route))];
    const read = route.upload ? fileBody(route.upload) : readBody;
    const answer = answering(schema, route);
    for (const { path, names } of routePaths(route)) {
      const other = otherNamesSteps(route, schema, names);
      const steps = [
        ...[...requestChecks, other.query, read, other.body, answer],
        ...[...refusing(route), other.refusing],
      ];
      byPath.set(path, [...(byPath.get(path) ?? []), { route, steps }]);
    }
  }
  // Fixed segments of paths are sorted before parameters, so that `assign` in /tags/assign is never read as a tag's id.
  const rank = (path: string) => path.replace(/:/g, '~');
  // The comparison is by code unit, in which "~" comes after every letter. In the order of a locale, "~" would come
  // before the letters.
  const paths = [...byPath.keys()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const byBeginning = new Map<string, Router>();
  for (const path of paths) {
    const beginning = beginningOf(path);
    const router = byBeginning.get(beginning) ?? Router({ caseSensitive: true });
    byBeginning.set(beginning, router);
    for (const { route, steps } of byPath.get(path)!) router[route.method](path, steps);
    router.all(path, methodNotAllowed(byPath.get(path)!.map(({ route }) => route.method.toUpperCase())));
  }
  const handler: RequestHandler = (req, res, next) => {
    const [, first = '', second = ''] = req.path.split('/', 3);
    const others = () => (byBeginning.get(`/${first}`) ?? pass)(req, res, next);
    (byBeginning.get(`/${first}/${second}`) ?? pass)(req, res, (error?: unknown) => (error ? next(error) : others()));
  };
  // Express's own routers have the property `stack`. It is set here too, so that the mounted routes can be listed.
  return Object.assign(handler, { stack: [...byBeginning.values()].flatMap(({ stack }) => stack) });
}

const pass: RequestHandler = (_req, _res, next) => next();

/**
 * The beginning of a path: up to its first parameter, and at most two segments. A request is compared only with routes
 * whose path begins in the same way, which are a few of several hundred.
 */
function beginningOf(path: string): string {
  const [, first = '', second] = path.split('/');
  if (first.startsWith(':')) throw new Error(`${path} begins with a parameter`);
  return second === undefined || second.startsWith(':') ? `/${first}` : `/${first}/${second}`;
}

/**
 * The media types that a route may send: JSON, which all errors have, and the media type of its file or event stream.
 */
function sentTypes(route: Route): string[] {
  const file = route.download && (route.download.children ? 'application/zip' : 'text/csv');
  const mediaType = isStream(route) ? eventStream : (file ?? route.textFile?.mediaType ?? route.listing?.mediaType);
  return ['application/json', ...(mediaType === undefined ? [] : [mediaType])];
}

/**
 * Error handlers for routes that also serve older clients: they convert an error to the form that the calling client
 * expects.
 */
const refusing = ({ dialect }: Route): ErrorRequestHandler[] =>
  dialect ? [(error, req, _res, next) => next(dialect(req)?.refuse(error) ?? error)] : [];

function answering(schema: GraphQLSchema, route: Route): RequestHandler {
  const documented = answererOf(schema, route);
  const answererWith = memoizeByNames((names) => {
    const document = withOtherFields(route.document, names);
    return document === route.document ? documented : answererOf(schema, { ...route, document });
  });
  const name = operationName(route);
  const isPublic = asksOnlyPublic(route.document);
  const readsPast = takesInstant(route);
  const { definition, document } = documented.operation;
  const isQuery = definition.operation === OperationTypeNode.QUERY;
  const isHeavy = isHeavyRoute(schema, route);
  return async (req, res, next) => {
    try {
      req.operationName = name;
      const names = answeredNames(req);
      const { operation, read, send } = names ? answererWith(names) : documented;
      const dialect = route.method === 'get' ? undefined : route.dialect?.(req);
      const variables = { ...(await read(req, dialect)), ...(!dialect && orderVariable(route, operation, req)) };
      const context = isPublic ? req.publicContext() : req.graphqlContext();
      if (isQuery) context.reads?.allow();
      const at = readsPast ? requestInstant(req, schema) : undefined;
      const subjects = at && operationSubjects(schema, operation.definition, variables);
      const placedContext = at ? await createPastContext(context, at, subjects) : context;
      if (!isHeavy && !placedContext.at) return await send(res, variables, placedContext);
      const payingContext = await admitHeavy({ schema, document, operation: definition, variables }, placedContext);
      await runHeavy(payingContext, () => send(res, variables, payingContext));
    } catch (error) {
      next(error);
    }
  };
}

/** Compiles the operation of a route, with the functions that read its variables from a request and send its result. */
function answererOf(schema: GraphQLSchema, route: Route) {
  const operation = compileOperation(schema, route.document);
  return {
    operation,
    read: createRequestReader(schema, route, operation),
    send: senderOf(schema, route, operation),
  };
}

/** Caches the results of `make` without a limit, because there are only a few sets of alternative names. */
function memoizeByNames<Value>(make: (names: OtherNames) => Value): (names: OtherNames) => Value {
  const values = new Map<string, Value>();
  return (names) => {
    const key = Object.keys(names).join();
    const value = values.get(key) ?? make(names);
    values.set(key, value);
    return value;
  };
}

function senderOf(schema: GraphQLSchema, route: Route, operation: CompiledOperation): Send {
  const { selections } = operation.definition.selectionSet;
  const isList = selections.some((node) => node.kind === Kind.FIELD && node.alias?.value === 'page');
  if (isStream(route)) return streamEvents(schema, operation);
  if (route.listing) return compileListing(schema, route);
  if (route.download) {
    const send = compileDownload(schema, route);
    return (res, variables, context) => {
      // Checks the parameters `limit` and `offset`. A file contains every row, but a malformed value is still an error.
      requestPage(res.req);
      return send(res, variables, context);
    };
  }
  if (isList)
    return (res, variables, context) => {
      const dialect = route.dialect?.(res.req);
      // A caller with a dialect is an older client, which cannot page. So its default limit is 0, which means all rows.
      return sendList(res, operation, variables, requestPage(res.req, dialect && 0), context, dialect?.write);
    };
  if (route.textFile) return textSender(route.textFile, operation);
  return answerSender(schema, route, operation);
}

/**
 * Returns the function that runs the operation and sends its result. A write that is repeated with the same
 * `Idempotency-Key` gets the stored response of the first one.
 */
function answerSender(schema: GraphQLSchema, route: Route, operation: CompiledOperation): Send {
  const name = `${route.method.toUpperCase()} ${route.path}`;
  const hasSecret = isWrite(route) && selectsSecret(schema, route.document);
  return async (res, variables, context) => {
    const run = async () => {
      const answer = await executeRoute(route, operation, variables, context);
      const dialect = route.dialect?.(res.req);
      return dialect ? dialect.write(answer) : answer;
    };
    if (!isWrite(route)) return sendAnswer(res, await run(), context, route);
    const request = await keyedRequest(res.req, name);
    const runOnce = () =>
      context.once(request!, async () => {
        const answer = await run();
        const text = hasSecret || context.answer.isLarge ? undefined : JSON.stringify(dataEnvelope(answer));
        return { answer, text };
      });
    const outcome = await runPlaced(context, OperationTypeNode.MUTATION, async () =>
      request ? runOnce() : { answer: await run() },
    );
    if ('answer' in outcome) return sendAnswer(res, outcome.answer, context, route);
    sendText(res.set(replayedHeader, 'true'), outcome.replayed, { status: route.status ?? 200 });
  };
}

/** Returns the function that sends a text of the operation's result as a file. */
function textSender(
  { at, subject, nameAt, instantAt, mediaType, ending }: TextFile,
  operation: CompiledOperation,
): Send {
  return async (res, variables, context) => {
    const { data } = await runOperation(operation, variables, context);
    const instant = instantAt && readInstant(data, instantAt);
    attach(res, nameAt ? `${subject}_${readText(data, nameAt)}` : subject, ending, instant ? { at: instant } : context);
    const text = readText(data, at);
    if (!context.answer.isLarge) return sendText(res, text, { type: `${mediaType}; charset=utf-8` });
    res.type(mediaType);
    await sendPieces(res, piecesOf(text));
  };
}

const charactersPerPiece = 256 * 1024;

async function* piecesOf(text: string): TextPieces {
  for (let at = 0; at < text.length;) {
    let end = at + charactersPerPiece;
    // A surrogate pair is one character, so it is not split.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    await nextTurn();
    yield text.slice(at, end);
    at = end;
  }
}
