// All codes of findings and of missing evidence, each with its sentence. Names in braces are parameters.

/** Sentences of findings, by code. */
export const findingTexts = {
  single_point_of_failure: '{host} loses every path to the roots if {element} fails. Number of such elements: {count}.',
  no_way_to_root: '{host} has no path to any of the roots.',
  too_few_uplinks: '{host} has too few uplinks to different devices: {count} of {required}.',
  vlan_split: '{vlan} is split: {count} devices, {host} among them, are apart from the largest part.',
  vlan_on_other_port: '{port} of {host} carries {vlan}, and is not to.',
  vlan_not_on_port: '{port} of {host} does not carry {vlan}.',
  native_vlan_differs: '{port} of {host} has native {value}, and {otherPort} of {otherHost} {otherValue}.',
  speed_differs: '{port} of {host} runs at {value} bit/s, and {otherPort} of {otherHost} at {otherValue}.',
  duplex_differs: '{port} of {host} has duplex mode {value}, and {otherPort} of {otherHost} {otherValue}.',
  mtu_differs: '{port} of {host} has MTU {value}, and {otherPort} of {otherHost} {otherValue}.',
  member_down: '{port} of {host}, a member of {aggregate}, is not up: {state}.',
  port_down: '{port} of {host} is enabled, and not up: {state}.',
  cable_gone: 'The cable of {host} {port} to {otherHost} {otherPort} is gone.',
  cable_new: 'The cable of {host} {port} to {otherHost} {otherPort} is new.',
  cable_down: 'The cable of {host} {port} to {otherHost} {otherPort} is down.',
  unknown_machine: 'An unknown machine is behind {port} of {host}: {mac}.',
  error_rate_high: '{port} of {host} has {rate} errors per hour. At most: {limit}.',
  subnets_overlap: '{subnet} ({cidr}) is inside {otherSubnet} ({otherCidr}).',
  address_twice: '{count} hosts have the address {address}: {host}, {otherHost}.',
  mac_at_two_machines: '{count} machines have the MAC address {mac}: {host}, {otherHost}.',
  address_outside_subnets: '{address} of {host} is in no subnet of the network.',
  subnet_too_full: '{subnet} ({cidr}) is {percent} % full. At most: {limit} %.',
  subnet_without_gateway: '{subnet} ({cidr}) has no gateway.',
  not_seen: '{host} was last seen at {lastSeenAt}, more than {limit} hours ago.',
  new_without_tag: '{host} is new since {createdAt}, and has none of the tags.',
  revision_differs: '{host} ({model}) runs {revision}. Usual for the model: {usual}.',
  service_missing: '{host} has no service {service}.',
  service_forbidden: '{host} has the service {name}, which is not to be: {service}.',
  certificate_expires: 'The certificate {subject} of {name} on {host} is valid until {notAfter}.',
  certificate_not_yet_valid: 'The certificate {subject} of {name} on {host} is valid from {notBefore} on.',
  default_community: '{host} answers a default SNMP community.',
  no_way: 'There is no path from {from} to {to}.',
  way_too_long: 'The shortest path from {from} to {to} has {hops} hops. At most: {limit}.',
  way_around: 'A path from {from} to {to} bypasses the devices that it must lead through. Its length: {hops} hops.',
  way_through: 'A path from {from} to {to} leads through {host}.',
  way_exists: 'There is a path from {from} to {to}. Its length: {hops} hops.',
  found_by_query: '{message}',
} as const;
export type FindingCode = keyof typeof findingTexts;
export const findingCodes = Object.keys(findingTexts) as readonly FindingCode[];

/** Sentences of missing evidence, by code. `count` is the number of rows for which the evidence is missing. */
export const missingEvidenceTexts = {
  nothing_selected: 'The check selects nothing that it could judge.',
  row_gone: 'Rows that the check names do not exist. Number: {count}.',
  root_not_named: 'The check names no root.',
  root_without_cable: 'Roots have no known cable. Number: {count}.',
  no_cables: 'The network has no known cable.',
  host_missing: 'Hosts are missing: the last complete run did not see them. Number: {count}.',
  host_without_cable: 'Hosts have no known cable. Number: {count}.',
  host_without_address: 'Hosts have no address in a subnet that leads to others. Number: {count}.',
  forwarding_not_known:
    'It is not known whether devices on the path forward packets. A role decides it. Number: {count}.',
  role_not_known: 'The role of hosts that may decide is not known. Number: {count}.',
  vlans_not_read: 'The VLANs of ports were not read. Number: {count}.',
  far_port_not_known: 'The port at the other end of cables is not known. Number: {count}.',
  vlan_on_no_port: 'No selected port carries the VLAN.',
  native_vlan_not_read: 'The native VLAN of ports was not read. Number: {count}.',
  speed_not_read: 'The speed of ports was not read. Number: {count}.',
  duplex_not_read: 'The duplex mode of ports was not read. Number: {count}.',
  mtu_not_read: 'The MTU of ports was not read. Number: {count}.',
  members_not_known: 'The members of aggregates are not known. Number: {count}.',
  admin_status_not_read: 'Whether ports are enabled was not read. Number: {count}.',
  oper_status_not_read: 'Whether ports are up was not read. Number: {count}.',
  baseline_not_kept: 'History does not reach back to the baseline.',
  forwarding_table_not_read: 'Forwarding tables of switches were not read. Number: {count}.',
  counters_not_read: 'The counters of ports have no two readings. Number: {count}.',
  mac_not_known: 'No MAC address is known.',
  subnet_without_addresses: 'No address of subnets is known. Number: {count}.',
  ipv6_gateway_not_known: 'The gateway of IPv6 subnets may have a link-local address alone. Number: {count}.',
  never_seen_by_scan: 'When hosts were last seen is not known. Number: {count}.',
  model_not_known: 'The model of no selected host is known.',
  software_revision_not_read: 'The software revision of hosts was not read. Number: {count}.',
  services_not_known: 'No service of hosts is known. Number: {count}.',
  service_not_identified: 'Hosts have open ports whose software is not known. Number: {count}.',
  certificate_not_read: 'The certificates of services were not read. Number: {count}.',
  community_not_tried: 'Whether hosts answer a default community was not tried. Number: {count}.',
  query_invalid: 'The query of the check is not valid any more: {problem}',
  query_failed: 'The query of the check has no answer. Error: {error}.',
  query_reads_no_past: 'The query reads the present alone: it has no directive @at with the variable $at.',
  query_reads_no_supposition: 'The query reads the network without the what-if changes.',
  queries_took_too_long: 'The queries of checks together took more than {limit} seconds.',
  answer_too_large: 'The answer to the query is larger than {limit} bytes.',
  answer_incomplete: 'Lists in the answer have more rows than the query reads. Number: {count}.',
  expression_failed: 'The expression of the check cannot be evaluated: {problem}',
  expression_took_too_long: 'The expression of the check takes more than {limit} seconds, or too much memory.',
} as const;
export type MissingEvidenceCode = keyof typeof missingEvidenceTexts;
export const missingEvidenceCodes = Object.keys(missingEvidenceTexts) as readonly MissingEvidenceCode[];

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** The parameters of a finding: one value for each name in its sentence. */
export type FindingParams<Code extends FindingCode> = Readonly<
  Record<NamesIn<(typeof findingTexts)[Code]>, string | number | null>
>;

/** The sentence with the values of its parameters. A missing parameter is shown as a question mark. */
export const fillSentence = (
  sentence: string,
  params: Readonly<Record<string, string | number | null | undefined>>,
): string => sentence.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? '?'));
