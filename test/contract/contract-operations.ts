// The operations that the domain reference promises (its parts 6.1 to 6.5 and 10.3): id, method and path of each.
import { singularOf } from '../../src/platform/text/names';

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  /** As the OpenAPI document spells it. */
  readonly path: string;
}

const operation = (id: string, method: string, path: string): ContractOperation => ({ id, method, path });
const v1 = (id: string, method: string, path: string) => operation(id, method, `/api/v1/${path}`);

interface Resource {
  /** The noun of one, where it is not the path's. */
  readonly one?: string;
  readonly many?: string;
  /** The id of the list, where it is not `list_{many}`. */
  readonly list?: string;
  /** Operations that this resource does not have. */
  readonly without?: readonly ('create' | 'update')[];
}

/** 6.1: list, create, get, update, delete, bulk delete and CSV export of a resource. */
function standard(path: string, { one, many, list, without = [] }: Resource = {}): ContractOperation[] {
  const plural = many ?? path.replace(/-/g, '_');
  const singular = one ?? singularOf(plural);
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

/** Everything that the reference promises, whether it is there yet or not. */
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

/** Operations of ours that the reference does not name, each with what it is for. */
export const ownOperations: Readonly<Record<string, string>> = {
  list_prometheus_hosts: 'Prometheus takes its targets from it',
  list_prometheus_services: 'Prometheus takes its targets from it',
  get_ansible_inventory: 'Ansible reads it',
  get_interface_counters: 'what passes a port, by its counters',
  list_dependencies: 'groups, as they were once called: deprecated',
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
  set_organization_second_factor: 'whether an organization asks its people for one',
  link_oidc_account: 'links a provider by the session',
  oidc_backchannel_logout: 'where a provider ends the sessions of a person',
  read_current_user: 'GET beside POST /api/auth/me: a read that needs no body and no origin',
  export_topology_dot: 'Graphviz reads it',
  export_topology_graphml: 'yEd, Gephi and the libraries of most languages read it',
  export_topology_cytoscape: 'Cytoscape reads it',
  export_topology_svg: 'people look at it',
  export_topology_edges_csv: 'spreadsheets read it',
  get_topology_diff: 'what became of a view, to draw it',
  export_topology_diff_csv: 'spreadsheets read it',
  get_network_diff: 'what is not as it was',
  export_network_diff_csv: 'spreadsheets read it',
  get_binding_history: 'the states of a row, who brought them and when',
  export_binding_history_csv: 'spreadsheets read it',
  get_group_history: 'the states of a row, who brought them and when',
  export_group_history_csv: 'spreadsheets read it',
  get_host_history: 'the states of a row, who brought them and when',
  export_host_history_csv: 'spreadsheets read it',
  get_interface_history: 'the states of a row, who brought them and when',
  export_interface_history_csv: 'spreadsheets read it',
  get_ip_address_history: 'the states of a row, who brought them and when',
  export_ip_address_history_csv: 'spreadsheets read it',
  get_port_history: 'the states of a row, who brought them and when',
  export_port_history_csv: 'spreadsheets read it',
  get_service_history: 'the states of a row, who brought them and when',
  export_service_history_csv: 'spreadsheets read it',
  get_subnet_history: 'the states of a row, who brought them and when',
  export_subnet_history_csv: 'spreadsheets read it',
  get_tag_history: 'the states of a row, who brought them and when',
  export_tag_history_csv: 'spreadsheets read it',
  get_vlan_history: 'the states of a row, who brought them and when',
  export_vlan_history_csv: 'spreadsheets read it',
  list_audit_events: 'who did what, for the Admins that the reference keeps it for',
  get_audit_event_by_id: 'one of them',
  export_audit_events_csv: 'spreadsheets read them',
  plan_import: 'what importing a file would do, before it does it',
  get_import_plan_by_id: 'such a plan',
  list_import_plan_rows: 'its rows',
  apply_import: 'does what the plan says',
  list_routes: 'the routing tables of hosts',
  get_route_by_id: 'one of their rows',
  export_routes_csv: 'spreadsheets read them',
  list_fhrp_groups: 'routers that share virtual addresses',
  get_fhrp_group_by_id: 'one of these groups',
  export_fhrp_groups_csv: 'spreadsheets read them',
  list_routing_neighbors: 'neighbours by routing protocols',
  get_routing_neighbor_by_id: 'one of them',
  export_routing_neighbors_csv: 'spreadsheets read them',
  list_wireless_associations: 'wireless clients and their access points',
  get_wireless_association_by_id: 'one of them',
  export_wireless_associations_csv: 'spreadsheets read them',
  list_link_decisions: 'links that people propose, confirm or refute',
  create_link_decision: 'one of them',
  get_link_decision_by_id: 'one of them',
  delete_link_decision: 'taking one back',
  bulk_delete_link_decisions: 'taking several back',
  export_link_decisions_csv: 'spreadsheets read them',
  list_saved_views: 'pictures of a topology that people keep',
  create_saved_view: 'one of them',
  get_saved_view_by_id: 'one of them',
  update_saved_view: 'one of them',
  delete_saved_view: 'one of them',
  bulk_delete_saved_views: 'several of them',
  export_saved_views_csv: 'spreadsheets read them',
  list_identity_suggestions: 'hosts that may be one machine, for people to say',
  get_identity_suggestion_by_id: 'one of them',
  answer_identity_suggestion: 'what people say of it',
  export_identity_suggestions_csv: 'spreadsheets read them',
  get_host_identity: 'what a host is known by, and what was merged into it',
  why_same_host: 'the reasons why two hosts are one machine, or two',
  split_host: 'a merge taken apart',
  rescan_host: 'a run over one host, of newer clients',
  confirm_daemon: 'no daemon gets credentials that no person has let it have',
  set_organization_api_access: 'the switch that the rights of an Owner speak of has no path in the reference',
};

/**
 * Promised, and not built yet. One that has been built must leave this list: the suite fails until it does.
 * The key says what it waits for.
 */
export const missingOperations: Readonly<Record<string, readonly string[]>> = {};
