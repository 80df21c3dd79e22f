// Finds the single cables between two machines for a line that does not name the ports at both ends: the ports are folded,
// or one of them is unknown.
import { ownNameOf } from '../../../modules/topology/graph/ports/port-name';
import type { LinePort } from './line-evidence';
import type { LineEnd } from './lines';

export interface FoldedCable {
  readonly id: string;
  readonly ends: readonly [LineEnd, LineEnd];
  /** The stored ports at the two ends; undefined for an end whose port is unknown. */
  readonly ports: readonly [LinePort | undefined, LinePort | undefined];
  /** Whether the spanning tree protocol blocks a port at one of the ends. */
  readonly isBlocked: boolean;
}

/**
 * Pairs the ports of two machines by the links that discovery stored for them. A link that names only the other machine
 * is left out if another link of the same port names the other port. If an end names a port, only cables at this port
 * are returned.
 */
export function cablesBetween(
  ports: readonly LinePort[],
  machines: readonly [LineEnd, LineEnd],
): readonly FoldedCable[] {
  const byId = new Map(ports.map((port) => [port.id, port]));
  const [first, second] = machines;
  const cables = new Map<string, FoldedCable>();
  const put = (port: LinePort, far: LinePort | undefined): void => {
    const pair = port.hostId === first.hostId ? ([port, far] as const) : ([far, port] as const);
    const id = pair.map((one) => one?.id ?? '').join(' ');
    const isBlocked = pair.some((one) => one?.stpState === 'Blocking' || one?.stpState === 'Broken');
    cables.set(id, { id, ends: [endOf(pair[0], first), endOf(pair[1], second)], ports: pair, isBlocked });
  };
  const pairedIds = new Set<string>();
  for (const port of ports)
    for (const { remoteInterfaceId } of port.neighbors) {
      const far = byId.get(remoteInterfaceId ?? '');
      if (!far || far.hostId === port.hostId) continue;
      put(port, far);
      for (const { id } of [port, far]) pairedIds.add(id);
    }
  for (const port of ports) {
    const farHostId = port.hostId === first.hostId ? second.hostId : first.hostId;
    if (!pairedIds.has(port.id) && port.neighbors.some(({ remoteHostId }) => remoteHostId === farHostId))
      put(port, undefined);
  }
  const isAtEnds = ({ ends }: FoldedCable) =>
    machines.every(({ portId }, index) => portId === null || ends[index]!.portId === portId);
  return [...cables.values()].filter(isAtEnds);
}

const endOf = (port: LinePort | undefined, machine: LineEnd): LineEnd =>
  port
    ? {
        ...machine,
        ...{
          id: port.id,
          portId: port.id,
          portName: ownNameOf(port),
          alias: port.ifAlias,
          operStatus: port.operStatus,
        },
        speedBps: port.speedBps === null ? null : Number(port.speedBps),
      }
    : { ...machine, portId: null, portName: null, alias: null, speedBps: null, operStatus: null };
