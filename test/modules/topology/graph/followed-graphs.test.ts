// A network whose state is updated change by change gives the same graph, byte for byte, as a network that is read
// completely each time.
import fc from 'fast-check';
import { askGraph } from '../../../../src/modules/topology/answers/graph-answers';
import { diffShownStates } from '../../../../src/modules/topology/answers/graph-diffs';
import {
  drawInventory,
  type Drawing,
  type GraphSource,
} from '../../../../src/modules/topology/answers/drawn-inventory';
import {
  joinPatches,
  listNames,
  patchTexts,
  type InventoryPatch,
  type PatchedRow,
} from '../../../../src/modules/topology/answers/inventory-patch';
import { groupings, type Grouping } from '../../../../src/modules/topology/graph/folding/detail';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { topologyViews, type RequestOptions } from '../../../../src/modules/topology/graph/options';
import { demoInventories } from './demo-inventories';
import { usualOptions } from './folding/folding';
import { inventoryJson } from './inventory-json';
import { inventories, requestOptions } from './inventories';

interface Row {
  readonly id: string;
}
/** Lists of rows as the database returns them: sorted by id, and services with the id of their definition. */
type Lists = Readonly<Record<(typeof listNames)[number], readonly Row[]>>;

const inDatabase = ({ services, ...rest }: Inventory): Lists => {
  const rows = services.map(({ software, ...row }) => ({ ...row, serviceDefinition: software.definition }));
  const lists: Record<string, readonly Row[]> = { ...rest, services: rows };
  return Object.fromEntries(
    listNames.map((list) => [list, [...lists[list]!].sort((a, b) => (a.id < b.id ? -1 : 1))]),
  ) as unknown as Lists;
};

/**
 * Mixes two states of all lists: rows whose bit is set are taken from `other`, all others from `now`. So rows are
 * added, changed and removed.
 */
const changeLists = (now: Lists, other: Lists, bits: readonly number[]): Lists =>
  Object.fromEntries(
    listNames.map((list, at) => {
      const [was, is] = [now[list], other[list]].map((rows) => new Map(rows.map((row) => [row.id, row])));
      const ids = [...new Set([...was!.keys(), ...is!.keys()])].sort();
      const rows = ids.map((id, index) => (((bits[at] ?? 0) >> (index % 16)) & 1 ? is!.get(id) : was!.get(id)));
      return [list, rows.filter((row) => row !== undefined)];
    }),
  ) as unknown as Lists;

const patchBetween = (was: Lists, is: Lists): InventoryPatch =>
  Object.fromEntries(
    listNames.map((list) => {
      const [before, after] = [was[list], is[list]].map((rows) => new Map(rows.map((row) => [row.id, row])));
      const ids = [...new Set([...before!.keys(), ...after!.keys()])].sort();
      const differs = ids.filter((id) => {
        const [one, other] = [before!.get(id), after!.get(id)];
        return one !== other && JSON.stringify(one) !== JSON.stringify(other);
      });
      return [list, differs.map((id): PatchedRow => [id, after!.get(id) ?? null])];
    }),
  ) as unknown as InventoryPatch;

/** Bits for the rows of a list, usually all 0, which leaves the list unchanged. */
const bits = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(65_535) });
const steps = fc.array(
  fc.record({ other: inventories, bits: fc.array(bits, { minLength: listNames.length, maxLength: listNames.length }) }),
  { minLength: 1, maxLength: 4 },
);

const details = [
  undefined,
  { foldAbove: 2, limit: 6, groupBy: 'Auto', expanded: [], collapsed: [], reveal: [] },
] as const;
const drawings = topologyViews.flatMap((view) =>
  details.map((detail): Drawing => ({ view, ...(detail && { detail }) })),
);

let states = 0;
const wholeOf = (lists: Lists, options: RequestOptions): GraphSource => ({
  ...{ state: `whole ${(states += 1)}`, options },
  ...inventoryJson(lists),
});

const drawnOf = (source: GraphSource, all: readonly Drawing[] = drawings): string =>
  JSON.stringify([
    drawInventory(source).inventory,
    askGraph({ source, question: 'totals', args: undefined }),
    ...all.map((drawing) =>
      (['nodes', 'edges', 'folds', 'foldedEdges', 'digest'] as const).map((question) =>
        askGraph({ source, question, args: drawing }),
      ),
    ),
  ]);

test('after any changes, an updated graph equals one that is built anew, including folds and differences', () => {
  const all = { withRows: false, most: Infinity };
  fc.assert(
    fc.property(inventories, steps, requestOptions, (first, following, options) => {
      let now = inDatabase(first);
      const base = wholeOf(now, options);
      expect(drawnOf(base)).toBe(drawnOf(wholeOf(now, options)));
      let patch = patchBetween(now, now);
      let [followedGraphSource, whole] = [base, base];
      for (const { other, bits: which } of following) {
        const next = changeLists(now, inDatabase(other), which);
        patch = joinPatches(patch, patchBetween(now, next));
        const [before, beforeWhole] = [followedGraphSource, whole];
        followedGraphSource = {
          ...base,
          state: `followed ${(states += 1)}`,
          patch: { base: base.state, lists: patchTexts(patch) },
        };
        whole = wholeOf(next, options);
        expect(drawnOf(followedGraphSource)).toBe(drawnOf(whole));
        for (const drawing of drawings)
          expect(diffShownStates({ before, after: followedGraphSource, drawing, ...all })).toEqual(
            diffShownStates({ before: beforeWhole, after: whole, drawing, ...all }),
          );
        now = next;
      }
    }),
    { numRuns: 60 },
  );
});

