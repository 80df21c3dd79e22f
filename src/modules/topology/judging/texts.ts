// All codes of findings and of missing evidence, each with its sentence. Names in braces are parameters.

/** Sentences of findings, by code. */
export const findingTexts = {
  single_point_of_failure: '{host} loses every path to the roots if {element} fails. Such elements: {count}.',
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
  row_gone: 'Named in the check, but gone from the network: {count}.',
  root_not_named: 'The check names no root.',
  root_without_cable: 'Roots without a known cable: {count}.',
  no_cables: 'The network has no known cable.',
  host_missing: 'Hosts that the last complete discovery did not find: {count}.',
  host_without_cable: 'Hosts without a known cable: {count}.',
  host_without_address: 'Hosts without an address in a subnet that leads to others: {count}.',
  forwarding_not_known:
    'Devices on the path of which it is not known whether they forward packets: {count}. Their role decides it.',
  role_not_known: 'Hosts that may decide, but whose role is not known: {count}.',
  vlans_not_read: 'Ports whose VLANs were not read: {count}.',
  far_port_not_known: 'Cables whose port at the other end is not known: {count}.',
  vlan_on_no_port: 'No selected port carries the VLAN.',
  native_vlan_not_read: 'Ports whose native VLAN was not read: {count}.',
  speed_not_read: 'Ports whose speed was not read: {count}.',
  duplex_not_read: 'Ports whose duplex mode was not read: {count}.',
  mtu_not_read: 'Ports whose MTU was not read: {count}.',
  members_not_known: 'Aggregates whose members are not known: {count}.',
  admin_status_not_read: 'Ports of which it was not read whether they are enabled: {count}.',
  oper_status_not_read: 'Ports of which it was not read whether they are up: {count}.',
  baseline_not_kept: 'History does not reach back to the baseline.',
  forwarding_table_not_read: 'Switches whose forwarding table was not read: {count}.',
  counters_not_read: 'Ports whose counters were not read twice: {count}.',
  mac_not_known: 'No MAC address is known.',
  subnet_without_addresses: 'Subnets without a known address: {count}.',
  ipv6_gateway_not_known: 'IPv6 subnets whose gateway may have a link-local address alone: {count}.',
  never_seen_by_scan: 'Hosts of which it is not known when they were last seen: {count}.',
  model_not_known: 'The model of no selected host is known.',
  software_revision_not_read: 'Hosts whose software revision was not read: {count}.',
  services_not_known: 'Hosts without a known service: {count}.',
  service_not_identified: 'Hosts with open ports whose software is not known: {count}.',
  certificate_not_read: 'Services whose certificate was not read: {count}.',
  community_not_tried: 'Hosts on which default communities were not tried: {count}.',
  query_invalid: 'The query of the check is not valid any more: {problem}',
  query_failed: 'The query of the check has no answer. Error: {error}.',
  query_reads_no_past: 'The query reads the present alone: it has no directive @at with the variable $at.',
  query_reads_no_supposition: 'The query reads the network without the what-if changes.',
  queries_took_too_long: 'The queries of checks together took more than {limit} seconds.',
  answer_too_large: 'The answer to the query is larger than {limit} bytes.',
  answer_incomplete: 'Lists in the answer that have more rows than the query reads: {count}.',
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
