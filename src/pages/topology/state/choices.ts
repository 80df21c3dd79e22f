// Determines the effective filters: those in the page's URL or, by default, those of the topology and the view.
import type { EdgeType, TopologyView } from '../../../generated/page-operations';
import type { PageGraph, Picture } from '../graph/picture';
import type { Choices } from '../graph/shown';
import { requestedOptionalKinds, type Place } from './place';

export type Options = PageGraph['options'];

/** If a graph has more elements than this number, all of its boxes are closed at first. */
export const mostItemsAtOnce = 4000;

/** The edge types of the view, and whether each is drawn by default. */
export function defaultEdgeTypes(
  picture: Picture,
  { local }: Options,
  view: TopologyView,
): ReadonlyMap<EdgeType, boolean> {
  const types = new Map<EdgeType, boolean>();
  for (const type of requestedOptionalKinds({ view, edgeTypes: null }))
    types.set(type, !local.hideEdgeTypes.includes(type));
  for (const { type, look } of picture.links)
    types.set(type, look.defaultVisibility === 'Visible' && !local.hideEdgeTypes.includes(type));
  return types;
}

type HiddenValues = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>>;

function savedHidden({ request }: Options, view: string, filter: string): string[] {
  const kinds = (request.hideMetadataValues as HiddenValues)[view] ?? {};
  return [...new Set(Object.values(kinds).flatMap((filters) => filters[filter] ?? []))];
}

export function resolveChoices(
  picture: Picture,
  options: Options,
  place: Place,
  closed: ReadonlyMap<string, boolean>,
): Choices {
  const { local } = options;
  const edgeTypes =
    place.edgeTypes ??
    [...defaultEdgeTypes(picture, options, place.view)].flatMap(([type, isDrawn]) => (isDrawn ? [type] : []));
  const hiddenValuesOf = (chosenIds: readonly string[] | null, filter: string) =>
    new Set(chosenIds ?? savedHidden(options, place.view, filter));
  const { hiddenHostTagIds, hiddenServiceTagIds, hiddenSubnetTagIds } = local.tagFilter;
  return {
    edgeTypes: new Set(edgeTypes),
    hiddenCategories: hiddenValuesOf(place.hiddenCategories, 'Category'),
    hiddenVirtualization: hiddenValuesOf(place.hiddenVirtualization, 'Virtualization'),
    hiddenFreshness: hiddenValuesOf(place.hiddenFreshness, 'Staleness'),
    hiddenTags: {
      host: new Set(place.hiddenTags ?? hiddenHostTagIds),
      service: new Set(place.hiddenTags ?? hiddenServiceTagIds),
      subnet: new Set(place.hiddenTags ?? hiddenSubnetTagIds),
    },
    bundles: local.bundleEdges,
    closed,
    closesAll: picture.items.length > mostItemsAtOnce,
  };
}
