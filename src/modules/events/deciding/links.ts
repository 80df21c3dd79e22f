// Finds links that are new, are no longer reported, or lead to another port or host than before; and machines that
// moved to another port.
import type { InterfaceChange, LinkEnd, PortFacts } from './batch';

/** An end of a link: a port of a host, or only the host. */
export interface End {
  readonly hostId: string;
  readonly portId: string | null;
}
interface Common {
  readonly at: Date;
  readonly auditEventId: string | null;
}
export interface LinkChange extends Common {
  readonly kind: 'LinkNew' | 'LinkUnconfirmed';
  readonly ends: readonly [End, End];
}
/** A move: `end` was linked with `from` and is now linked with `to`. For `MachineMoved`, `end` is the machine. */
export interface LinkMove extends Common {
  readonly kind: 'LinkMoved' | 'MachineMoved';
  readonly end: End;
  readonly from: End;
  readonly to: End;
}

/**
 * Roles of devices that connect other devices. If a link to such a device moves to another port, the cabling has
 * changed; the device does not count as moved.
 */
const infrastructureRoles: ReadonlySet<string> = new Set(['Router', 'Switch', 'Firewall', 'Controller']);
export const isInfrastructure = (role: string | null | undefined): boolean =>
  role != null && infrastructureRoles.has(role);

const endId = ({ hostId, portId }: End): string => portId ?? hostId;
const linkKey = (a: End, b: End): string => [endId(a), endId(b)].sort().join(' ');
/** Whether `a` and `b` may be the same end of a link. An unknown port may be any port of its host. */
const isSameEnd = (a: End, b: End): boolean =>
  a.hostId === b.hostId && (a.portId === null || b.portId === null || a.portId === b.portId);

/**
 * The far ends that a port (`end`) began to report in the period (`gained`), and those that it no longer reports
 * (`lost`).
 */
interface PortLinks extends Common {
  readonly end: End;
  readonly gained: readonly End[];
  readonly lost: readonly End[];
}

type PortLookup = ReadonlyMap<string, PortFacts>;

/** Returns the far ends whose hosts are known. A port that is not in `ports` is omitted. */
function endsOf(neighbors: readonly LinkEnd[], ports: PortLookup): End[] {
  return neighbors.flatMap(({ type, id }) => {
    if (type === 'Host') return { hostId: id, portId: null };
    const port = ports.get(id);
    return port ? { hostId: port.hostId, portId: id } : [];
  });
}

function portLinks({ id, before, after, at, auditEventId }: InterfaceChange, ports: PortLookup): PortLinks[] {
  const [earlier, later] = [endsOf(before?.neighbors ?? [], ports), endsOf(after?.neighbors ?? [], ports)];
  const gained = later.filter((one) => !earlier.some((other) => isSameEnd(one, other)));
  const lost = earlier.filter((one) => !later.some((other) => isSameEnd(one, other)));
  const hostId = (after ?? before)!.hostId;
  return gained.length + lost.length > 0 ? [{ end: { hostId, portId: id }, gained, lost, at, auditEventId }] : [];
}

/** Returns moves of machines: hosts that one port no longer reports, and that another port has begun to report. */
function machineMoves(all: readonly PortLinks[], mayMove: (hostId: string) => boolean): LinkMove[] {
  const losses = new Map<string, PortLinks[]>();
  for (const port of all)
    for (const { hostId } of port.lost) if (mayMove(hostId)) losses.set(hostId, [...(losses.get(hostId) ?? []), port]);
  const movedHostIds = new Set<string>();
  return all.flatMap((port) =>
    port.gained.flatMap((end) => {
      const from = losses.get(end.hostId)?.find((other) => other.end.portId !== port.end.portId);
      if (!from || movedHostIds.has(end.hostId)) return [];
      movedHostIds.add(end.hostId);
      const { at, auditEventId } = port;
      return { kind: 'MachineMoved' as const, end, from: from.end, to: port.end, at, auditEventId };
    }),
  );
}

/**
 * Returns which links are new, are no longer reported, or have moved. Both ports of a link may report the same change;
 * it is returned once. `mayMove` is false for hosts that never count as moved, such as switches.
 */
export function linkChanges(
  interfaces: readonly InterfaceChange[],
  ports: PortLookup,
  mayMove: (hostId: string) => boolean,
): (LinkChange | LinkMove)[] {
  const all = interfaces.flatMap((one) => portLinks(one, ports));
  const machines = machineMoves(all, mayMove);
  const movedHosts = new Set(machines.map(({ end }) => end.hostId));
  const isOfMoved = (...ends: readonly End[]) => ends.some(({ hostId }) => movedHosts.has(hostId));
  const reportedKeys = new Set<string>();
  const moves = all.flatMap(({ end, gained, lost, at, auditEventId }): LinkMove[] => {
    const [to, from] = [gained[0], lost[0]];
    if (!to || !from || isOfMoved(end, to, from)) return [];
    const keys = [linkKey(end, to), linkKey(end, from)];
    if (keys.some((key) => reportedKeys.has(key))) return [];
    for (const key of keys) reportedKeys.add(key);
    return [{ kind: 'LinkMoved', end, from, to, at, auditEventId }];
  });
  // Reports that name the remote port come first. A later report about the same link that names only the remote host is
  // then recognized as a duplicate.
  const single = all
    .flatMap(({ end, gained, lost, at, auditEventId }) => [
      ...gained.map((other) => ({ kind: 'LinkNew' as const, ends: [end, other] as const, at, auditEventId })),
      ...lost.map((other) => ({ kind: 'LinkUnconfirmed' as const, ends: [end, other] as const, at, auditEventId })),
    ])
    .sort((a, b) => Number(a.ends[1].portId === null) - Number(b.ends[1].portId === null));
  const toldPorts = new Set<string>();
  const links = single.filter(({ kind, ends: [end, other] }) => {
    if (isOfMoved(end, other) || reportedKeys.has(linkKey(end, other))) return false;
    const hostPair = (one: End, far: End) => `${kind} ${one.portId} ${far.hostId}`;
    if (other.portId === null && toldPorts.has(hostPair(end, other))) return false;
    reportedKeys.add(linkKey(end, other));
    toldPorts.add(hostPair(end, other));
    if (other.portId !== null) toldPorts.add(hostPair(other, end));
    return true;
  });
  return [...machines, ...moves, ...links];
}
