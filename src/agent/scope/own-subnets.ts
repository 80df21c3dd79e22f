// Lists the subnets of this machine's interfaces.
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { toNetwork } from './ranges';
import type { OwnSubnet } from './scope';

const noMac = '00:00:00:00:00:00';
const containerBridge = /^(docker\d+|br-[0-9a-f]{12}|podman\d+|cni\d+|cni-podman\d+)$/;

/** Subnets of this machine's interfaces in the system's order, without loopback and link-local addresses. */
export function listOwnSubnets(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): OwnSubnet[] {
  return Object.entries(interfaces).flatMap(([interfaceName, addresses = []]) =>
    addresses.flatMap(({ address, cidr, internal, mac }) => {
      const network =
        cidr === null || internal || /^(fe[89ab]|169\.254\.)/i.test(address) ? undefined : toNetwork(cidr);
      if (network === undefined) return [];
      const isContainerBridge = containerBridge.test(interfaceName);
      return [{ interfaceName, address, cidr: network, isContainerBridge, ...(mac !== noMac && { mac }) }];
    }),
  );
}
