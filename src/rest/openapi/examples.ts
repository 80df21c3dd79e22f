// Examples of the OpenAPI document: answers that the service once gave, by operation id, from schema/examples.json.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Committed, and written by `node scripts/record-examples.mjs` alone. */
export const examplesFile = path.resolve(__dirname, '../../../schema/examples.json');

/** Whole envelopes as clients get them; secrets in them are made up. */
export type Examples = Readonly<Record<string, object>>;

/** Read anew each time, so that a process which has just recorded derives the document from what it recorded. */
export const recordedExamples = (): Examples => JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;
