// The demo generates its cables itself. Resolving what its devices report must result in the links that follow from
// these cables.
import { linkKey, type StoredLink } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { generate } from '../../../demo/demo-world';
import { toInventory } from './demo-inventory';

test.each(generate().networks.map((network) => [network.name, network.rows] as const))(
  '%s: the links of the demo follow from its evidence, without inferred hosts',
  (_name, rows) => {
    const { links, inferredHosts, hostOfPort, outcomes } = resolveNeighbors(toInventory(rows), (key) => key);
    expect(inferredHosts).toEqual([]);
    const drawnProtocols = new Map(
      (rows.interface_neighbors as StoredLink[]).map((link) => [linkKey(link), link.protocol]),
    );
    const concludedLinks = links.map((link) => {
      // The demo stores only the remote host of some links, although the resolution also finds their remote port. Such
      // links are compared by the remote host.
      const remoteHostId = hostOfPort.get(link.remoteInterfaceId ?? '') ?? null;
      const isDrawn = drawnProtocols.has(linkKey(link));
      const key = isDrawn ? linkKey(link) : linkKey({ ...link, remoteInterfaceId: null, remoteHostId });
      return [key, link.protocol] as const;
    });
    expect(concludedLinks.sort()).toEqual([...drawnProtocols].sort());
    for (const { id, resolvedInterfaceId, resolvedHostId, reason } of rows.neighbor_evidence) {
      const outcome = outcomes.get(id!)!;
      const isPaired = resolvedHostId !== null && outcome.remoteInterfaceId !== null;
      if (isPaired) expect(hostOfPort.get(outcome.remoteInterfaceId!)).toBe(resolvedHostId);
      else expect([outcome.remoteInterfaceId, outcome.remoteHostId]).toEqual([resolvedInterfaceId, resolvedHostId]);
      if (!isPaired) expect(outcome.reason).toBe(reason);
    }
    expect(links.filter((link) => drawnProtocols.has(linkKey(link))).length).toBeGreaterThan(links.length * 0.95);
  },
);
