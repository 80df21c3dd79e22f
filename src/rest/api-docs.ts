// Publishes the REST contract: /openapi.json, and Swagger UI at /docs, served from installed files only.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router, type RequestHandler } from 'express';
import { methodNotAllowed } from '../platform/http/negotiation';
import { taggedAnswer } from '../platform/http/tagged-answer';

/** The committed document. It is the same for every installation; a test compares it with a newly generated one. */
const openApiFile = path.resolve(__dirname, '../../schema/openapi.json');

const swaggerUi = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

// Swagger UI sets style attributes. Scripts are only loaded from this service.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Netloom REST API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const startScript = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: 'none',
});
`;

/** Mount at the root. Public, because it contains no organization's data. */
export function apiDocs(): Router {
  const router = Router();
  const serve = (type: string, text: string): RequestHandler => {
    return (_req, res) => {
      res.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'no-cache' }).type(type).send(text);
    };
  };
  router.get(
    '/openapi.json',
    taggedAnswer(async () => JSON.stringify(JSON.parse(await readFile(openApiFile, 'utf8')))),
  );
  router.get('/docs', serve('html', page));
  router.get('/docs/start.js', serve('js', startScript));
  for (const name of assets) {
    router.get(`/docs/${name}`, (_req, res) => res.sendFile(path.join(swaggerUi, name), { maxAge: '1h' }));
  }
  const paths = ['/openapi.json', '/docs', '/docs/start.js', ...assets.map((name) => `/docs/${name}`)];
  for (const path of paths) router.all(path, methodNotAllowed(['GET']));
  return router;
}
