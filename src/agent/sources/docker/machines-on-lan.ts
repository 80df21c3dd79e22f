// Converts containers that have addresses of their own on the LAN to machines. They run on another machine than the
// agent's.
import type { Engine } from '../container-engine';
import { someFacts, type FoundMachine } from '../reading';

/**
 * Running containers with addresses on the LAN. A macvlan container has a MAC address of its own, an ipvlan container
 * shares its host's.
 */
export const machinesOnLan = (source: string, key: string, { containers }: Engine): FoundMachine[] =>
  containers
    .filter(({ state }) => state === 'running')
    .flatMap(({ id, name, networks }) =>
      networks
        .filter(({ driver, addresses }) => (driver === 'macvlan' || driver === 'ipvlan') && addresses.length > 0)
        .map(({ name: network, driver, addresses, mac }): FoundMachine => ({
          ...{ source, key: `${key} ${id} ${network}`, name },
          ...(driver === 'macvlan' && mac !== undefined && { mac }),
          facts: someFacts({ addresses: addresses.map((address) => ({ address, ifIndex: 0 })) }),
        })),
    );
