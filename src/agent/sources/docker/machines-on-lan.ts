// The containers of another machine that are machines of the LAN.
import type { Engine } from '../container-engine';
import { someFacts, type FoundMachine } from '../reading';

/** Running containers with addresses of the LAN: by macvlan with a MAC address of their own, by ipvlan without one. */
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
