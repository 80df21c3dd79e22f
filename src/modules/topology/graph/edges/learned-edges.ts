// Edges of machines without a known cable: from the box of the machine to the switch port at which a forwarding table
// lists the machine's MAC address.
import type { Edge } from '../graph';
import { hostContainerId } from '../lookup';
import { addEdge, type EdgeSource } from './edge';

export function addLearnedEdges(edges: Edge[], from: EdgeSource): void {
  for (const [hostId, portIds] of from.lookup.machinePlaces?.portsOf ?? [])
    for (const interfaceId of portIds)
      addEdge(edges, from, 'LearnedMachine', {
        source: hostContainerId(hostId),
        target: interfaceId,
        payload: { hostId, interfaceId },
        relationKey: `${hostId} ${interfaceId}`,
      });
}
