// Pure functions that write an inventory in the JSON format that Ansible's inventory scripts print with `--list`.
import type {
  GetAnsibleInventoryQuery,
  ListAnsibleHostsQuery,
  ListAnsibleSubnetsQuery,
} from '../../../generated/operations';
import { derivedId } from '../../../platform/text/derived-id';
import type { Pages } from '../../../rest/route';
import { Groups, HostNames } from './ansible-names';

type Host = GetAnsibleInventoryQuery['page']['nodes'][number];
type ListedHost = ListAnsibleHostsQuery['page']['nodes'][number];
type Subnet = ListAnsibleSubnetsQuery['page']['nodes'][number];

/** Marks a text that Ansible must not evaluate as a template. Devices choose names, so a name may contain any text. */
const unsafe = (text: string) => ({ __ansible_unsafe: text });
const unsafeTexts = (texts: readonly string[]) => [...new Set(texts)].map(unsafe);

/**
 * Returns the Ansible variables of a host. Ids, numbers and addresses are not marked as unsafe, because the database
 * ensures their format.
 */
function variablesOf(host: Host): Readonly<Record<string, unknown>> {
  const texts = {
    name: host.display_name,
    hostname: host.hostname,
    description: host.description,
    network: host.network.name,
    manufacturer: host.manufacturer,
    model: host.model,
    serial_number: host.serial_number,
    os: host.os,
    location: host.location,
  };
  return {
    ansible_host: host.endpoint,
    netloom_id: host.id,
    netloom_network_id: host.network.id,
    netloom_addresses: host.ip_addresses.map(({ ip_address }) => ip_address),
    netloom_tags: unsafeTexts(host.tags.map(({ name }) => name)),
    netloom_services: unsafeTexts(host.services.map(({ service_definition }) => service_definition)),
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [`netloom_${name}`, text === null ? null : unsafe(text)]),
    ),
  };
}

function addToGroups(groups: Groups, name: string, { network, ip_addresses, tags, services }: Host): void {
  groups.add(name, { kind: 'network', id: network.id, words: [network.name] });
  for (const { subnet } of ip_addresses)
    if (subnet) groups.add(name, { kind: 'subnet', id: subnet.id, words: [network.name, subnet.cidr] });
  for (const tag of tags) groups.add(name, { kind: 'tag', id: tag.id, words: [tag.name] });
  for (const { service_definition: definition } of services)
    groups.add(name, { kind: 'service', id: derivedId(definition), words: [definition] });
}

/**
 * Adds a group for each VLAN. Its children are the groups of the VLAN's subnets, without subnets that have no hosts.
 */
async function addVlans(groups: Groups, subnets: Pages): Promise<void> {
  for await (const rows of subnets)
    for (const { id: subnetId, network, vlans } of rows as readonly Subnet[])
      for (const { id, vlan_number } of vlans)
        groups.putBelow({ kind: 'vlan', id, words: [network.name, vlan_number] }, { kind: 'subnet', id: subnetId });
}

async function namesIn(hostPages: Pages): Promise<HostNames> {
  const names = new HostNames();
  for await (const rows of hostPages)
    for (const { id, display_name, endpoint } of rows as readonly ListedHost[])
      if (endpoint !== null) names.add({ id, name: display_name });
  return names;
}

/**
 * Writes the inventory as pieces of JSON. Hosts without a reachable address are omitted, because Ansible would resolve
 * their names, and a device can choose any name.
 */
export async function* ansibleInventory(
  pages: Pages,
  hostPages: Pages,
  subnets: Pages,
): AsyncGenerator<string, void, undefined> {
  const names = await namesIn(hostPages);
  const groups = new Groups();
  const head = '{"_meta":{"hostvars":{';
  let before = head;
  for await (const rows of pages) {
    const members: string[] = [];
    for (const host of rows as readonly Host[]) {
      if (host.endpoint === null) continue;
      const name = names.of({ id: host.id, name: host.display_name });
      addToGroups(groups, name, host);
      members.push(`${JSON.stringify(name)}:${JSON.stringify(variablesOf(host))}`);
    }
    if (members.length === 0) continue;
    yield before + members.join(',');
    before = ',';
  }
  await addVlans(groups, subnets);
  const namedGroups = [...groups.namedGroups()];
  const children = ['ungrouped', ...namedGroups.map(([name]) => name)];
  yield `${before === head ? head : ''}}},"all":${JSON.stringify({ children })}`;
  for (const [name, members] of namedGroups) yield `,${JSON.stringify(name)}:${JSON.stringify(members)}`;
  yield '}';
}
