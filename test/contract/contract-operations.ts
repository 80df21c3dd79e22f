// Lists the REST operations that clients may rely on (the contract): id, method and path of each operation.
import { toSingular } from '../../src/platform/text/names';
import { mergedSamples } from '../support/samples';

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  /** The path as the OpenAPI document spells it. */
  readonly path: string;
}

const operation = (id: string, method: string, path: string): ContractOperation => ({ id, method, path });
const v1 = (id: string, method: string, path: string) => operation(id, method, `/api/v1/${path}`);

interface Resource {
  /** The singular noun in the operation ids, if it cannot be derived from the path. */
  readonly one?: string;
  readonly many?: string;
  /** The id of the list operation, if it is not `list_{many}`. */
  readonly list?: string;
  /** Operations that this resource does not have. */
  readonly without?: readonly ('create' | 'update')[];
}

/** The operations that most resources have: list, create, get, update, delete, bulk delete and CSV export. */
function standard(path: string, { one, many, list, without = [] }: Resource = {}): ContractOperation[] {
  const plural = many ?? path.replace(/-/g, '_');
  const singular = one ?? toSingular(plural);
  return [
    v1(list ?? `list_${plural}`, 'get', path),
    ...(without.includes('create') ? [] : [v1(`create_${singular}`, 'post', path)]),
    v1(`get_${singular}_by_id`, 'get', `${path}/{id}`),
    ...(without.includes('update') ? [] : [v1(`update_${singular}`, 'put', `${path}/{id}`)]),
    v1(`delete_${singular}`, 'delete', `${path}/{id}`),
    v1(`bulk_delete_${plural}`, 'post', `${path}/bulk-delete`),
    v1(`export_${plural}_csv`, 'get', `${path}/export/csv`),
  ];
}

