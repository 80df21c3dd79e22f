// Caches the documents of callers, so that a repeated document is not parsed and validated again.
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/**
 * Maximum number of characters in all cached documents. A parsed and validated document takes 90 to 240 bytes per
 * character, so the cache takes 48 MB at most.
 */
export const mostDocumentCharacters = 200_000;
const mostRefusedCharacters = 50_000;

const cacheOf = <T extends object>(maxSize: number) =>
  new LRUCache<string, T>({ maxSize, sizeCalculation: (_kept, text) => text.length + 1 });

/** Creates the caches of one endpoint, each by document text: one of parsed documents, and one of parse errors. */
export const documentCaches = () => ({
  documentCache: cacheOf<DocumentNode>(mostDocumentCharacters),
  errorCache: cacheOf<Error>(mostRefusedCharacters),
});
