// What can stand in the way of a write (409), for the docs: derived from its inputs, the unique constraints, and one table.
import { getNamedType, type GraphQLField } from 'graphql';
import { columnsOf, modelNames, relationsOf } from '../../data/model/model-fields';
import type { AppError } from '../../errors';
import { modelOfConstraint, uniqueColumns } from '../../data/tenancy/constraints';
import { entityName } from '../../data/tenancy/visible-rows';
import { wireName } from '../wire-names';

type Code = AppError['code'];
export type Conflicts = Partial<Record<Code, string>>;

const ownerStays: Conflicts = { entity_delete_forbidden: 'the user is the last Owner.' };
const daemonLives: Conflicts = { entity_in_use: 'a daemon runs on the host.' };
const keyUsed: Conflicts = { entity_in_use: 'a daemon uses the key.' };
const isRunning: Conflicts = { entity_in_use: 'a session of the discovery is active.' };
const bindingInTheWay: Conflicts = {
  binding_conflict: 'an address is bound both as a whole and with one of its ports.',
};
const noSecrets: Conflicts = { secrets_key_missing: 'the setting SECRETS_KEY is missing.' };
const idTaken = 'a row of the network with an id of the request exists.';
const partTwice = 'two rows of a list are equal, or an id of the request belongs to another row of the network.';

/** By mutation: conflicts that follow neither from its inputs nor from a unique constraint of its model. */
export const ownConflicts: Readonly<Record<string, Conflicts>> = {
  createBinding: bindingInTheWay,
  updateBinding: bindingInTheWay,
  createService: { ...bindingInTheWay, entity_already_exists: idTaken },
  updateService: {
    ...bindingInTheWay,
    entity_already_exists: partTwice,
    entity_in_use: 'its containers, virtual machines or groups belong to the network that it leaves.',
  },
  createHost: {
    ...bindingInTheWay,
    entity_already_exists: `the host exists, ${partTwice}`,
  },
  reportHost: { entity_already_exists: partTwice },
  updateHost: { ...bindingInTheWay, entity_already_exists: partTwice },
  planImport: { import_plans_exceeded: 'the organization has as many plans as it may have.' },
  createSavedView: { saved_views_exceeded: 'the user has as many saved views in the network as a user may have.' },
  applyImport: {
    entity_changed: 'a row that the plan rests on has changed, or has come.',
    import_in_progress: 'other imports are being applied to the network for longer than this one waits.',
  },
  createInvite: { entity_already_exists: 'the invited person has an account.' },
  createCredential: noSecrets,
  updateCredential: noSecrets,
  deleteHost: daemonLives,
  deleteHosts: daemonLives,
  deleteDaemonApiKey: keyUsed,
  deleteDaemonApiKeys: keyUsed,
  deleteDiscovery: isRunning,
  deleteDiscoveries: isRunning,
  deleteUser: ownerStays,
  deleteUsers: ownerStays,
  startDiscoverySession: { discovery_session_active: 'a session of the discovery is active; `id` is its id.' },
  rescanHost: {
    rescan_no_daemon: 'no daemon that can scan single hosts reaches the host.',
    discovery_session_active: 'the daemon has a run over single hosts already; `id` is its id.',
  },
  cancelDiscoverySession: { discovery_session_starting: 'the session is being handed to a daemon; try again.' },
  reportDiscoverySession: { discovery_session_active: 'another session of the discovery is active.' },
};

/** Those that answer the row which is there, where another operation would refuse. */
const answersTheExisting = new Set(['createSubnet']);

/** Reasons by code; none for what only reads. `inputs` are the names of the arguments and input fields that can be given. */
export function conflictsOf(field: GraphQLField<unknown, unknown>, inputs: ReadonlySet<string>): Conflicts {
  const isWrite = /^(create|update)/.test(field.name);
  return {
    ...(inputs.has('expectedUpdatedAt') && {
      entity_changed: '`expected_updated_at` differs from the stored row.',
    }),
    ...(isWrite && !answersTheExisting.has(field.name) && duplicates(field, inputs)),
    ...(field.name.startsWith('update') && leavingOthers(field, inputs)),
    ...ownConflicts[field.name],
  };
}

const modelOf = ({ type }: GraphQLField<unknown, unknown>) =>
  modelNames.find((model) => model === getNamedType(type).name);

function duplicates(field: GraphQLField<unknown, unknown>, inputs: ReadonlySet<string>): Conflicts {
  const model = modelOf(field);
  const duplicated = Object.entries(uniqueColumns)
    .filter(([constraint, [first]]) => modelOfConstraint(constraint) === model && inputs.has(first!))
    .map(([, columns]) => columns.filter((column) => inputs.has(column)).map((column) => `\`${wireName(column)}\``));
  if (!model || duplicated.length === 0) return {};
  const names = [...new Set(duplicated.map((columns) => columns.join(', ')))].join(' or ');
  return { entity_already_exists: `another ${entityName(model as never)} has the same ${names}.` };
}

/** Rows that refer to one within a network, or on a host, keep it there. */
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
