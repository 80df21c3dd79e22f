// For links that only a forwarding or ARP table shows: finds the machine with the learned MAC addresses, and its port.
import { isVirtual } from './forwarding-tables';
import type { Ends, ForwardingReason, Link } from './inventory';
import { only, type NetworkIndex } from './network-index';

export type FarEnd = Pick<Link, 'remoteInterfaceId' | 'remoteHostId'>;

/** Returns the port as the far end of a link, or the host if the port is unknown. */
export const toFarEnd = (hostId: string, portId: string | undefined): FarEnd =>
  portId === undefined
    ? { remoteInterfaceId: null, remoteHostId: hostId }
    : { remoteInterfaceId: portId, remoteHostId: null };

export const linkPorts = (links: Iterable<Ends>): Set<string> =>
  new Set([...links].flatMap(({ interfaceId, remoteInterfaceId }) => [interfaceId, remoteInterfaceId ?? '']));

/** Returns the only host that has all of the MAC addresses, or the reason why there is no such host. */
export function onlyMachine(
  index: NetworkIndex,
  macs: readonly string[],
):
  | { readonly hostId: string }
  | Extract<ForwardingReason, 'NoMachine' | 'UnknownMac' | 'AmbiguousMac' | 'SeveralMachines'> {
  if (macs.length === 0) return 'NoMachine';
  const carriers = macs.map((mac) => index.hostsWithMac(mac));
  if (carriers.some(({ size }) => size === 0)) return 'UnknownMac';
  if (carriers.some(({ size }) => size > 1)) return 'AmbiguousMac';
  const hostId = only(new Set(carriers.map((ids) => only(ids)!)));
  return hostId === undefined ? 'SeveralMachines' : { hostId };
}

/**
 * Returns the hypervisor to which all MAC addresses belong, directly or through its guests. Undefined if there is none,
 * or if no MAC address belongs to a guest. Guests of the host that has learned the addresses (`nearHostId`) count as
 * separate machines.
 */
export function hypervisorBehind(index: NetworkIndex, nearHostId: string, macs: readonly string[]): string | undefined {
  const hostIds = new Set(macs.map((mac) => only(index.hostsWithMac(mac))));
  const outermost = new Set([...hostIds].map((id) => (id === undefined ? undefined : index.outermost(id, nearHostId))));
  const [hypervisorId, ...others] = outermost;
  const isGuestLearned = [...hostIds].some((id) => id !== hypervisorId);
  return others.length === 0 && isGuestLearned ? hypervisorId : undefined;
}

/**
 * Returns the machine's only physical port with one of the MAC addresses; undefined if none or several have one.
 * Virtual interfaces do not count, because they often have the MAC address of a physical port.
 */
export function portOfMachine(index: NetworkIndex, hostId: string, macs: readonly string[]): string | undefined {
  const ids = macs.flatMap((mac) => [...index.portsWithMac(hostId, mac)]);
  return only(new Set(ids.filter((id) => !isVirtual(index.ports.get(id)!))));
}

/** Links, indexed by the hosts at their ends. */
export class Cables {
  private readonly byHost = new Map<string, Link[]>();

  constructor(index: NetworkIndex, cables: readonly Link[]) {
    for (const cable of cables) {
      const ports = [cable.interfaceId, cable.remoteInterfaceId ?? ''].map((id) => index.ports.get(id)?.hostId);
      for (const hostId of new Set([...ports, cable.remoteHostId ?? undefined])) {
        if (hostId === undefined) continue;
        const existingPorts = this.byHost.get(hostId);
        if (existingPorts) existingPorts.push(cable);
        else this.byHost.set(hostId, [cable]);
      }
    }
  }

  of = (hostId: string): readonly Link[] => this.byHost.get(hostId) ?? [];
}

interface Machine {
  readonly hostId: string;
  readonly far: string | undefined;
  readonly macs: readonly string[];
  readonly isBridge: boolean;
}

/**
 * Whether the machine is already linked: a link in `cables` ends at the port by which the machine would be connected.
 * Links at other ports of the machine do not count.
 */
export function isCabledOtherwise(
  index: NetworkIndex,
  cables: Cables,
  { hostId, far, macs, isBridge }: Machine,
): boolean {
  const isSame = (portId: string | null): boolean => {
    const end = index.ports.get(portId ?? '');
    if (end?.hostId !== hostId) return false;
    if (far !== undefined) return end.id === far;
    return !isBridge && (end.macAddress === null || macs.includes(end.macAddress));
  };
  const isToHost = (id: string | null): boolean => id === hostId && far === undefined && !isBridge;
  return cables
    .of(hostId)
    .some((one) => isSame(one.interfaceId) || isSame(one.remoteInterfaceId) || isToHost(one.remoteHostId));
}
