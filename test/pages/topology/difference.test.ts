// Tests the comparison of two instants: one picture of both graphs, in which each part is marked as added, removed or
// changed, and a summary in words.
import fc from 'fast-check';
import {
  explainAbsence,
  type AnsweredChange,
  changeSigns,
  linkIndex,
  describeChange,
  foldedChanges,
  unitePictures,
  type Difference,
} from '../../../src/pages/topology/graph/difference';
import type { Fold } from '../../../src/pages/topology/graph/picture';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { computeMarks } from '../../../src/pages/topology/marks/compute-marks';
import { readPlace } from '../../../src/pages/topology/state/place';
import { toIndex, toInstant, buildScale, buildTicks } from '../../../src/pages/topology/state/times';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const [keptBox, removedBox, addedBox] = [boxNamed('kept'), boxNamed('gone'), boxNamed('come')];
const stays = itemNamed('stays', 'kept');
const wasInGone = itemNamed('was in gone', 'gone');
const wasInKept = itemNamed('was in kept', 'kept');
const isInCome = itemNamed('is in come', 'come');
const pulledLink = buildLink('stays', 'was in gone');
const pluggedLink = buildLink('stays', 'is in come');
const earlier = buildPicture(
  [keptBox, removedBox, { ...stays, title: 'old name' }, wasInGone, wasInKept],
  [pulledLink],
);
const later = buildPicture([keptBox, addedBox, stays, isInCome], [pluggedLink]);
const union = unitePictures(later, earlier);

const changedChange: AnsweredChange = {
  id: 'stays',
  changeType: 'Changed',
  fields: [{ field: 'header', from: 'old name', to: 'stays' }],
};
const typeOf = new Map([
  ['stays', 'Changed'],
  ...['come', 'is in come', pluggedLink.id].map((id) => [id, 'Added'] as const),
  ...['gone', 'was in gone', 'was in kept', pulledLink.id].map((id) => [id, 'Removed'] as const),
] as const);
const difference: Difference = {
  ...{ from: '2026-11-01T00:00:00Z', to: '2026-11-21T00:00:00Z', isComplete: true },
  changes: [changedChange],
  typeOf,
  counts: { Added: 3, Removed: 4, Changed: 1 },
  folded: { nodes: new Map(), lines: new Set() },
};
const marksWith = (closed: ReadonlyMap<string, boolean>) =>
  computeMarks({
    picture: union,
    difference,
    visible: showPicture(union, { ...choices, closed }),
    place: readPlace(''),
    answers: {},
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });

test.each([
  ['2026-11-01T00:00:00Z', null, ['', '', 'removed since', '']],
  ['2026-11-21T00:00:00Z', '2026-11-01T00:00:00Z', ['', 'added later', '', '']],
  [null, null, ['', '', '', '']],
])(
  'compared with %s, a node drawn at %s that is missing in the other graph says when it existed',
  (since, at, expectedTexts) => {
    const ids = ['stays', 'come', 'gone', 'unknown'];
    expect(ids.map((id) => explainAbsence(difference, { at, since }, id))).toEqual(expectedTexts);
  },
);

test('both graphs are drawn as one: the later one, with removed nodes in their former boxes', () => {
  expect(union.boxes.map(({ id }) => id)).toEqual(['kept', 'come', 'gone']);
  expect(union.items.map(({ id, parentId }) => `${id} / ${parentId}`)).toEqual([
    'stays / kept',
    'is in come / come',
    'was in gone / gone',
    'was in kept / kept',
  ]);
  expect(union.nodes.get('stays')).toMatchObject({ title: 'stays' });
  expect(union.links).toEqual([pluggedLink, pulledLink]);
  expect(union.linksOf.get('stays')).toEqual([pluggedLink, pulledLink]);
});

test('added, removed and changed nodes and lines are marked; everything else fades', () => {
  const { nodes, lines, fades } = marksWith(new Map());
  expect(Object.fromEntries(nodes)).toEqual({
    ...{ stays: 'changed', come: 'added', 'is in come': 'added' },
    ...{ gone: 'removed', 'was in gone': 'removed', 'was in kept': 'removed' },
  });
  expect(Object.fromEntries(lines)).toEqual({ [pluggedLink.id]: 'added', [pulledLink.id]: 'removed' });
  expect(fades).toBe(true);
});

test('a closed box is marked as changed if its contents differ, unless it is itself added or removed', () => {
  const { nodes } = marksWith(new Map(['kept', 'come', 'gone'].map((id) => [id, true])));
  expect(Object.fromEntries(nodes)).toEqual({ kept: 'changed', come: 'added', gone: 'removed' });
});

const fold: Fold = {
  ...{ id: 'fold', basis: 'Location', label: 'Hall', summary: '9 phones', reason: 'There.', isExpanded: false },
  ...{ depth: 0, parentFoldId: null, containerId: null, memberIds: [], nodeCount: 9, counts: [] },
};

test('changes inside a fold are marked on the fold and on the line to it', () => {
  const line = { ...buildLink('fold', 'stays'), folded: { count: 4, reversedCount: 0, isDown: true } };
  const picture = buildPicture([boxNamed('fold', { kind: 'Fold', fold }), keptBox, stays], [line]);
  const shownPicture = showPicture(picture, choices);
  expect(shownPicture.lines).toMatchObject([{ label: '4 × ▾ down', count: 4 }]);
  expect([...shownPicture.isClosed]).toEqual(['fold']);
  const { nodes, lines } = computeMarks({
    ...{ picture, visible: shownPicture, place: readPlace(''), answers: {} },
    difference: {
      ...difference,
      typeOf: new Map(),
      folded: foldedChanges({
        folds: [
          {
            id: 'fold',
            basis: 'Location',
            containerId: null,
            changeType: 'Changed',
            nodeCounts: { added: 2, removed: 0, changed: 1 },
          },
        ],
        foldedEdges: [{ source: 'stays', target: 'fold', counts: { added: 1, removed: 0, changed: 0 } }],
      }),
    },
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });
  expect([Object.fromEntries(nodes), Object.fromEntries(lines)]).toEqual([
    { fold: 'changed' },
    { [line.id]: 'changed' },
  ]);
});

