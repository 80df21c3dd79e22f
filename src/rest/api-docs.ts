// Publishes the REST contract: /openapi.json, and the files of Swagger UI for the page /docs.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import { methodNotAllowed } from '../platform/http/negotiation';
import { taggedAnswer } from '../platform/http/tagged-answer';

/**
 * Path of the committed OpenAPI document. It is the same for every installation; a test compares it with a newly
 * generated document.
 */
const openApiFile = path.resolve(__dirname, '../../schema/openapi.json');

const swaggerUi = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js'];

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

/** The published document, with the public URL of this installation if it has one. */
async function readDocument(publicUrl: string | undefined): Promise<object> {
  const document = JSON.parse(await readFile(openApiFile, 'utf8')) as { servers: { url: string }[] };
  const [server] = document.servers;
  return publicUrl === undefined ? document : { ...document, servers: [{ ...server, url: publicUrl }] };
}

/**
 * The router of the REST documentation. Mount it at the root. `publicUrl` is the URL of the service for users. The
 * router is public, because it contains no data of organizations.
 */
export function apiDocs(publicUrl: string | undefined): Router {
  const router = Router();
  router.get(
    '/openapi.json',
    taggedAnswer(async () => JSON.stringify(await readDocument(publicUrl))),
  );
  router.get('/docs/start.js', (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('js').send(startScript);
  });
  for (const name of assets) {
    router.get(`/docs/${name}`, (_req, res) => res.sendFile(path.join(swaggerUi, name), { maxAge: '1h' }));
  }
  const paths = ['/openapi.json', '/docs/start.js', ...assets.map((name) => `/docs/${name}`)];
  for (const path of paths) router.all(path, methodNotAllowed(['GET']));
  return router;
}
