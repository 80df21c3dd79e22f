// Converts ESXi hosts and virtual machines of vCenter to machines. Pure functions.
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ipFromText } from '../../evidence/addresses';
import { macFromText } from '../../evidence/mac';
import { placeName, type ApiPlace } from '../http/trust';
import { someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { EsxiHost, Inventory, VirtualMachine } from './requests';

export const sourceName = 'vcenter';
const mostAdapters = 100;
const mostAddresses = 100;

interface Adapter {
  /** The key of the adapter, unique within its virtual machine. */
  readonly key: string;
  readonly mac: string;
  readonly row: Fields;
}

/** The ESXi hosts, and their virtual machines that have a network adapter. */
export function machinesOf({ hosts, machines, networks }: Inventory, place: ApiPlace): FoundMachine[] {
  const keyOf = (id: string) => `${sourceName} ${placeName(place)} / ${id}`;
  return [
    ...hosts.map((host) => machineOfHost(host, keyOf(host.id))),
    ...machines.flatMap((machine) => {
      const adapters = adaptersOf(machine.config);
      if (adapters.length === 0) return [];
      return [
        machineOfGuest(machine, adapters, { networks, key: keyOf(machine.id), hypervisorKey: keyOf(machine.hostId) }),
      ];
    }),
  ];
}

const machineOfHost = ({ name, addresses }: EsxiHost, key: string): FoundMachine => ({
  ...{ source: sourceName, key, os: 'VMware ESXi' },
  // If vCenter names the host by its IP address, the host's name is unknown.
  ...(name !== '' && ipFromText(name) === undefined && { name }),
  facts: someFacts({ addresses: addresses.map((address) => ({ address, ifIndex: 0 })) }),
  hypervisor: { definition: 'vmware-esxi' },
});

/** The adapters that have a MAC address, sorted by key. */
function adaptersOf({ nics }: Fields): Adapter[] {
  return Object.entries(fieldsOf(nics))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, mostAdapters)
    .flatMap(([key, value]) => {
      const row = fieldsOf(value);
      const mac = macFromText(textOf(row.mac_address));
      return mac === undefined || mac === '00:00:00:00:00:00' ? [] : [{ key, mac, row }];
    });
}

interface GuestOptions {
  readonly networks: ReadonlyMap<string, string>;
  readonly key: string;
  readonly hypervisorKey: string;
}

function machineOfGuest(
  { id, name, isRunning, config, interfaces, identity }: VirtualMachine,
  adapters: readonly Adapter[],
  { networks, key, hypervisorKey }: GuestOptions,
): FoundMachine {
  const ports = adapters.map(({ mac, row }, at) => {
    const { network, network_name: networkName } = fieldsOf(row.backing);
    const alias = networks.get(textOf(network)) || textOf(networkName);
    const title = textOf(row.label) || `Network adapter ${at + 1}`;
    return somePort({
      ...{ ifIndex: -(at + 1), name: title, descr: title, type: 6, mac },
      ...(alias !== '' && { alias }),
      operStatus: isRunning && textOf(row.state) === 'CONNECTED' ? 'Up' : 'Down',
    });
  });
  const addresses = interfaces.flatMap((row) => {
    const mac = macFromText(textOf(row.mac_address));
    const at = adapters.findIndex((one) => one.key === textOf(row.nic) || one.mac === mac);
    return at === -1 ? [] : addressesOf(row, -(at + 1));
  });
  const distinct = [...new Map(addresses.map((one) => [one.address, one] as const)).values()];
  const os = textOf(fieldsOf(identity.full_name).default_message) || textOf(identity.name);
  const uuid = textOf(fieldsOf(config.identity).instance_uuid);
  const title = name || id;
  return {
    ...{ source: sourceName, key, name: title },
    ...(os !== '' && { os }),
    facts: someFacts({ interfaces: withDistinctNames(ports), addresses: distinct.slice(0, mostAddresses) }),
    // An instance UUID is unique across vCenters; an id is unique only within one vCenter.
    guest: { platform: 'VCenter', id: uuid || id, name: title, hypervisorKey },
  };
}

const addressesOf = ({ ip }: Fields, ifIndex: number) =>
  listOf(fieldsOf(ip).ip_addresses).flatMap(({ ip_address: text, prefix_length: length }) => {
    const [address, prefixLength] = [ipFromText(textOf(text)), integerOf(length)];
    if (address === undefined) return [];
    const isValid =
      prefixLength !== undefined && prefixLength >= 0 && prefixLength <= (address.includes(':') ? 128 : 32);
    return [{ address, ifIndex, ...(isValid && { prefixLength }) }];
  });