test('nodes removed from a fold are counted there and not drawn', () => {
  const [open, closedBox] = [true, false].map((isExpanded) =>
    boxNamed('fold', { kind: 'Fold', fold: { ...fold, isExpanded } }),
  );
  const inFold = boxNamed('in fold', { parentId: 'fold' });
  const both = unitePictures(
    buildPicture([closedBox!], []),
    buildPicture([open!, inFold, itemNamed('within', 'in fold')], []),
  );
  expect([...both.nodes.keys()]).toEqual(['fold']);
});

test('a bundle of an added and a removed line is marked as changed', () => {
  const [came, went] = [buildLink('stays', 'is in come'), buildLink('stays', 'is in come')];
  const picture = buildPicture([keptBox, addedBox, stays, isInCome], [came, went]);
  const { lines } = computeMarks({
    picture,
    difference: { ...difference, typeOf: new Map([[came.id, 'Added'] as const, [went.id, 'Removed'] as const]) },
    visible: showPicture(picture, choices),
    place: readPlace(''),
    answers: {},
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });
  expect([...lines.values()]).toEqual(['changed']);
});

test('a change is described by kind, name, old and new values; ids are replaced by names', () => {
  const links = linkIndex(union);
  expect(describeChange(changedChange, union, links)).toMatchObject({
    ...{ kind: 'Address', name: 'stays', nodeId: 'stays' },
    fields: ['name: old name → stays'],
  });
  const fields = [{ field: 'target', from: 'was in gone', to: null }];
  expect(describeChange({ id: pulledLink.id, changeType: 'Changed', fields }, union, links)).toMatchObject({
    ...{ kind: 'Cable', name: 'stays – was in gone', nodeId: 'stays' },
    fields: ['target: was in gone → none'],
  });
  const folded = { changeType: 'Added' as const, fields: [] };
  expect(describeChange({ ...folded, id: 'folded line' }, union, links).name).toBe('Link with a folded end');
  const after = { header: 'in a fold' };
  expect(describeChange({ ...folded, id: 'folded', after }, union, links).name).toBe('in a fold');
  expect(new Set(Object.values(changeSigns)).size).toBe(3);
});

test('a box that is a part of a device is described with the device, but not with the fold around it', () => {
  const boxes = [
    boxNamed('fold', { kind: 'Fold', fold: { ...fold, isExpanded: true } }),
    boxNamed('switch', { parentId: 'fold' }),
    boxNamed('Up', { parentId: 'switch' }),
    boxNamed('VLAN 50', { parentId: 'Up' }),
  ];
  const picture = buildPicture(boxes, []);
  const nameOf = (id: string) =>
    describeChange({ id, changeType: 'Added', fields: [] }, picture, linkIndex(picture)).name;
  expect(['switch', 'Up', 'VLAN 50'].map(nameOf)).toEqual(['switch', 'Up on switch', 'VLAN 50 on switch']);
  const fields = [{ field: 'containerId', from: 'Up', to: 'VLAN 50' }];
  expect(describeChange({ id: 'x', changeType: 'Changed', fields }, picture, linkIndex(picture)).fields).toEqual([
    'box: Up on switch → VLAN 50 on switch',
  ]);
});

test('a step of the slider has one mark that says what happened, none at the present or before the beginning', () => {
  const begin = Date.parse('2026-01-01T00:00:00Z');
  const now = begin + 300 * 3_600_000;
  const at = (hours: number) => begin + hours * 3_600_000;
  const marked = {
    ends: [at(2), at(300)],
    changes: [at(-1), at(2), at(2.1), at(7), at(299.9)],
    verdicts: [7, 9, 9.1, 300].map((hours) => ({ time: at(hours), words: `“x”: failing at ${hours}` })),
  };
  expect(buildTicks(buildScale(begin, now), marked, now)).toEqual([
    { index: 2, label: 'discovery, 2 changes' },
    { index: 7, label: '1 change, “x”: failing at 7' },
    { index: 9, label: '2 checks say something else' },
    { index: 299, label: '1 change' },
  ]);
  expect(buildTicks(buildScale(begin, now), { ends: [], changes: [], verdicts: [] }, now)).toEqual([]);
});

test('each step of the time slider maps to an instant and back; the last step is the present', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 * 365 * 86_400_000 }), fc.nat(), (age, pick) => {
      const begin = Date.parse('2016-01-01T00:00:00Z');
      const scale = buildScale(begin, begin + age);
      const index = pick % scale.last;
      expect(scale.last).toBeLessThanOrEqual(301);
      expect(toIndex(scale, toInstant(scale, index))).toBe(index);
      expect(Date.parse(toInstant(scale, index)!)).toBeLessThan(begin + Math.max(age, 60_000));
      expect([toInstant(scale, scale.last), toIndex(scale, null)]).toEqual([null, scale.last]);
      expect(toIndex(scale, new Date(begin + age).toISOString())).toBeLessThan(scale.last);
    }),
  );
});
