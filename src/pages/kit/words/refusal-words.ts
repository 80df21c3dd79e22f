// Converts errors of the service to texts for users, without names of the API's fields and types, and without ids.
import { fieldWords, typeWords, upperFirst } from './field-words';

export type RefusalParams = Readonly<Record<string, unknown>>;

const typeAt = (params: RefusalParams, name = 'entity'): string =>
  typeof params[name] === 'string' ? typeWords(params[name]) : 'row';

/** Why two hosts cannot be merged, in words for users. The keys are the service's reasons. */
const mergeReasons: Readonly<Record<string, string>> = {
  'same host': 'both are the same host',
  'other network': 'they are in different networks',
  'other has a daemon': 'a daemon runs on one of them, choose it as the host that stays',
};
function mergeReason(reason: string): string {
  const [, count, list] = /^more than (\d+) (\w+)$/.exec(reason) ?? [];
  return list === undefined
    ? (mergeReasons[reason] ?? reason)
    : `together they have more than ${count} ${fieldWords(list)}`;
}

const megabyte = 1_048_576;

const placeWords = ({ line, column }: RefusalParams): string => `line ${String(line)}, column ${String(column)}`;
const withoutStop = (problem: unknown): string => String(problem).replace(/\.$/, '');

const sentences: Readonly<Record<string, (params: RefusalParams, label: string) => string>> = {
  entity_already_exists: (params, label) =>
    params.value === null || params.value === undefined
      ? `another ${typeAt(params)} with this ${label} exists already`
      : `another ${typeAt(params)} with the ${label} “${String(params.value as string | number)}” exists already`,
  entity_not_found: (params) => `the ${typeAt(params)} was deleted, or you have no access to it`,
  entity_access_denied: (params) => `you have no access to the ${typeAt(params)}, or it was deleted`,
  entity_changed: (params) => `somebody else changed the ${typeAt(params)} meanwhile`,
  entity_moved: (params) => `the ${typeAt(params)} belongs to another ${typeAt(params, 'owner')} now`,
  entity_merged: (params) => `the ${typeAt(params)} is a part of another ${typeAt(params)} now`,
  entity_in_use: (params) => `the ${typeAt(params)} is in use by at least one ${typeAt(params, 'used_by')}`,
  entity_delete_forbidden: (params) => `the ${typeAt(params)} cannot be deleted: ${String(params.reason)}`,
  entity_reference_invalid: (params, label) => `${label}: this ${typeAt(params)} does not fit here`,
  entity_required: (params) => `the ${typeAt(params)} is missing`,
  entity_network_mismatch: (params) => `the ${typeAt(params)} belongs to another network`,
  entity_expired: (params) => `the ${typeAt(params)} has expired`,
  entity_disabled: (params) => `the ${typeAt(params)} is disabled`,
  validation_bulk_empty: () => 'nothing is chosen',
  query_too_expensive: ({ field, cost, maximum }) =>
    String(field).endsWith('.document')
      ? `the query costs ${String(cost)} points, and may cost ${String(maximum)}`
      : 'this is too much for one request: choose less',
  payload_too_large: ({ max_bytes: bytes }) =>
    `this is too large: at most ${Number((Number(bytes) / megabyte).toFixed(1))} MB can be sent`,
  hosts_consolidate_failed: ({ reason }) => `the hosts cannot be merged: ${mergeReason(String(reason))}`,
  subnet_full: () => 'the subnet has no free address',
  check_document_invalid: ({ problem, ...place }) => `${placeWords(place)}: ${withoutStop(problem)}`,
  check_document_denied: ({ name, ...place }) => `${placeWords(place)}: a check may not read ${String(name)}`,
  check_expression_invalid: ({ problem, ...place }) => `${placeWords(place)}: ${withoutStop(problem)}`,
  supposed_change_impossible: () => 'the network has changed, and a what-if change is not possible any more',
  binding_conflict: () => 'another binding of the service has this address, as a whole or with one of its ports',
  address_reservation_conflict: ({ first, last }) =>
    first === last ? `${String(first)} is reserved already` : `${String(first)} to ${String(last)} is reserved already`,
  rescan_no_daemon: () => 'no daemon that can scan single hosts reaches the host',
  discovery_session_active: () => 'a run is active already: wait until it has ended',
  discovery_session_starting: () => 'the run is starting: try again in a moment',
  discovery_session_not_found: () => 'the run has ended, or was deleted',
  auth_permission_denied: ({ required }) => `this needs the role ${String(required)}`,
  internal_error: () => 'something went wrong inside the service, try again later',
};

const labelOfPath = (path: string): string => {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  return fieldWords(name.replace(/Ids$/, 's').replace(/Id$/, '').replace(/_/g, ' '));
};

/**
 * The text to show for an error of the service. `message` is the original text. `label` is the label of the faulty
 * field; without it, a label is made from the field's name.
 */
export function refusalWords(message: string, code: string, params: RefusalParams, label?: string): string {
  const field = typeof params.field === 'string' ? params.field : '';
  const fieldLabel = label ?? labelOfPath(field);
  const isComplete = !code.startsWith('entity_') || typeof params.entity === 'string';
  const sentence = isComplete ? sentences[code]?.(params, fieldLabel) : undefined;
  // Messages about a field begin with its API path. Users see the label instead.
  const ownWords =
    field !== '' && message.startsWith(`${field} `) ? `${fieldLabel}${message.slice(field.length)}` : message;
  return upperFirst(`${(sentence ?? ownWords).replace(/\.$/, '')}.`);
}
