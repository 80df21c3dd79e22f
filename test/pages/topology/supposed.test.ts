// Tests a user's what-if changes on the topology page: their list in the page's address, their input for the API, and
// the parts of the picture that they highlight.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { buildSchema, coerceInputValue, isInputObjectType } from 'graphql';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import type { WhatIf } from '../../../src/pages/topology/state/answers';
import { computeMarks } from '../../../src/pages/topology/marks/compute-marks';
import { readPlace } from '../../../src/pages/topology/state/place';
import {
  failureOf,
  fromChanges,
  mostSupposed,
  parseSupposed,
  toChanges,
  toggleSupposed,
  writeSupposed,
  type Supposed,
} from '../../../src/pages/topology/suppose/supposed';
import { boxNamed, buildPicture, choices, itemNamed } from './pictures';

const ids = Array.from({ length: 50 }, (_, at) => `6f2b5c1e-0000-4000-8000-0000000000${10 + at}`);
const [first, second] = ids as [string, string];
const supposed: fc.Arbitrary<Supposed> = fc.oneof(
  fc.record({ type: fc.constantFrom('host' as const, 'port' as const), id: fc.uuid() }),
  fc.record({ type: fc.constant('cable' as const), id: fc.constantFrom(first, second), otherId: fc.uuid() }),
);

test('a list survives a round trip through the address, which has at most about 2 KB', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(supposed, { maxLength: mostSupposed, selector: (one) => JSON.stringify(one) }),
      (list) => {
        const text = writeSupposed(list);
        expect(parseSupposed(text)).toEqual(list);
        expect((text ?? '').length).toBeLessThan(2_000);
      },
    ),
  );
});

test('texts that are no suppositions, repeated ones and those beyond the bound are left out', () => {
  const junk = [`host:${first}x`, 'host:', `router:${first}`, `cable:${first}`, `cable:${first}:${first}`, ''];
  expect(parseSupposed([...junk, `port:${first}`, `port:${first}`].join())).toEqual([{ type: 'port', id: first }]);
  expect(parseSupposed(ids.map((id) => `host:${id}`).join())).toHaveLength(mostSupposed);
  expect(parseSupposed(null)).toEqual([]);
});

test('a supposition is added and taken back; a full list takes no more', () => {
  const one: Supposed = { type: 'host', id: first };
  expect(toggleSupposed(toggleSupposed([], one), one)).toEqual([]);
  const full = ids.slice(1, mostSupposed + 1).map((id): Supposed => ({ type: 'host', id }));
  expect(toggleSupposed(full, one)).toBe(full);
  expect(toggleSupposed(full, full[0]!)).toHaveLength(mostSupposed - 1);
});

test('the API accepts the changes', () => {
  const schema = buildSchema(readFileSync(path.join(__dirname, '..', '..', '..', 'schema', 'schema.graphql'), 'utf8'));
  const type = schema.getType('SupposedChangeInput');
  if (!isInputObjectType(type)) throw new Error('no input');
  const changes = toChanges([
    { type: 'host', id: first },
    { type: 'port', id: first },
    { type: 'cable', id: first, otherId: second },
  ]);
  const errors: string[] = [];
  for (const change of changes)
    coerceInputValue(change, type, (at, _value, error) => errors.push(`${at.join('.')}: ${error.message}`));
  expect([changes.length, errors]).toEqual([3, []]);
});

test('changes of a plan are the suppositions from which they were made; others cannot be shown', () => {
  const suppositions: readonly Supposed[] = [
    { type: 'host', id: first },
    { type: 'port', id: second },
    { type: 'cable', id: first, otherId: second },
  ];
  // The same changes in the form of an API response: `type` is the kind of change, and parameters of other kinds are
  // null.
  const changes = toChanges(suppositions).map((change) => {
    const [[member, parameters]] = Object.entries(change) as [[string, object]];
    const none = { hostId: null, interfaceId: null, otherInterfaceId: null };
    return { ...none, ...parameters, type: member[0]!.toUpperCase() + member.slice(1) };
  });
  expect(fromChanges(changes)).toEqual(suppositions);
  expect(fromChanges([...changes, { type: 'HostRemoved', hostId: first }])).toBeUndefined();
  expect(fromChanges(Array.from({ length: mostSupposed + 1 }, () => changes[0]!))).toBeUndefined();
});

const [device, other] = [boxNamed('device', { kind: 'Host' }), boxNamed('other', { kind: 'Host' })];
const port = itemNamed('port', 'device', { kind: 'Interface' });
const farPort = itemNamed('far', 'other', { kind: 'Interface' });

test('a port fails by itself, an address with its host, and a subnet not at all', () => {
  expect(failureOf(port)).toEqual({ type: 'port', id: 'port' });
  expect(failureOf(itemNamed('address', 'lan'))).toEqual({ type: 'host', id: 'host of address' });
  expect(failureOf(device)).toEqual({ type: 'host', id: 'device' });
  expect(failureOf(boxNamed('lan'))).toBeUndefined();
});

test('what is supposed, what that cuts off, and what is reached another way is highlighted', () => {
  const third = boxNamed('third', { kind: 'Host' });
  const added = itemNamed('added', 'third', { kind: 'Interface' });
  const picture = buildPicture([device, other, third, port, farPort, added], []);
  const answer = {
    errors: [],
    checks: [],
    impact: { unreachable: [{ kind: 'Host', id: 'other', foldedIn: [] }], unreachableCount: 1, stillReachable: 1 },
    rerouted: [{ kind: 'Host', id: 'third', foldedIn: [] }],
  } as unknown as WhatIf;
  const { nodes } = computeMarks({
    picture,
    difference: {
      ...{ from: '', to: '', changes: [], isComplete: true, counts: { Added: 1, Removed: 0, Changed: 0 } },
      ...{ typeOf: new Map([['added', 'Added']]), folded: { nodes: new Map(), lines: new Set() } },
    },
    visible: showPicture(picture, choices),
    place: {
      ...readPlace(''),
      supposed: [
        { type: 'host', id: 'device' },
        { type: 'cable', id: 'port', otherId: 'far' },
        { type: 'cable', id: 'port', otherId: 'added' },
      ],
    },
    answers: { whatIf: { key: '', answer } },
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });
  expect(Object.fromEntries(nodes)).toEqual({
    ...{ device: 'failed', other: 'lost', third: 'changed' },
    ...{ port: 'end', far: 'end', added: 'added' },
  });
});
