// Edges of machines without a known cable, from the machine's box to the port whose forwarding table leads to it.
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
