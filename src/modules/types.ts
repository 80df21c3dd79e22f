// The schema that the types of all modules make up: `*.schema.ts` and `*.metadata.ts` declare some, `*.texts.ts` describe them.
import '../generated/module-types';
import { buildSchema } from '../graphql/schema';

export const schema = buildSchema();
