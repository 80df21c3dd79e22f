// The causes of conflict errors (409) of a mutation, for the documentation. They are derived from the mutation's
// inputs, the unique constraints, and the manifests of entities.
import { getNamedType, type GraphQLField } from 'graphql';
import { columnsOf, modelNames, relationsOf } from '../../data/model/model-fields';
import type { Conflicts } from '../../data/model/entity-manifest';
import { modelOfConstraint } from '../../data/tenancy/constraints';
import { entityName } from '../../data/tenancy/visible-rows';
import { answersExisting, ownConflicts, uniqueColumns } from '../../generated/entity-facts';
import { wireName } from '../documents/wire-names';

/**
 * Causes of conflicts by error code; empty for queries. `inputs` are the names of the arguments and input fields that
 * the request can set.
 */
export function fieldConflicts(field: GraphQLField<unknown, unknown>, inputs: ReadonlySet<string>): Conflicts {
  const isWrite = /^(create|update)/.test(field.name);
  return {
    ...(inputs.has('expectedUpdatedAt') && {
      entity_changed: '`expected_updated_at` differs from the stored row.',
    }),
    ...(isWrite && !answersExisting.includes(field.name) && duplicates(field, inputs)),
    ...(field.name.startsWith('update') && leavingOthers(field, inputs)),
    ...ownConflicts[field.name],
  };
}

const modelOf = ({ type }: GraphQLField<unknown, unknown>) =>
  modelNames.find((model) => model === getNamedType(type).name);

function duplicates(field: GraphQLField<unknown, unknown>, inputs: ReadonlySet<string>): Conflicts {
  const model = modelOf(field);
  const duplicateConflicts = Object.entries(uniqueColumns)
    .filter(([constraint, [first]]) => modelOfConstraint(constraint) === model && inputs.has(first!))
    .map(([, columns]) => columns.filter((column) => inputs.has(column)).map((column) => `\`${wireName(column)}\``));
  if (!model || duplicateConflicts.length === 0) return {};
  const names = [...new Set(duplicateConflicts.map((columns) => columns.join(', ')))].join(' or ');
  // GraphQL types are named after their Prisma models, so `model` is the name of a model. TypeScript cannot know that.
  return { entity_already_exists: `another ${entityName(model as never)} has the same ${names}.` };
}

/** The conflict of an update that moves a row to another network, host or service while other rows refer to the row. */
function leavingOthers(field: GraphQLField<unknown, unknown>, inputs: ReadonlySet<string>): Conflicts {
  const model = modelOf(field);
  if (!model) return {};
  const scopes = ['networkId', 'hostId', 'serviceId'].filter((name) => inputs.has(name) && columnsOf(model).has(name));
  const isReferredTo = [...relationsOf(model).values()].some(({ foreignKey }) => !foreignKey.isHere);
  if (scopes.length === 0 || !isReferredTo) return {};
  return {
    entity_in_use: `another ${scopes.map((name) => `\`${wireName(name)}\``).join(' or ')}, and other rows refer to it.`,
  };
}