/**
 * An edit of one row: it gets one value of the row `donor` (`takes`), another name (`called`), or is removed
 * (`goes`).
 */
interface Edit {
  readonly list: (typeof listNames)[number];
  readonly row: number;
  readonly donor: number;
  readonly member: number;
  readonly what: 'takes' | 'called' | 'goes';
}
const edits: fc.Arbitrary<Edit> = fc.record({
  // More than half of the edits change a host, because the properties of hosts determine most of the graph.
  list: fc.oneof(fc.constant('hosts' as const), fc.constantFrom(...listNames)),
  ...{ row: fc.nat(), donor: fc.nat(), member: fc.nat() },
  what: fc.constantFrom('takes', 'takes', 'takes', 'called', 'called', 'goes'),
});
const names = ['displayName', 'name'];
/**
 * Fields of hosts that decide how hosts are grouped and which hosts are shown. Some are listed twice, so that they
 * are edited more often.
 */
const ofHosts = ['location', 'tagIds', 'isVirtual', 'virtualizationServiceId', 'hidden', 'location', 'tagIds'];

function editLists(lists: Lists, { list, row, donor, member, what }: Edit): Lists {
  const rows = lists[list] as readonly (Row & Record<string, unknown>)[];
  if (rows.length === 0) return lists;
  const [one, other] = [rows[row % rows.length]!, rows[donor % rows.length]!];
  const members = list === 'hosts' ? ofHosts : Object.keys(one).filter((name) => name !== 'id');
  const takenMember = members[member % members.length]!;
  const renamedEntries = names.filter((name) => name in one).map((name) => [name, `${String(one[name])} ${donor % 7}`]);
  const now = {
    ...one,
    ...(what === 'takes' ? { [takenMember]: other[takenMember] } : Object.fromEntries(renamedEntries)),
  };
  return {
    ...lists,
    [list]: what === 'goes' ? rows.filter((each) => each !== one) : rows.map((each) => (each === one ? now : each)),
  };
}

/**
 * A network in which a third of the hosts have a location. Grouping assigns the other hosts to the locations of their
 * neighbors.
 */
function partedNetwork(): Lists {
  const [demo] = demoInventories(60);
  const hosts = demo!.hosts.map((host, at) => ({
    ...host,
    location: at % 3 === 0 ? `Hall ${at % 4}` : null,
    tagIds: demo!.tags.slice(at % 5, (at % 5) + 1).map(({ id }) => id),
  }));
  return inDatabase({ ...demo!, hosts });
}

/**
 * Draws the network. The returned function changes the network to the state `next` and draws it again, and expects
 * the same graph as if everything were read anew.
 */
function follow(first: Lists, groupBy: Grouping) {
  const detail = { foldAbove: 10, limit: 40, groupBy, expanded: [], collapsed: [], reveal: [] };
  const foldedDrawings = topologyViews.map((view): Drawing => ({ view, detail }));
  const base = wholeOf(first, usualOptions);
  drawnOf(base, foldedDrawings);
  let [now, patch] = [first, patchBetween(first, first)];
  return (next: Lists, how: string) => {
    patch = joinPatches(patch, patchBetween(now, next));
    now = next;
    const lists = patchTexts(patch);
    const source = { ...base, state: `followed ${(states += 1)}`, patch: { base: base.state, lists } };
    // The texts are too long for an assertion message, so only whether they are equal is asserted.
    expect([how, drawnOf(source, foldedDrawings) === drawnOf(wholeOf(next, usualOptions), foldedDrawings)]).toEqual([
      how,
      true,
    ]);
  };
}

test('after any changes, an updated graph with split boxes is folded like a new one, by every grouping', () => {
  const first = partedNetwork();
  const following = fc.array(fc.array(edits, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 10 });
  fc.assert(
    fc.property(following, fc.constantFrom('Tag', 'Location', ...groupings), (changes, groupBy) => {
      const compare = follow(first, groupBy);
      let now = first;
      for (const step of changes) compare((now = step.reduce(editLists, now)), JSON.stringify(step));
    }),
    { numRuns: 10 },
  );
});

