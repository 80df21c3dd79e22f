// Filters: edge types, tags, service categories, kinds of machines, and stale rows.
import type { EdgeType } from '../../../generated/page-operations';
import { servicesOf, tagIdsOf, type Picture } from '../graph/picture';
import type { Choices } from '../graph/shown';
import type { Page } from '../page/page';
import type { State } from '../state/store';
import { edgeTypeNames, valueWords } from '../graph/texts';
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
import { texts } from './texts';

const groupingNames: Readonly<Record<GroupBy, string>> = {
  Uplink: texts.filters.uplink,
  Location: texts.filters.location,
  Tag: texts.filters.tag,
  Kind: texts.filters.kindOfDevice,
  Subnet: texts.filters.subnet,
  Vlan: texts.filters.vlan,
  Name: texts.filters.name,
  Nothing: texts.filters.nothingShowAll,
};
const groupingOf = (value: string): GroupBy | null => groupings.find((grouping) => grouping === value) ?? null;

interface PartProps {
  readonly page: Page;
  readonly state: State;
  readonly choices: Choices;
  readonly counts: Counts;
}

const layoutNames: Readonly<Record<Layout, string>> = {
  Layers: texts.filters.layers,
  Rings: texts.filters.aroundTheMiddle,
};
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
        {texts.filters.group}{' '}
        <select
          value={place.groupBy ?? ''}
          onChange={({ currentTarget }) => page.go({ ...withoutFolds, groupBy: groupingOf(currentTarget.value) }, true)}
        >
          <option value="">{texts.filters.automatic}</option>
          {groupings.map((grouping) => (
            <option key={grouping} value={grouping}>
              {groupingNames[grouping]}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        {texts.filters.layout}{' '}
        <select
          value={place.layout}
          // A saved view has its own positions, so choosing another layout closes the view.
          onChange={({ currentTarget }) => page.go({ layout: layoutOf(currentTarget.value), savedId: null }, true)}
        >
          {layouts.map((layout) => (
            <option key={layout} value={layout}>
              {layoutNames[layout]}
            </option>
          ))}
        </select>
      </label>
      {picture.boxes.some(isFoldedUp) && <p class="quiet">{texts.filters.foldCountsAll}</p>}
      <details open>
        <summary>{texts.filters.lines}</summary>
        <Lines {...part} drawnTypes={[...defaultEdgeTypes(picture, options, place.view).keys()]} />
      </details>
      <Tags {...part} />
      <Categories {...part} />
      <Machines {...part} />
      <button type="button" class="plain" onClick={() => page.go(noFilters)}>
        {texts.filters.resetFilters}
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
  // The service sends some edge types only on request. If one was not requested, the number of its links is unknown.
  const isMissing = (type: EdgeType) => optionalKinds.includes(type) && !requestedTypes.includes(type);
  const countOf = (type: EdgeType) => counts.edges.get(type) ?? (isMissing(type) ? undefined : 0);
  return (
    <>
      {types.length === 0 && <p class="quiet">{texts.filters.thisView}</p>}
      {types.map((type) => check(type, countOf(type)))}
      {optionalTypes.length > 0 && (
        <fieldset class="optional">
          <legend class="quiet">{texts.filters.onRequest}</legend>
          {optionalTypes.map((type) => check(type, countOf(type)))}
        </fieldset>
      )}
    </>
  );
}

function Tags({ page, state: { place, start }, choices: { hiddenTags }, counts }: PartProps) {
  const hiddenTagIds = new Set([...hiddenTags.host, ...hiddenTags.service, ...hiddenTags.subnet]);
  const tags = (start?.tags.nodes ?? []).filter(({ id }) => counts.tags.has(id));
  return (
    <Section title={texts.filters.tags} isOfUse={place.tagId !== null || hiddenTagIds.size > 0}>
      {tags.length === 0 && <p class="quiet">{texts.filters.nothingInThisView}</p>}
      {tags.map(({ id, name, color }) => (
        <div class="tag-row" key={id}>
          <Check
            label={name}
            color={color}
            count={counts.tags.get(id) ?? 0}
            isChecked={!hiddenTagIds.has(id)}
            toggle={() => page.go({ hiddenTags: withToggled(hiddenTagIds, id) })}
          />
          <button
            type="button"
            class="plain"
            aria-pressed={place.tagId === id}
            aria-label={texts.filters.only(name)}
            onClick={() => page.go({ tagId: place.tagId === id ? null : id })}
          >
            {texts.filters.only2}
          </button>
        </div>
      ))}
    </Section>
  );
}

function Categories({ page, state: { place }, choices: { hiddenCategories }, counts }: PartProps) {
  const categories = [...new Set([...counts.categories.keys(), ...hiddenCategories])].sort();
  return (
    <Section title={texts.filters.categoriesOfServices} isOfUse={place.hiddenCategories !== null}>
      {categories.map((category) => (
        <Check
          key={category}
          label={valueWords(category)}
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
    <Section
      title={texts.filters.machines}
      isOfUse={place.hiddenVirtualization !== null || place.hiddenFreshness !== null}
    >
      {(['Virtualized', 'BareMetal'] as const).map((kind) => (
        <Check
          key={kind}
          label={kind === 'Virtualized' ? texts.filters.virtual : texts.filters.physical}
          isChecked={!hiddenVirtualization.has(kind)}
          toggle={() => page.go({ hiddenVirtualization: withToggled(hiddenVirtualization, kind) })}
        />
      ))}
      {(['current', 'stale'] as const).map((freshness) => (
        <Check
          key={freshness}
          label={freshness === 'current' ? texts.filters.seenRecently : texts.filters.notSeenRecently}
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