/** Every operation of the contract, whether the service has it yet or not. */
export const contractOperations: readonly ContractOperation[] = [
  ...standard('networks'),
  ...standard('hosts', { list: 'get_all_hosts' }),
  v1('export_hosts_zip', 'get', 'hosts/export/zip'),
  ...standard('services', { list: 'get_all_services' }),
  ...standard('subnets'),
  ...standard('groups'),
  ...standard('vlans'),
  ...standard('tags', { list: 'get_all_tags' }),
  ...standard('ip-addresses'),
  ...standard('interfaces'),
  ...standard('ports'),
  ...standard('bindings'),
  ...standard('discovery', { one: 'discovery', many: 'discoveries' }),
  ...standard('daemons', { list: 'get_daemons', without: ['create', 'update'] }),
  ...standard('auth/daemon', { one: 'daemon_api_key', many: 'daemon_api_keys' }),
  ...standard('auth/keys', { one: 'user_api_key', many: 'user_api_keys', list: 'get_all_user_api_keys' }),
  ...standard('users', { list: 'get_all_users', without: ['create'] }),
  ...standard('snapshots', { without: ['update'] }),
  ...standard('shares'),
  ...standard('credentials', { list: 'get_all_credentials' }),

  v1('bulk_add_tag', 'post', 'tags/assign/bulk-add'),
  v1('bulk_remove_tag', 'post', 'tags/assign/bulk-remove'),
  v1('set_entity_tags', 'put', 'tags/assign'),

  v1('consolidate_hosts', 'put', 'hosts/{destination_host}/consolidate/{other_host}'),
  v1('create_host_discovery', 'post', 'hosts/discovery'),
  v1('create_host_discoveries', 'post', 'hosts/discovery/batch'),
  v1('create_vlan_discovery', 'post', 'vlans/discovery'),
  v1('rotate_user_api_key', 'post', 'auth/keys/{id}/rotate'),
  v1('rotate_daemon_api_key', 'post', 'auth/daemon/{id}/rotate'),
  v1('admin_update_user', 'put', 'users/{id}/admin'),
  v1('get_organization', 'get', 'organizations'),
  v1('update_org_name', 'put', 'organizations/{id}'),
  v1('delete_organization', 'delete', 'organizations/{id}'),
  v1('reset_organization', 'post', 'organizations/{id}/reset'),
  v1('start_session', 'post', 'discovery/start-session'),
  v1('get_active_sessions', 'get', 'discovery/active-sessions'),
  v1('cancel_discovery', 'post', 'discovery/{session_id}/cancel'),
  v1('receive_discovery_update', 'post', 'discovery/{session_id}/update'),
  v1('stream_discovery', 'get', 'discovery/stream'),
  v1('stream_topology', 'get', 'topology/stream'),
  v1('provision_daemon', 'post', 'daemons/provision'),
  v1('retry_daemon_connection', 'post', 'daemons/{id}/retry-connection'),
  v1('get_dashboard_summary', 'get', 'dashboard/summary'),
  v1('get_invites', 'get', 'invites'),
  v1('create_invite', 'post', 'invites'),
  v1('get_invite', 'get', 'invites/{id}'),
  v1('revoke_invite', 'delete', 'invites/{id}/revoke'),
  v1('accept_invite', 'get', 'invites/{id}/accept'),
  v1('get_public_share_metadata', 'get', 'shares/public/{id}'),
  v1('verify_share_password', 'post', 'shares/public/{id}/verify'),
  v1('get_public_share_topology', 'post', 'shares/public/{id}/topology'),

  v1('get_all_topologies', 'get', 'topology'),
  v1('get_topology_by_id', 'get', 'topology/{id}'),
  v1('export_topologies_csv', 'get', 'topology/export/csv'),
  v1('update_topology', 'put', 'topology/{id}'),
  v1('get_topology_data', 'get', 'topology/data'),
  v1('export_topology_mermaid', 'get', 'topology/{id}/export/mermaid'),
  v1('export_topology_confluence', 'get', 'topology/{id}/export/confluence'),

  operation('setup', 'post', '/api/auth/setup'),
  operation('register', 'post', '/api/auth/register'),
  operation('login', 'post', '/api/auth/login'),
  operation('logout', 'post', '/api/auth/logout'),
  operation('get_current_user', 'post', '/api/auth/me'),
  operation('update_password_auth', 'post', '/api/auth/update'),
  operation('forgot_password', 'post', '/api/auth/forgot-password'),
  operation('reset_password', 'post', '/api/auth/reset-password'),
  operation('verify_email', 'post', '/api/auth/verify-email'),
  operation('resend_verification', 'post', '/api/auth/resend-verification'),
  operation('request_email_change', 'post', '/api/auth/request-email-change'),
  operation('unlink_oidc_account', 'post', '/api/auth/oidc/{slug}/unlink'),
  operation('get_version', 'get', '/api/version'),
  operation('get_health', 'get', '/api/health'),
  operation('get_public_config', 'get', '/api/config'),
  operation('get_metadata_registry', 'get', '/api/metadata'),
  operation('get_metrics', 'get', '/api/metrics'),
  operation('get_hosts_alias', 'get', '/api/hosts'),
  operation('get_services_alias', 'get', '/api/services'),
  operation('get_openapi', 'get', '/openapi.json'),

  operation('register_daemon', 'post', '/api/daemons/register'),
  operation('daemon_startup', 'post', '/api/daemons/{id}/startup'),
  operation('receive_work_request', 'post', '/api/daemons/{id}/request-work'),
  operation('receive_heartbeat', 'post', '/api/daemons/{id}/heartbeat'),
  operation('update_capabilities', 'post', '/api/daemons/{id}/update-capabilities'),
];

/**
 * Operations of the service that are not in `contractOperations`, each with its purpose. Operations of an entity are
 * listed in that entity's `*.samples.ts`.
 */
export const ownOperations: Readonly<Record<string, string>> = {
  ...mergedSamples('operations'),
  check_email: 'before registration, by newer clients: the same answer for every address',
  authorize_oidc: 'where a browser begins to sign in with a provider',
  oidc_callback: 'where a provider sends the browser back',
  give_second_factor: 'finishes a sign-in to an account with a second factor',
  enrol_second_factor: 'begins to set up a second factor',
  confirm_second_factor: 'sets it up',
  replace_recovery_codes: 'makes new recovery codes',
  remove_second_factor: 'removes it',
  list_sessions: 'what people look at when they fear that somebody else is in',
  end_session: 'ends one of them',
  end_other_sessions: 'ends all but this one',
  get_second_factor: 'which there are',
  list_passkeys: 'passkeys of an account',
  get_passkey_options: 'begins to add one',
  add_passkey: 'adds it',
  rename_passkey: 'gives one another name',
  remove_passkey: 'removes one',
  get_passkey_challenge: 'what a passkey is to sign',
  sign_in_by_passkey: 'signs in by it',
  link_oidc_account: 'links a provider by the session',
  oidc_backchannel_logout: 'where a provider ends the sessions of a person',
  read_current_user: 'GET beside POST /api/auth/me: a read that needs no body and no origin',
};

/**
 * Operations of the contract that the service does not have yet, by the feature that they need. A test fails if the
 * service has an operation that is still listed here.
 */
export const missingOperations: Readonly<Record<string, readonly string[]>> = {};
