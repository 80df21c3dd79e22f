// A network that is followed from change to change is drawn byte for byte as one that is read whole each time.
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
  textsOf,
  type InventoryPatch,
  type PatchedRow,
} from '../../../../src/modules/topology/answers/inventory-patch';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { topologyViews, type RequestOptions } from '../../../../src/modules/topology/graph/options';
import { usualOptions } from './folding/folding';
import { inventories, requestOptions } from './inventories';

interface Row {
  readonly id: string;
}
/** Lists of rows as the database gives them: in the order of their ids, services with the id of their definition. */
type Lists = Readonly<Record<(typeof listNames)[number], readonly Row[]>>;

const inDatabase = ({ services, ...rest }: Inventory): Lists => {
  const rows = services.map(({ software, ...row }) => ({ ...row, serviceDefinition: software.definition }));
  const lists: Record<string, readonly Row[]> = { ...rest, services: rows };
  return Object.fromEntries(
    listNames.map((list) => [list, [...lists[list]!].sort((a, b) => (a.id < b.id ? -1 : 1))]),
  ) as unknown as Lists;
};

/** Rows of some lists become those of another network, come, or go: which ones the bits say. */
const changed = (now: Lists, other: Lists, bits: readonly number[]): Lists =>
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
      const differs = ids.filter((id) => JSON.stringify(before!.get(id)) !== JSON.stringify(after!.get(id)));
      return [list, differs.map((id): PatchedRow => [id, after!.get(id) ?? null])];
    }),
  ) as unknown as InventoryPatch;

/** Mostly no row of a list. */
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
  rows: Buffer.from(JSON.stringify(lists)),
});

const drawnOf = (source: GraphSource): string =>
  JSON.stringify([
    drawInventory(source).inventory,
    askGraph({ source, question: 'totals', args: undefined }),
    ...drawings.map((drawing) =>
      (['nodes', 'edges', 'folds', 'foldedEdges', 'digest'] as const).map((question) =>
        askGraph({ source, question, args: drawing }),
      ),
    ),
  ]);

test('after any changes rows, nodes, edges, folds and differences are those of the network read whole', () => {
  fc.assert(
    fc.property(inventories, steps, requestOptions, (first, following, options) => {
      let now = inDatabase(first);
      const base = wholeOf(now, options);
      expect(drawnOf(base)).toBe(drawnOf(wholeOf(now, options)));
      let patch = patchBetween(now, now);
      let [followed, whole] = [base, base];
      for (const { other, bits: which } of following) {
        const next = changed(now, inDatabase(other), which);
        patch = joinPatches(patch, patchBetween(now, next));
        const [before, beforeWhole] = [followed, whole];
        followed = { ...base, state: `followed ${(states += 1)}`, patch: { base: base.state, lists: textsOf(patch) } };
        whole = wholeOf(next, options);
        expect(drawnOf(followed)).toBe(drawnOf(whole));
        for (const drawing of drawings)
          expect(diffShownStates({ before, after: followed, drawing, withRows: false })).toEqual(
            diffShownStates({ before: beforeWhole, after: whole, drawing, withRows: false }),
          );
        now = next;
      }
    }),
    { numRuns: 60 },
  );
});

test('a row that came and went is in neither, and lists that nothing touches stay the same objects', () => {
  const host = { id: 'a', displayName: 'one', vmName: null, hidden: false, isVirtual: false, tagIds: [] };
  const none = Object.fromEntries(listNames.map((list) => [list, []])) as unknown as Lists;
  const lists = { ...none, hosts: [host, { ...host, id: 'c' }], vlans: [{ id: 'v' }] };
  const base = wholeOf(lists, usualOptions);
  const empty = patchBetween(lists, lists);
  const come = joinPatches(empty, { ...empty, hosts: [['b', { ...host, id: 'b' } as never]] });
  const gone = joinPatches(come, { ...empty, hosts: [['b', null]] });
  const sourceOf = (patch: InventoryPatch): GraphSource => ({
    ...base,
    ...{ state: `followed ${(states += 1)}`, patch: { base: base.state, lists: textsOf(patch) } },
  });
  const [one, two, three] = [sourceOf(come), sourceOf(come), sourceOf(gone)].map(
    (source) => drawInventory(source).inventory,
  );
  expect(one!.hosts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(three!.hosts.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(one!.vlans).toBe(drawInventory(base).inventory.vlans);
  expect(two!.hosts).toBe(one!.hosts);
});
