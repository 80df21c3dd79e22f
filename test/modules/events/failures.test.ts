// When several machines stop answering, some of them have failed (the causes), and the others can only be reached
// through them. Tests on random networks that the failure of the causes cuts off exactly the others.
import fc from 'fast-check';
import { MultiUndirectedGraph } from 'graphology';
import { failureGroups } from '../../../src/modules/events/deciding/failures';
import { computeImpact } from '../../../src/modules/topology/graph/questions/impact';
import type { Stop, Stops, StopLink } from '../../../src/modules/topology/graph/questions/stops';
import { link } from './batches';

/** The graph that `computeImpact` takes: hosts that all forward packets, and a cable for each pair of host ids. */
function stopsOf(hostIds: readonly string[], pairs: readonly (readonly [string, string])[]): Stops {
  const graph = new MultiUndirectedGraph<Stop, StopLink>();
  for (const id of hostIds) graph.addNode(id, { kind: 'Host', isTransit: true });
  for (const [a, b] of pairs) graph.addUndirectedEdge(a, b, { kind: 'cable', interfaceIds: {} });
  return {
    graph,
    at: (id) => [id],
    closedBy: (ids) => ({ stops: new Set(ids), links: new Set(), barredStops: new Set() }),
  };
}

test('the dependents of a group are what the root cannot reach any more if its causes fail', () => {
  const host = fc.integer({ min: 0, max: 11 }).map((number) => `h${number}`);
  const network = fc.record({
    pairs: fc.array(fc.tuple(host, host), { maxLength: 20 }),
    failed: fc.uniqueArray(host, { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(network, ({ pairs, failed }) => {
      const hostIds = Array.from({ length: 12 }, (_, number) => `h${number}`);
      const silent = new Set(failed.filter((id) => id !== 'h0'));
      const cables = [...pairs.filter(([a, b]) => a !== b), ['h0', 'root'] as const];
      const links = cables.map(([a, b], index) => link(`${a}/${index}`, b));
      const stops = stopsOf([...hostIds, 'root'], cables);
      const groups = failureGroups(silent, links, ['root']);
      const members = groups.flatMap(({ causes, dependents }) => [...causes, ...dependents]);
      expect([...members].sort()).toEqual([...silent].sort());
      for (const { causes, dependents } of groups) {
        const { unreachable } = computeImpact(stops, 'root', causes);
        expect(unreachable).toEqual(expect.arrayContaining([...dependents]));
        // A cause must not cut off machines that are grouped with another cause.
        const others = members.filter((id) => !causes.includes(id) && !dependents.includes(id));
        for (const id of others) expect(unreachable).not.toContain(id);
      }
    }),
  );
});

test('without a root that answers, machines beside those that answer explain the others', () => {
  const links = [link('ok/1', 'sw/1'), link('sw/2', 'pc/1'), link('far/1', 'pc2')];
  expect(failureGroups(new Set(['pc', 'sw', 'far', 'lone']), links, [])).toEqual([
    { causes: ['far'], dependents: [] },
    { causes: ['lone'], dependents: [] },
    { causes: ['sw'], dependents: ['pc'] },
  ]);
});
