// The schema that the types of all modules make up: each `*.schema.ts` and `*.metadata.ts` below this folder declares some.
import '../generated/module-types';
import { buildSchema } from '../graphql/schema';

export const schema = buildSchema();
