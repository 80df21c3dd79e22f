// Serves the built pages. File names contain a hash of the content, so browsers cache the files permanently. Also
// exports the GraphQL documents of the pages, for a service that is set to execute only documents that it knows.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';
import { Kind, parse, print, type DocumentNode } from 'graphql';
import * as operations from '../generated/operations';
import { toPastQuery } from './kit/as-of';

export const builtPages = path.join(__dirname, '..', 'generated', 'built-pages');

const isBuiltFile = (file: string) => /^[\w.-]+-[\w-]{8}\.(js|css|svg)$/.test(file);

/**
 * Serves `/:file`, compressed by gzip if the browser accepts that. Calls next() for files that are not part of the
 * build.
 */
export function builtPagesFiles(): RequestHandler<{ file: string }> {
  return (req, res, next) => {
    const { file } = req.params;
    if (!isBuiltFile(file) || !existsSync(path.join(builtPages, file))) return next();
    const isZipped = req.acceptsEncodings(['gzip', 'identity']) === 'gzip';
    res.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    if (isZipped) res.set('Content-Encoding', 'gzip');
    res.type(path.extname(file));
    res.sendFile(isZipped ? `${file}.gz` : file, { root: builtPages, cacheControl: false });
  };
}

const documentsOf = (prefix: string) =>
  Object.entries(operations).flatMap(([name, document]) =>
    name.startsWith(prefix) && name.endsWith('Document') ? [document as DocumentNode] : [],
  );
const isQuery = ({ definitions: [operation] }: DocumentNode) =>
  operation?.kind === Kind.OPERATION_DEFINITION && operation.operation === 'query';
const ofTimes = ['Kit', 'Page', 'Inventory', 'ChecksPage'].flatMap(documentsOf);

/**
 * The GraphQL documents of the built pages, which the service accepts even if it refuses all others. Queries of pages
 * that can show a past instant are listed a second time, with the directive `@at`.
 */
export const pageDocuments: readonly DocumentNode[] = [
  ...documentsOf('People'),
  ...documentsOf('Home'),
  ...documentsOf('DiscoveryPage'),
  ...ofTimes,
  ...ofTimes.filter(isQuery).map((document) => parse(toPastQuery(print(document)), { noLocation: true })),
];
