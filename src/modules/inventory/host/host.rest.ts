// REST routes of hosts. `host.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteHostsDocument,
  ConsolidateHostsDocument,
  CreateHostDiscoveriesDocument,
  CreateHostDiscoveryDocument,
  CreateHostDocument,
  DeleteHostDocument,
  GetAllHostsDocument,
  GetHostByIdDocument,
  GetHostFieldValuesDocument,
  UpdateHostDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route, zipRoute } from '../../../rest/route';

const order = wireOrder('hostname', 'virtualized_by', 'network_id', 'last_seen_at', 'hidden', 'interface_ip', {
  ...{ source: 'sourceType', manufacturer: 'manufacturer', model: 'model', role: 'role' },
  ...{ sys_location: 'sysLocation', os_family: 'os', mac_address: 'macAddress' },
});

const textLists = ['manufacturers', 'models', 'sys_locations', 'os_families'].concat([
  'service_names',
  'virtualization_service_names',
]);
const list = { order, textLists };

const ignoredText = 'Ignored: kept as created or discovered.';
const ignoredMembers = {
  network_id: 'Ignored: a host stays in its network.',
  ...Object.fromEntries(
    ['sys_descr', 'sys_object_id', 'sys_location', 'sys_contact', 'management_url', 'chassis_id'].map((name) => [
      name,
      ignoredText,
    ]),
  ),
};

/**
 * Read-only fields of responses that clients may send back in the parts of a host or service. Such a field is ignored,
 * unless the input type has a field of this name.
 */
export const readOnly: readonly string[] = [
  ...['created_at', 'updated_at', 'valid_from', 'valid_to', 'lineage_id'],
  ...['last_seen_at', 'last_discovery_id', 'first_discovery_id', 'role_source'],
  ...['network_id', 'host_id', 'service_id', 'type', 'source', 'display_name', 'neighbors', 'assigned_by'],
  ...['namespace', 'documented_links'],
  ...['mac_address_source', 'answers_for_others', 'move_reason', 'stp_root_bridge_id', 'stp_root_cost'],
  ...['mtu', 'duplex', 'aggregate_id', 'stp_state', 'is_stp_root_port', 'poe_status', 'poe_class'],
  ...['stp_blocked_vlans', 'stp_blocked_instances', 'answers_default_community'],
];
/** Fields that responses have for a host and its parts, and that are ignored if a report contains them. */
const readOnlyInReports = [...readOnly, 'role', 'hidden', 'tags', 'credential_assignments'];

export const hostRoutes = [
  route('get', '/hosts', GetAllHostsDocument, { ...list, aliases: ['/hosts'] }),
  csvRoute('/hosts/export/csv', GetAllHostsDocument, 'ExportHostsCsv', list),
  zipRoute(
    '/hosts/export/zip',
    GetAllHostsDocument,
    'ExportHostsZip',
    ['ip_addresses', 'ports', 'services', 'interfaces', 'services.bindings'],
    list,
  ),
  route('post', '/hosts', CreateHostDocument, { readOnly }),
  route('post', '/hosts/discovery', CreateHostDiscoveryDocument, { readOnly: readOnlyInReports }),
  route('post', '/hosts/discovery/batch', CreateHostDiscoveriesDocument, { readOnly: readOnlyInReports }),
  route('get', '/hosts/field-values/:field', GetHostFieldValuesDocument, { ...list, countsField: true }),
  route('get', '/hosts/:id', GetHostByIdDocument),
  route('put', '/hosts/:id', UpdateHostDocument, { readOnly, ignoredMembers }),
  route('delete', '/hosts/:id', DeleteHostDocument),
  route('post', '/hosts/bulk-delete', BulkDeleteHostsDocument, { body: 'ids' }),
  route('put', '/hosts/:destination_host/consolidate/:other_host', ConsolidateHostsDocument),
];
