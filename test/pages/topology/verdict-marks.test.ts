// Tests which nodes and lines of the picture a check highlights: the rows of its findings, the line between two rows of
// one finding, and rows for which evidence is missing.
import { showPicture } from '../../../src/pages/topology/graph/shown';
import type { Verdict } from '../../../src/pages/topology/state/answers';
import { toDetailInput } from '../../../src/pages/topology/state/detail';
import { computeMarks } from '../../../src/pages/topology/marks/compute-marks';
import { readPlace, withoutNetwork, withoutQuestions, writePlace } from '../../../src/pages/topology/state/place';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const [switchBox, routerBox] = [boxNamed('switch', { kind: 'Host' }), boxNamed('router', { kind: 'Host' })];
const [uplink, port, other] = [itemNamed('up', 'switch'), itemNamed('port', 'switch'), itemNamed('far', 'router')];
const cable = buildLink('up', 'far');
const picture = buildPicture([switchBox, routerBox, uplink, port, other], [cable, buildLink('port', 'far')]);

const finding = (elementIds: string[], isAccepted = false) => ({
  ...{ key: elementIds.join(' '), message: '', subject: 'Interface' as const },
  ...{ elementIds, isAccepted },
});
const verdictOf = (more: Partial<Verdict>) => ({ findings: [], missing: [], ...more }) as unknown as Verdict;
const marksOf = (verdict: Verdict) =>
  computeMarks({
    picture,
    difference: undefined,
    visible: showPicture(picture, choices),
    place: readPlace(''),
    answers: { verdict: { key: '', answer: verdict } },
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });

test('the row of a finding, the row that it names and the cable between them are highlighted, accepted ones are not', () => {
  const { nodes, lines, fades } = marksOf(verdictOf({ findings: [finding(['up', 'far']), finding(['port'], true)] }));
  expect(Object.fromEntries(nodes)).toEqual({ up: 'finding', far: 'near' });
  expect([lines.size, [...lines.values()], fades]).toEqual([1, ['finding'], true]);
});

test('a finding about a host highlights its box alone, and wins over missing evidence', () => {
  const { nodes } = marksOf(
    verdictOf({
      findings: [finding(['switch'])],
      missing: [{ code: 'x', message: '', elementIds: ['switch', 'router', 'not drawn'] }],
    }),
  );
  expect([...nodes]).toEqual([
    ['switch', 'finding'],
    ['router', 'evidence'],
  ]);
});

test('the first row of each finding is unfolded', () => {
  const ids = ['1', '2'].map((digit) => `6f2b5c1e-0000-4000-8000-00000000000${digit}`);
  const detail = toDetailInput({
    place: readPlace(''),
    room: { limit: 10, foldAbove: 10 },
    answers: { verdict: { key: '', answer: verdictOf({ findings: [finding(ids), finding([])] }) } },
    pathIndex: 0,
  });
  expect(detail?.reveal).toEqual([ids[0]]);
});

test('the URL names the open verdict, which stays open in another view of the network', () => {
  const id = '6f2b5c1e-0000-4000-8000-000000000001';
  const place = readPlace(`?verdict=${id}`);
  expect(place.verdictId).toBe(id);
  expect(writePlace(place)).toContain(`&verdict=${id}`);
  expect(writePlace({ ...place, ...withoutQuestions })).toContain('verdict');
  expect(writePlace({ ...place, ...withoutNetwork })).not.toContain('verdict');
  expect(readPlace('?verdict=x').verdictId).toBeNull();
});
