// Lists the subnets of this machine's interfaces.
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { isContainerBridgeName } from '../evidence/container-bridges';
import { toNetwork } from './ranges';
import type { OwnSubnet } from './scope';

const noMac = '00:00:00:00:00:00';

/** Subnets of this machine's interfaces in the system's order, without loopback and link-local addresses. */
export function listOwnSubnets(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): OwnSubnet[] {
  return Object.entries(interfaces).flatMap(([interfaceName, addresses = []]) =>
    addresses.flatMap(({ address, cidr, internal, mac }) => {
      const network =
        cidr === null || internal || /^(fe[89ab]|169\.254\.)/i.test(address) ? undefined : toNetwork(cidr);
      if (network === undefined) return [];
      const isContainerBridge = isContainerBridgeName(interfaceName);
      return [{ interfaceName, address, cidr: network, isContainerBridge, ...(mac !== noMac && { mac }) }];
    }),
  );
}
