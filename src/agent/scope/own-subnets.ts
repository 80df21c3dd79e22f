// The subnets that this machine has an interface in.
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { networkOf } from './ranges';
import type { OwnSubnet } from './scope';

const noMac = '00:00:00:00:00:00';
const containerBridge = /^(docker\d+|br-[0-9a-f]{12}|podman\d+|cni\d+|cni-podman\d+)$/;

/** In the order of the system; loopback and link-local ones are left out. */
export function ownSubnets(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): OwnSubnet[] {
  return Object.entries(interfaces).flatMap(([interfaceName, addresses = []]) =>
    addresses.flatMap(({ address, cidr, internal, mac }) => {
      const network =
        cidr === null || internal || /^(fe[89ab]|169\.254\.)/i.test(address) ? undefined : networkOf(cidr);
      if (network === undefined) return [];
      const isContainerBridge = containerBridge.test(interfaceName);
      return [{ interfaceName, address, cidr: network, isContainerBridge, ...(mac !== noMac && { mac }) }];
    }),
  );
}
