// The schema of all types that are declared when it is built, with the engine's rules around every field.
import type { GraphQLSchema } from 'graphql';
import './scalars';
import './enums';
import './descriptions/common-texts';
import './node/node-queries';
import { builder } from './builder';
import { describeCommon } from './descriptions/descriptions';
import { prepareForJit, type Preparation } from './jit/compile';
import { makeNodes } from './node/identities';
import { fillPast } from './past';
import { withAtDirective } from './plugin/at-directive';
import { guardFields } from './plugin/guarded-fields';
import { followInstants } from './plugin/instants';
import { checkNestedCursors } from './lists/nested-cursors';
import { retryMutations } from './plugin/retried-mutations';
import { sliceLists } from './plugin/sliced-lists';
import { guardOperations } from './documents/public-operations';

/** Call when every type has been declared on the builder. `preparations`: for measuring what each is worth. */
export function buildSchema(preparations?: readonly Preparation[]): GraphQLSchema {
  makeNodes();
  const built = describeCommon(withAtDirective(builder.toSchema({ sortSchema: true })));
  const prepared = prepareForJit(checkNestedCursors(fillPast(built)), preparations);
  return sliceLists(guardOperations(guardFields(followInstants(retryMutations(prepared)))));
}
