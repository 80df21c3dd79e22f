// The schema of all types that are declared when it is built, with the engine's rules around every field.
import type { GraphQLSchema } from 'graphql';
import './scalars';
import './enums';
import { builder } from './builder';
import { describeCommon } from './descriptions';
import { withAtDirective } from './plugin/at-directive';
import { guardFields } from './plugin/guarded-fields';
import { followInstants } from './plugin/instants';
import { checkNestedCursors } from './plugin/nested-cursors';
import { readPlainColumns } from './plugin/plain-columns';
import { retryMutations } from './plugin/retried-mutations';
import { sharePaths } from './plugin/shared-paths';
import { guardOperations } from './public-operations';

/** Call once, after every type has been declared on the builder. */
export function buildSchema(): GraphQLSchema {
  const built = describeCommon(withAtDirective(builder.toSchema({ sortSchema: true })));
  return guardOperations(
    guardFields(followInstants(retryMutations(readPlainColumns(sharePaths(checkNestedCursors(built)))))),
  );
}
