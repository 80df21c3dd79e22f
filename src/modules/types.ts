// Loads the types of all modules: `*.schema.ts` and `*.metadata.ts` declare them, `*.texts.ts` describe them.
import '../generated/module-types';
import { buildSchema } from '../graphql/schema';

export const schema = buildSchema();
