// Groups ports that went down or came up: ports of one device, and the two ends of a link, are in one group.
import { isDownState } from '../../inventory';
import type { InterfaceChange, Link } from './batch';

/** Ports of one or more devices that changed their state together. */
export interface PortGroup {
  readonly ports: readonly InterfaceChange[];
  /** Ids of the hosts of the ports, and of the hosts at the far ends of the ports' links. */
  readonly touchedHostIds: ReadonlySet<string>;
}

const wentDown = ({ before, after }: InterfaceChange): boolean =>
  before !== null && after !== null && before.operStatus !== null && !isDownState(before.operStatus)
    ? isDownState(after.operStatus)
    : false;
const cameUp = ({ before, after }: InterfaceChange): boolean =>
  before !== null && after !== null && isDownState(before.operStatus) && after.operStatus === 'Up';

/**
 * Groups changed ports in the order of their changes. Ports of one host, and ports at the two ends of a link, are in
 * one group.
 */
function groupPorts(ports: readonly InterfaceChange[], links: readonly Link[]): PortGroup[] {
  const groupOf = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = groupOf.get(root); next !== undefined && next !== root; next = groupOf.get(root)) root = next;
    return root;
  };
  const join = (a: string, b: string) => groupOf.set(rootOf(a), rootOf(b));
  const changedPorts = new Map(ports.map((port) => [port.id, port]));
  const farHosts = new Map<string, string[]>();
  for (const port of ports) join(port.id, port.after!.hostId);
  for (const { portId, hostId, otherPortId, otherHostId } of links) {
    const [isChanged, isOtherChanged] = [
      changedPorts.has(portId),
      otherPortId !== null && changedPorts.has(otherPortId),
    ];
    if (isChanged && isOtherChanged) join(portId, otherPortId!);
    if (isChanged) farHosts.set(portId, [...(farHosts.get(portId) ?? []), otherHostId]);
    if (isOtherChanged) farHosts.set(otherPortId!, [...(farHosts.get(otherPortId!) ?? []), hostId]);
  }
  const groups = new Map<string, InterfaceChange[]>();
  for (const port of ports) {
    const root = rootOf(port.id);
    const members = groups.get(root);
    if (members) members.push(port);
    else groups.set(root, [port]);
  }
  return [...groups.values()].map((members) => ({
    ports: members,
    touchedHostIds: new Set(members.flatMap(({ id, after }) => [after!.hostId, ...(farHosts.get(id) ?? [])])),
  }));
}

export const portsDown = (ports: readonly InterfaceChange[], links: readonly Link[]): PortGroup[] =>
  groupPorts(ports.filter(wentDown), links);
export const portsUp = (ports: readonly InterfaceChange[], links: readonly Link[]): PortGroup[] =>
  groupPorts(ports.filter(cameUp), links);
