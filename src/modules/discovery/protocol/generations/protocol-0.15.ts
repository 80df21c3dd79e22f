// Conversions for the daemon protocol up to 0.15: `interfaces` contains IP addresses, `if_entries` contains SNMP ports,
// and bindings refer to an IP address by `interface_id`.
import { changeEach, toObjects, without, type Json, type Step } from './protocol-versions';

/** Converts a host report without `ip_addresses` to the form of protocol 0.16. */
function readHost(body: Json): Json {
  if ('ip_addresses' in body) return body;
  const { interfaces, if_entries: ports, ...others } = body;
  const renamedHost = {
    ...others,
    ip_addresses: interfaces ?? [],
    // The field `interfaces` is missing if the report has no SNMP data.
    ...(ports !== undefined && { interfaces: ports }),
    interface_data_complete: { lldp: true, cdp: true, fdb: hasTables(ports), vlan_membership: false },
  };
  return changeEach(changeEach(renamedHost, 'interfaces', readPort), 'services', (service) =>
    changeEach(service, 'bindings', readBinding),
  );
}

/**
 * Whether the report has forwarding tables. Daemons of version 0.14 read no forwarding tables, so the stored tables
 * must stay.
 */
const hasTables = (ports: unknown): boolean => (toObjects(ports) ?? []).some((port) => 'fdb_macs' in port);

const readPort = ({ interface_id, ...port }: Json): Json => ({ ...port, ip_address_id: interface_id ?? null });

function readBinding({ interface_id, ...binding }: Json): Json {
  const type = binding.type === 'Interface' ? 'IPAddress' : binding.type;
  return { ...binding, type, ip_address_id: interface_id ?? null };
}

function writeHost(host: Json): Json {
  const { ip_addresses, interfaces, ...others } = host;
  const renamedHost = { ...others, interfaces: ip_addresses, if_entries: interfaces };
  return changeEach(changeEach(renamedHost, 'if_entries', writePort), 'services', (service) =>
    changeEach(service, 'bindings', writeBinding),
  );
}

const writePort = ({ ip_address_id, ...port }: Json): Json => ({ ...port, interface_id: ip_address_id });

function writeBinding({ ip_address_id, ...binding }: Json): Json {
  if (binding.type === 'IPAddress')
    return { ...without(binding, 'port_id'), type: 'Interface', interface_id: ip_address_id };
  return { ...binding, interface_id: ip_address_id };
}

export const protocol015: Step = {
  read: { 'hosts/discovery': readHost },
  write: { 'hosts/discovery': writeHost },
};
