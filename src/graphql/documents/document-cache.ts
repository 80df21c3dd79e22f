// What is kept of callers' documents, so that one that is sent again is neither parsed nor validated again.
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Characters of all documents that are kept. Parsed and validated, one takes 90 to 240 bytes a character: 48 MB at most. */
export const mostDocumentCharacters = 200_000;
const mostRefusedCharacters = 50_000;

const cacheOf = <T extends object>(maxSize: number) =>
  new LRUCache<string, T>({ maxSize, sizeCalculation: (_kept, text) => text.length + 1 });

/** The caches of one endpoint, by the text of a document: of those that parse, and of the errors of those that do not. */
export const documentCaches = () => ({
  documentCache: cacheOf<DocumentNode>(mostDocumentCharacters),
  errorCache: cacheOf<Error>(mostRefusedCharacters),
});
