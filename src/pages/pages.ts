// Serves the HTML pages: start page, sign-in, GraphiQL, REST documentation, topology, shares, inventory, discovery,
// checks, account and organization. All files come from this service, under a strict content security policy.
import path from 'node:path';
import express, { Router, type Request, type RequestHandler } from 'express';
import { methodNotAllowed } from '../platform/http/negotiation';
import { examples, graphiqlFiles, startingPoint } from './graphiql-files';
import { agentFile } from './agent-file';
import { builtPages, builtPagesFiles } from './built-pages';

const files = path.join(__dirname, 'static');

const policy = (directives: Readonly<Record<string, string>>) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...directives,
  })
    .map((directive) => directive.join(' '))
    .join('; ');

const ownPolicy = policy({});
// GraphiQL's editor and Swagger UI add styles to the page, with fonts and icons as data URLs. So this policy allows
// them.
const apiPolicy = policy({
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'worker-src': "'self'",
});
// Icons in boxes of the topology are data URLs, exported images are blobs, and the layout runs in a web worker.
const topologySources = { 'img-src': "'self' data: blob:", 'worker-src': "'self'" };
const topologyPolicy = policy(topologySources);

/** Paths of the inventory pages: a network, a kind of row, one row, and the forms of a row. */
const inventoryPaths = [
  '',
  '/:networkId',
  '/:networkId/:kind',
  '/:networkId/:kind/:id',
  '/:networkId/:kind/:id/:form',
].map((path) => `/inventory${path}`);

/** Paths of the discovery page: without a network, with a network, and with a network and a part of the page. */
const discoveryPaths = ['', '/:networkId', '/:networkId/:part'].map((path) => `/discovery${path}`);

/** Paths of the checks page: a network, one check or the form for a new check, and the form for a stored check. */
const checksPaths = ['', '/:networkId', '/:networkId/:check', '/:networkId/:check/:form'].map(
  (path) => `/checks${path}`,
);

/**
 * How to answer a request for a shared topology: HTTP status, and sites that may embed the page (CSP
 * `frame-ancestors`).
 */
interface Frame {
  readonly status: number;
  readonly ancestors: string;
}
interface PagesOptions {
  readonly frameOf: (req: Request<{ id: string }>) => Promise<Frame>;
}

/** Whether the request contains a session cookie. The session may have expired, which the home page finds out. */
const hasSession = ({ headers }: Request): boolean => /(?:^|;\s*)session_id=/.test(headers.cookie ?? '');

/**
 * The router of all pages. Mount it at the root, before the authentication and rate limit of the APIs: the pages are
 * public and not limited.
 */
export function pages({ frameOf }: PagesOptions): Router {
  const router = Router();
  const page =
    (file: string, contentSecurityPolicy: string, root = files): RequestHandler =>
    (_req, res) => {
      res.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'no-cache' });
      res.sendFile(file, { root, cacheControl: false });
    };
  const [startPage, homePage] = [page('start.html', ownPolicy), page('home/index.html', ownPolicy, builtPages)];
  router.get('/', (req, res, next) => {
    res.vary('Cookie');
    return (hasSession(req) ? homePage : startPage)(req, res, next);
  });
  // Many people type this address. Other clients get the same refusal as for every unknown path.
  router.get('/login', (req, res, next) => (isForReader(req) ? res.vary('Accept').redirect('/sign-in') : next()));
  router.get('/sign-in', page('sign-in.html', ownPolicy));
  router.get('/graphiql', page('api/graphiql.html', apiPolicy, builtPages));
  router.get('/docs', page('api/docs.html', apiPolicy, builtPages));
  router.get('/topology', page('topology/index.html', topologyPolicy, builtPages));
  router.get(inventoryPaths, page('inventory/index.html', ownPolicy, builtPages));
  router.get(discoveryPaths, page('discovery/index.html', ownPolicy, builtPages));
  router.get(checksPaths, page('checks/index.html', ownPolicy, builtPages));
  router.get(['/account', '/account/:part'], page('people/account.html', ownPolicy, builtPages));
  router.get(['/organization', '/organization/:part'], page('people/organization.html', ownPolicy, builtPages));
  router.get('/share/:id', async (req, res) => {
    const { status, ancestors } = await frameOf(req);
    if (ancestors !== "'none'") res.removeHeader('X-Frame-Options');
    const contentSecurityPolicy = policy({ ...topologySources, 'frame-ancestors': ancestors });
    res.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'no-store' }).status(status);
    res.sendFile('topology/share.html', { root: builtPages, cacheControl: false });
  });
  router.all('/share/:id', methodNotAllowed(['GET']));
  const people = ['/account', '/account/:part', '/organization', '/organization/:part'];
  for (const path of [
    '/',
    '/sign-in',
    '/graphiql',
    '/docs',
    '/topology',
    ...inventoryPaths,
    ...discoveryPaths,
    ...checksPaths,
    ...people,
  ])
    router.all(path, methodNotAllowed(['GET']));

  // A browser that opens the path of the GraphQL API prefers HTML, and is redirected to GraphiQL. API clients accept
  // JSON or any type.
  router.get('/graphql', (req, res, next) => {
    if (!isForReader(req)) return next();
    const query = req.originalUrl.indexOf('?');
    res.vary('Accept').redirect(`/graphiql${query < 0 ? '' : req.originalUrl.slice(query)}`);
  });

  router.get('/assets/examples.json', (_req, res) => {
    res.set('Cache-Control', 'no-cache').json({ startingPoint, examples });
  });
  const qrCode = path.join(path.dirname(require.resolve('qrcode-generator')), 'qrcode.mjs');
  router.get('/assets/qrcode.mjs', (_req, res) => {
    res.set('Cache-Control', 'no-cache').sendFile(qrCode, { cacheControl: false });
  });
  router.use(agentFile());
  router.get('/assets/graphiql/:file', graphiqlFiles());
  router.get('/assets/built/:file', builtPagesFiles());
  router.use('/assets', express.static(files, { index: false, redirect: false, setHeaders: guarded }));
  return router;
}

/** Whether the caller prefers a page to JSON, as browsers do. API clients accept JSON or any type. */
const isForReader = (req: Request): boolean => req.accepts(['json', 'html']) === 'html';

/** Paths of the APIs, where all callers get refusals as JSON. */
const isApiPath = (path: string): boolean => /^\/(api|graphql|mcp)(\/|$)/.test(path);

/** Answers a browser that opens an unknown address with a page. Mount it behind all routes. */
export const noSuchPage: RequestHandler = (req, res, next) => {
  if (!['GET', 'HEAD'].includes(req.method) || isApiPath(req.path) || !isForReader(req)) return next();
  res.set({ 'Content-Security-Policy': ownPolicy, 'Cache-Control': 'no-store' }).vary('Accept').status(404);
  res.sendFile('not-found.html', { root: files, cacheControl: false });
};

function guarded(res: express.Response): void {
  res.set({ 'Content-Security-Policy': ownPolicy, 'Cache-Control': 'no-cache' });
}
