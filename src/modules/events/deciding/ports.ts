// Finds ports that went down or came up, and groups them: ports of one device, and the two ends of a link, are in one
// group.
import { isDownState } from '../../inventory';
import type { InterfaceChange, Link } from './batch';

const wentDown = ({ before, after }: InterfaceChange): boolean =>
  before !== null && after !== null && before.operStatus !== null && !isDownState(before.operStatus)
    ? isDownState(after.operStatus)
    : false;
const cameUp = ({ before, after }: InterfaceChange): boolean =>
  before !== null && after !== null && isDownState(before.operStatus) && after.operStatus === 'Up';

export const portsDown = (ports: readonly InterfaceChange[]): InterfaceChange[] => ports.filter(wentDown);
export const portsUp = (ports: readonly InterfaceChange[]): InterfaceChange[] => ports.filter(cameUp);

/**
 * Returns for each changed port the ids of its host and of the hosts at the far ends of its links. An aggregate (IEEE
 * 802.1AX) also has the far ends of its changed members, and a member those of its aggregate: devices report the links
 * of only one of the two.
 */
export function touchedHosts(
  ports: readonly InterfaceChange[],
  links: readonly Link[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const farHosts = new Map<string, string[]>(ports.map(({ id }) => [id, []]));
  for (const { portId, hostId, otherPortId, otherHostId } of links) {
    farHosts.get(portId)?.push(otherHostId);
    if (otherPortId !== null) farHosts.get(otherPortId)?.push(hostId);
  }
  const touched = new Map<string, Set<string>>();
  for (const { id, before, after } of ports)
    touched.set(id, new Set([(after ?? before)!.hostId, ...(farHosts.get(id) ?? [])]));
  const addFarHosts = (toId: string, fromId: string) => {
    for (const hostId of farHosts.get(fromId) ?? []) touched.get(toId)?.add(hostId);
  };
  for (const { id, before, after } of ports) {
    const aggregateId = (after ?? before)!.aggregateId;
    if (aggregateId === null) continue;
    addFarHosts(aggregateId, id);
    addFarHosts(id, aggregateId);
  }
  return touched;
}

/**
 * Groups changed ports in the order of their changes. Ports of one host, and ports at the two ends of a link, are in
 * one group.
 */
export function groupPorts(ports: readonly InterfaceChange[], links: readonly Link[]): InterfaceChange[][] {
  const groupOf = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = groupOf.get(root); next !== undefined && next !== root; next = groupOf.get(root)) root = next;
    return root;
  };
  const join = (a: string, b: string) => groupOf.set(rootOf(a), rootOf(b));
  const changedPortIds = new Set(ports.map(({ id }) => id));
  for (const port of ports) join(port.id, port.after!.hostId);
  for (const { portId, otherPortId } of links)
    if (otherPortId !== null && changedPortIds.has(portId) && changedPortIds.has(otherPortId))
      join(portId, otherPortId);
  return [...Map.groupBy(ports, ({ id }) => rootOf(id)).values()];
}
