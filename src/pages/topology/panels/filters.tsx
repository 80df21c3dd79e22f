// Filters: edge types, tags, service categories, kinds of machines, and stale rows.
import type { EdgeType } from '../../../generated/page-operations';
import { servicesOf, tagIdsOf, type Picture } from '../graph/picture';
import type { Choices } from '../graph/shown';
import type { Page } from '../page/page';
import type { State } from '../state/store';
import { edgeTypeNames } from '../graph/texts';
import { isFoldedUp } from '../graph/folds';
import { resolveChoices, defaultEdgeTypes } from '../state/choices';
import {
  defaultOptionalKinds,
  groupings,
  layouts,
  optionalKindsOf,
  requestedOptionalKinds,
  withoutFolds,
  type GroupBy,
  type Layout,
} from '../state/place';
import { Section } from './section';
import { usePage, usePageState } from './use-page';

const groupingNames: Readonly<Record<GroupBy, string>> = {
  Uplink: 'Uplink',
  Location: 'Location',
  Tag: 'Tag',
  Kind: 'Kind of device',
  Subnet: 'Subnet',
  Vlan: 'VLAN',
  Name: 'Name',
  Nothing: 'Nothing: show all',
};
const groupingOf = (value: string): GroupBy | null => groupings.find((grouping) => grouping === value) ?? null;

/** The properties that every group of filters has. */
interface PartProps {
  readonly page: Page;
  readonly state: State;
  readonly choices: Choices;
  readonly counts: Counts;
}

const layoutNames: Readonly<Record<Layout, string>> = { Layers: 'Layers', Rings: 'Around the middle' };
const layoutOf = (text: string): Layout => layouts.find((layout) => layout === text) ?? 'Layers';

