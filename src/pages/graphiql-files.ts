// Serves GraphiQL from the installed package: its script, styles and workers are separate files of the service (no
// inline script, no CDN). Also reads the example documents for GraphiQL's tabs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { version } from '@graphql-yoga/render-graphiql/package.json';

interface Bundle {
  readonly js: string;
  readonly css: string;
  readonly editorWorkerService: string;
  readonly jsonWorker: string;
  readonly graphqlWorker: string;
}
type Part = keyof Bundle;

const partOf: Readonly<Record<string, Part>> = {
  'graphiql.js': 'js',
  'graphiql.css': 'css',
  'editor-worker.js': 'editorWorkerService',
  'json-worker.js': 'jsonWorker',
  'graphql-worker.js': 'graphqlWorker',
};

/** Serves `/:file`; calls next() for files that GraphiQL does not have. */
export function graphiqlFiles(): RequestHandler<{ file: string }> {
  let zipped: Promise<Record<Part, Buffer>> | undefined;
  return async (req, res, next) => {
    const { file } = req.params;
    const part = Object.hasOwn(partOf, file) ? partOf[file] : undefined;
    if (!part) return next();
    res.set({ ETag: `"${version}-${file}"`, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    if (req.fresh) return void res.status(304).end();
    const body = (await (zipped ??= zipBundle()))[part];
    res.type(path.extname(file));
    if (req.acceptsEncodings(['gzip', 'identity']) === 'gzip') res.set('Content-Encoding', 'gzip').send(body);
    else res.send(await promisify(gunzip)(body));
  };
}

/**
 * Compresses the files of GraphiQL when they are first requested. Nine megabytes of text become two, which stay in
 * memory.
 */
async function zipBundle(): Promise<Record<Part, Buffer>> {
  // The module `@graphql-yoga/render-graphiql/graphiql` exports the texts of the files. The package's HTML page is not
  // used: it contains the script inline, which the content security policy forbids.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would keep it in memory for good.
  const bundle = require('@graphql-yoga/render-graphiql/graphiql') as Bundle;
  delete require.cache[require.resolve('@graphql-yoga/render-graphiql/graphiql')];
  const zipPart = async (part: Part) => [part, await promisify(gzip)(bundle[part])] as const;
  return Object.fromEntries(await Promise.all(Object.values(partOf).map(zipPart))) as Record<Part, Buffer>;
}

const textOf = (name: string) => readFileSync(path.join(__dirname, 'examples', `${name}.graphql`), 'utf8');

/** Example documents for GraphiQL in the order of their tabs. Each document is a file in ./examples. */
export const examples: readonly string[] = [
  'vlans-with-ports',
  'hosts-with-services',
  'topology-graph',
  'tag-many-hosts',
  'who-am-i',
].map(textOf);

/**
 * The query that the GraphiQL page sends before it opens: who is signed in, and some row ids with which the example
 * documents can be run.
 */
export const startingPoint: string = textOf('starting-point');
