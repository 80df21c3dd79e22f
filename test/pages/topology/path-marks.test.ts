// Tests which lines a path over subnets highlights. At a router, these lines lead from the address at which the path
// enters to the address at which it leaves.
import { showPicture } from '../../../src/pages/topology/graph/shown';
import type { Path } from '../../../src/pages/topology/state/answers';
import { computeMarks } from '../../../src/pages/topology/marks/compute-marks';
import { readPlace } from '../../../src/pages/topology/state/place';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const subnets = ['loop', 'lan', 'transit'].map((name) => boxNamed(name, { kind: 'Subnet' }));
// The addresses of a router are linked like a star: from the first address to each of the others.
const addresses = [
  itemNamed('first', 'loop'),
  itemNamed('in', 'lan'),
  itemNamed('out', 'transit'),
  itemNamed('unrelated', 'transit'),
];
const links = ['in', 'out', 'unrelated'].map((end) => buildLink('first', end, { type: 'SameHost' }));
const picture = buildPicture([...subnets, ...addresses], links);

function markedBetween(inId: string, outId: string) {
  const hop = {
    ...{ kind: 'Host', id: 'router', host: null, subnet: null, foldedIn: [], fhrpState: null, vlanIds: [] },
    ...{ inInterfaceId: null, outInterfaceId: null, outEdgeId: null },
    ...{ inIpAddress: { id: inId }, outIpAddress: { id: outId } },
  };
  const visible = showPicture(picture, { ...choices, edgeTypes: new Set(['SameHost']) });
  const { lines, steps } = computeMarks({
    ...{ picture, visible, difference: undefined, place: readPlace('') },
    answers: { paths: { key: '', answer: [{ length: 0, hops: [hop] }] as unknown as Path[] } },
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });
  expect(steps.map(({ id }) => lines.get(id))).toEqual(steps.map(() => 'path'));
  return [...visible.lines.filter(({ id }) => lines.get(id) === 'path'), ...steps].map(
    ({ source, target }) => `${source} ${target}`,
  );
}

test('two addresses that are not the first are joined by an added line, which avoids the first', () => {
  expect(markedBetween('in', 'out')).toEqual(['in out']);
});

test('the first address and another are joined by their own link', () => {
  expect(markedBetween('first', 'out')).toEqual(['first out']);
  expect(markedBetween('out', 'first')).toEqual(['first out']);
});