export function Filters() {
  const page = usePage();
  const state = usePageState();
  const { picture, options, place, closed } = state;
  if (!picture || !options) return null;
  const choices = resolveChoices(picture, options, place, closed);
  const part: PartProps = { page, state, choices, counts: countsOf(picture) };
  return (
    <>
      <label class="inline">
        Group by{' '}
        <select
          value={place.groupBy ?? ''}
          onChange={({ currentTarget }) => page.go({ ...withoutFolds, groupBy: groupingOf(currentTarget.value) }, true)}
        >
          <option value="">Automatic</option>
          {groupings.map((grouping) => (
            <option key={grouping} value={grouping}>
              {groupingNames[grouping]}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        Layout{' '}
        <select
          value={place.layout}
          // A saved view has positions of its own, so another layout leaves the view.
          onChange={({ currentTarget }) => page.go({ layout: layoutOf(currentTarget.value), savedId: null }, true)}
        >
          {layouts.map((layout) => (
            <option key={layout} value={layout}>
              {layoutNames[layout]}
            </option>
          ))}
        </select>
      </label>
      {picture.boxes.some(isFoldedUp) && (
        <p class="quiet">
          A fold counts all of its nodes, whatever is filtered. Double-click it, press Enter or zoom in to unfold it;
          Backspace folds it again.
        </p>
      )}
      <details open>
        <summary>Lines</summary>
        <Lines {...part} drawnTypes={[...defaultEdgeTypes(picture, options, place.view).keys()]} />
      </details>
      <Tags {...part} />
      <Categories {...part} />
      <Machines {...part} />
      <button type="button" class="plain" onClick={() => page.go(noFilters)}>
        Reset filters
      </button>
    </>
  );
}

const noFilters = {
  ...{ edgeTypes: null, hiddenCategories: null, hiddenVirtualization: null, hiddenFreshness: null },
  ...{ hiddenTags: null, tagId: null },
};
const withToggled = <T,>(values: ReadonlySet<T>, value: T): T[] =>
  values.has(value) ? [...values].filter((one) => one !== value) : [...values, value];

function Lines({
  page,
  state: { place },
  choices,
  counts,
  drawnTypes,
}: PartProps & { readonly drawnTypes: readonly EdgeType[] }) {
  const optionalKinds: readonly EdgeType[] = optionalKindsOf(place.view);
  const optionalTypes = optionalKinds.filter((type) => !defaultOptionalKinds.includes(type));
  const types = drawnTypes.filter((type) => !optionalTypes.includes(type));
  const requestedTypes: readonly EdgeType[] = requestedOptionalKinds(place);
  const check = (type: EdgeType, count: number | undefined) => (
    <Check
      key={type}
      label={edgeTypeNames[type]}
      count={count}
      isChecked={choices.edgeTypes.has(type)}
      toggle={() => page.go({ edgeTypes: withToggled(choices.edgeTypes, type) })}
    />
  );
  // Optional edge types that were not requested are missing in the graph, so the number of their links is unknown
  // (undefined).
  const isMissing = (type: EdgeType) => optionalKinds.includes(type) && !requestedTypes.includes(type);
  const countOf = (type: EdgeType) => counts.edges.get(type) ?? (isMissing(type) ? undefined : 0);
  return (
    <>
      {types.length === 0 && <p class="quiet">This view has no lines.</p>}
      {types.map((type) => check(type, countOf(type)))}
      {optionalTypes.length > 0 && (
        <fieldset class="optional">
          <legend class="quiet">On request</legend>
          {optionalTypes.map((type) => check(type, countOf(type)))}
        </fieldset>
      )}
    </>
  );
}

function Tags({ page, state: { place, start }, choices: { hiddenTags }, counts }: PartProps) {
  const hidden = new Set([...hiddenTags.host, ...hiddenTags.service, ...hiddenTags.subnet]);
  const tags = (start?.tags.nodes ?? []).filter(({ id }) => counts.tags.has(id));
  return (
    <Section title="Tags" isOfUse={place.tagId !== null || hidden.size > 0}>
      {tags.length === 0 && <p class="quiet">Nothing in this view has a tag.</p>}
      {tags.map(({ id, name, color }) => (
        <div class="tag-row" key={id}>
          <Check
            label={name}
            color={color}
            count={counts.tags.get(id) ?? 0}
            isChecked={!hidden.has(id)}
            toggle={() => page.go({ hiddenTags: withToggled(hidden, id) })}
          />
          <button
            type="button"
            class="plain"
            aria-pressed={place.tagId === id}
            aria-label={`Only ${name}`}
            onClick={() => page.go({ tagId: place.tagId === id ? null : id })}
          >
            Only
          </button>
        </div>
      ))}
    </Section>
  );
}

function Categories({ page, state: { place }, choices: { hiddenCategories }, counts }: PartProps) {
  const categories = [...new Set([...counts.categories.keys(), ...hiddenCategories])].sort();
  return (
    <Section title="Categories of services" isOfUse={place.hiddenCategories !== null}>
      {categories.map((category) => (
        <Check
          key={category}
          label={category}
          count={counts.categories.get(category) ?? 0}
          isChecked={!hiddenCategories.has(category)}
          toggle={() => page.go({ hiddenCategories: withToggled(hiddenCategories, category) })}
        />
      ))}
    </Section>
  );
}

function Machines({ page, state: { place }, choices: { hiddenVirtualization, hiddenFreshness } }: PartProps) {
  return (
    <Section title="Machines" isOfUse={place.hiddenVirtualization !== null || place.hiddenFreshness !== null}>
      {(['Virtualized', 'BareMetal'] as const).map((kind) => (
        <Check
          key={kind}
          label={kind === 'Virtualized' ? 'Virtual' : 'Physical'}
          isChecked={!hiddenVirtualization.has(kind)}
          toggle={() => page.go({ hiddenVirtualization: withToggled(hiddenVirtualization, kind) })}
        />
      ))}
      {(['current', 'stale'] as const).map((freshness) => (
        <Check
          key={freshness}
          label={freshness === 'current' ? 'Seen recently' : 'Not seen recently'}
          isChecked={!hiddenFreshness.has(freshness)}
          toggle={() => page.go({ hiddenFreshness: withToggled(hiddenFreshness, freshness) })}
        />
      ))}
    </Section>
  );
}

interface CheckProps {
  readonly label: string;
  readonly color?: string;
  readonly count?: number | undefined;
  readonly isChecked: boolean;
  readonly toggle: () => void;
}

function Check({ label, color, count, isChecked, toggle }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isChecked} onChange={toggle} />
      {color && <span class={`swatch color-${color}`} aria-hidden="true" />}
      <span>{label}</span>
      {count !== undefined && <span class="quiet count">{count}</span>}
    </label>
  );
}

interface Counts {
  readonly edges: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  readonly categories: ReadonlyMap<string, number>;
}
const countsByPicture = new WeakMap<Picture, Counts>();

/** How often each edge type, tag and service category occurs in the picture. */
function countsOf(picture: Picture): Counts {
  const before = countsByPicture.get(picture);
  if (before) return before;
  const [edges, tags, categories] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (counts: Map<string, number>, key: string, count = 1) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const { type, folded } of picture.links) add(edges, type, folded?.count);
  for (const node of picture.nodes.values()) {
    for (const { category } of servicesOf(node)) add(categories, category);
    for (const id of tagIdsOf(node)) add(tags, id);
  }
  const counts = { edges, tags, categories };
  countsByPicture.set(picture, counts);
  return counts;
}
