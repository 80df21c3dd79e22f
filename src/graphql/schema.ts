// Builds the GraphQL schema from all declared types, and applies the rules of this service to every field.
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
import { retryMutations } from './plugin/retried-mutations';
import { sliceLists } from './plugin/sliced-lists';
import { guardOperations } from './documents/public-operations';

/**
 * Builds the schema. Call it after all types are declared. `preparations` selects the optimizations to apply, for
 * measurements.
 */
export function buildSchema(preparations?: readonly Preparation[]): GraphQLSchema {
  makeNodes();
  const builtSchema = describeCommon(withAtDirective(builder.toSchema({ sortSchema: true })));
  const preparedSchema = prepareForJit(fillPast(builtSchema), preparations);
  return sliceLists(guardOperations(guardFields(followInstants(retryMutations(preparedSchema)))));
}