/** For each grouping: the lists and fields that decide to which group a host belongs. */
const partedBy: Readonly<Record<Grouping, readonly (readonly [list: keyof Lists, member: string])[]>> = {
  Auto: [],
  Uplink: [
    ['hosts', 'displayName'],
    ['interfaces', 'neighbors'],
  ],
  Location: [['hosts', 'location']],
  Tag: [
    ['hosts', 'tagIds'],
    ['tags', 'name'],
  ],
  Kind: [
    ['hosts', 'isVirtual'],
    ['services', 'serviceDefinition'],
  ],
  Subnet: [
    ['subnets', 'name'],
    ['ipAddresses', 'subnetId'],
  ],
  Vlan: [
    ['interfaces', 'nativeVlanId'],
    ['vlans', 'name'],
  ],
  Name: [
    ['hosts', 'displayName'],
    ['ipAddresses', 'ipAddress'],
  ],
};
const [manySteps, fewSteps] = [8, 1];

test.each(groupings)(
  'by %s: elements move between groups one after the other, as in a graph that is built anew',
  (groupBy) => {
    let now = partedNetwork();
    const compare = follow(now, groupBy);
    for (const [by, changes] of Object.entries(partedBy))
      for (const [list, member] of changes) {
        const stride = Math.ceil(now[list].length / (by === groupBy ? manySteps : fewSteps));
        for (let at = 0; at < now[list].length; at += stride) {
          const rows = now[list] as readonly (Row & Record<string, unknown>)[];
          const one = rows[at]!;
          const text = JSON.stringify(one[member]);
          const donor = [...rows.slice(at), ...rows].find((other) => JSON.stringify(other[member]) !== text);
          if (!donor) continue;
          const changedRow = { ...one, [member]: donor[member] };
          now = { ...now, [list]: rows.map((row) => (row === one ? changedRow : row)) };
          compare(now, `${member} of ${list} ${at}`);
        }
      }
  },
);

test('a row that came and went leaves no trace, and untouched lists keep their object identity', () => {
  const host = { id: 'a', displayName: 'one', vmName: null, hidden: false, isVirtual: false, tagIds: [] };
  const none = Object.fromEntries(listNames.map((list) => [list, []])) as unknown as Lists;
  const lists = { ...none, hosts: [host, { ...host, id: 'c' }], vlans: [{ id: 'v' }] };
  const base = wholeOf(lists, usualOptions);
  const empty = patchBetween(lists, lists);
  const addedPatch = joinPatches(empty, { ...empty, hosts: [['b', { ...host, id: 'b' } as never]] });
  const gonePatch = joinPatches(addedPatch, { ...empty, hosts: [['b', null]] });
  const sourceOf = (patch: InventoryPatch): GraphSource => ({
    ...base,
    ...{ state: `followed ${(states += 1)}`, patch: { base: base.state, lists: patchTexts(patch) } },
  });
  const [one, two, three] = [sourceOf(addedPatch), sourceOf(addedPatch), sourceOf(gonePatch)].map(
    (source) => drawInventory(source).inventory,
  );
  expect(one!.hosts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(three!.hosts.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(one!.vlans).toBe(drawInventory(base).inventory.vlans);
  expect(two!.hosts).toBe(one!.hosts);
});

test('a network that is read again keeps the objects of the rows that have not changed', () => {
  const none = Object.fromEntries(listNames.map((list) => [list, []])) as unknown as Lists;
  const tag = (id: string, name: string) => ({ id, name, color: 'Red', isApplication: false });
  const vlan = (id: string, taggedIds: string[]) => ({ id, taggedIds });
  const read = (state: string, tags: object[], vlans: object[]) =>
    drawInventory({ ...wholeOf({ ...none, tags, vlans } as never, usualOptions), state: `network ${state}` }).inventory;
  const first = read('1', [tag('a', 'one'), tag('b', 'two')], [vlan('v', ['x']), vlan('w', ['x'])]);
  const next = read('2', [tag('a', 'one'), tag('b', '2'), tag('c', 'three')], [vlan('v', ['x']), vlan('w', ['y'])]);
  expect(next.tags.map((row) => first.tags.includes(row))).toEqual([true, false, false]);
  expect(next.vlans.map((row) => first.vlans.includes(row))).toEqual([true, false]);
  expect(next.tags).toEqual([tag('a', 'one'), tag('b', '2'), tag('c', 'three')]);
  const gone = read('3', [tag('c', 'three')], []);
  expect([gone.tags[0] === next.tags[2], gone.tags.length, gone.vlans]).toEqual([true, 1, []]);
  expect(read('4', [tag('c', 'three')], []).tags).toBe(gone.tags);
});

test('a network that fills the cache alone is parsed once, however many changes follow', () => {
  const none = Object.fromEntries(listNames.map((list) => [list, []])) as unknown as Lists;
  const lists = { ...none, vlans: [{ id: 'v' }] };
  const whole = wholeOf(lists, usualOptions);
  // The cache computes a network's memory from the length of its JSON. 130 MB of spaces make this network fill the
  // cache.
  const base = { ...whole, rows: Buffer.concat([whole.rows, Buffer.alloc(130_000_000, ' ')]) };
  const patch = { base: base.state, lists: patchTexts(patchBetween(lists, lists)) };
  const inventoriesOfChanges = [1, 2, 3].map(
    (change) => drawInventory({ ...base, state: `change ${change}`, patch }).inventory,
  );
  expect(new Set(inventoriesOfChanges.map(({ vlans }) => vlans)).size).toBe(1);
});
