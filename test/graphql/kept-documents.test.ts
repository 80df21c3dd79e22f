// Tests that the caches of callers' documents (parsed, invalid and compiled) are bounded by total size, not by number.
import { buildSchema, parse } from 'graphql';
import { documentCaches, mostDocumentCharacters } from '../../src/graphql/documents/document-cache';
import { frequentQueries } from '../../src/graphql/jit/frequent-queries';

const textOf = (at: number, length: number) => `{ a${at} }`.padEnd(length);

test.each([2000, 100])('parsed documents of %d characters are cached up to the bound, the latest ones', (length) => {
  const { documentCache } = documentCaches();
  const texts = Array.from({ length: (2 * mostDocumentCharacters) / length }, (_, at) => textOf(at, length));
  for (const text of texts) documentCache.set(text, parse(text));
  expect([...documentCache.keys()].join('').length).toBeLessThanOrEqual(mostDocumentCharacters);
  expect(documentCache.size).toBeGreaterThan(texts.length / 3);
  expect(documentCache.get(texts.at(-1)!)).toEqual(parse(texts.at(-1)!));
  expect(documentCache.get(texts[0]!)).toBeUndefined();
});

test('errors of documents that do not parse are cached up to a bound', () => {
  const { errorCache } = documentCaches();
  for (let at = 0; at < 100; at += 1) errorCache.set(textOf(at, 10_000), new Error('of a document'));
  expect([...errorCache.keys()].join('').length).toBeLessThan(100_000);
});

test('compiled documents are cached up to a total number of fields, the latest ones', () => {
  const compiledOf = frequentQueries(buildSchema('type Query { port: Int }'));
  const documents = Array.from({ length: 15 }, (_, at) =>
    parse(`{ ${Array.from({ length: 900 }, (_, field) => `p${at}_${field}: port`).join(' ')} }`),
  );
  for (const document of documents) for (let time = 0; time < 3; time += 1) compiledOf(document);
  expect(compiledOf(documents.at(-1)!)).toBeDefined();
  expect(compiledOf(documents[0]!)).toBeUndefined();
});
