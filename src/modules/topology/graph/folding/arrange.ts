// Groups many nodes into a few folds by a property, such as the building. A property that most nodes do not have, or
// that has one value for all, is skipped. Large groups are divided again by the next property.
import { derivedId } from '../../../../platform/text/derived-id';
import { byText } from '../order';
import type { FoldBasis } from './detail';
import type { Trait } from './machine-facts';

/** A fold of a view. Whether it is collapsed or expanded depends on the request. */
export interface PlannedFold {
  readonly id: string;
  readonly basis: FoldBasis;
  readonly label: string;
  readonly reason: string;
  readonly containerId: string | null;
  readonly anchorIds: readonly string[];
  /**
   * Ids of the nodes in the fold, and the folds nested in it. A box is one member; the nodes in the box are not listed.
   */
  readonly members: readonly Member[];
}
export type Member = string | PlannedFold;

/** Nodes that stay together when nodes are grouped, such as a switch and its endpoints. */
export interface Item {
  readonly members: readonly Member[];
  /** Id of the host, subnet or node whose properties decide into which group the item goes. */
  readonly id: string;
}

export interface Facet {
  readonly basis: FoldBasis;
  readonly traitOf: (id: string) => Trait | undefined;
  /** Returns a sentence that explains a group, such as `They have the same tag: Core.` */
  readonly reasonOf: (label: string) => string;
  /** Label of the fold for nodes without this property. */
  readonly lacking: string;
  /**
   * Whether the request chose this property (`groupBy`). A chosen property is used even if it divides the nodes
   * unevenly.
   */
  readonly isChosen?: boolean;
}

/** The box in which folds are created (null for the top level), and the path from which their ids are derived. */
export interface Place {
  readonly path: readonly string[];
  readonly containerId: string | null;
}

/** Maximum number of nodes that are shown side by side without being grouped into folds. */
export const fewest = 12;

export function plannedFold(
  { path, containerId }: Place,
  fold: Pick<PlannedFold, 'basis' | 'label' | 'reason' | 'members'> & { key: string; anchorIds?: readonly string[] },
): PlannedFold {
  const { key, anchorIds = [], ...rest } = fold;
  return { id: derivedId('fold', ...path, rest.basis, key), containerId, anchorIds, ...rest };
}

/** A fold around a single member would hide nothing, so the member is returned instead. */
export const unlessSingle = (fold: PlannedFold): readonly Member[] => (fold.members.length > 1 ? [fold] : fold.members);

const membersOf = (items: readonly Item[]): Member[] => items.flatMap(({ members }) => members);

export function arrange(items: readonly Item[], facets: readonly Facet[], place: Place): readonly Member[] {
  const [facet, ...others] = facets;
  if (!facet || (items.length <= fewest && !facet.isChosen)) return membersOf(items);
  const groups = new Map<string, { trait: Trait; items: Item[] }>();
  const without: Item[] = [];
  for (const item of items) {
    const trait = facet.traitOf(item.id);
    if (!trait) {
      without.push(item);
      continue;
    }
    const group = groups.get(trait.key);
    if (group) group.items.push(item);
    else groups.set(trait.key, { trait, items: [item] });
  }
  const several = [...groups.values()].filter((group) => group.items.length > 1);
  const partsWell = several.length > 0 && groups.size > 1 && 2 * without.length < items.length;
  if (!partsWell && !facet.isChosen) return arrange(items, others, place);
  const folds = [...groups.values()]
    .sort((a, b) => byText(a.trait.label, b.trait.label) || byText(a.trait.key, b.trait.key))
    .map(({ trait: { key, label, anchorIds }, items: inside }): readonly Member[] => {
      const members = arrange(inside, others, { ...place, path: [...place.path, facet.basis, key] });
      const reason = facet.reasonOf(label);
      return unlessSingle(plannedFold(place, { basis: facet.basis, key, label, reason, anchorIds, members }));
    });
  return [...folds.flat(), ...withoutTrait(without, facet, others, place)];
}

function withoutTrait(items: readonly Item[], facet: Facet, others: readonly Facet[], place: Place): readonly Member[] {
  if (items.length === 0) return [];
  const key = `without ${facet.basis}`;
  const members = arrange(items, others, { ...place, path: [...place.path, key] });
  const { lacking } = facet;
  return unlessSingle(
    plannedFold(place, {
      basis: 'Others',
      key,
      label: lacking,
      reason: `${lacking}: nothing is known of it.`,
      members,
    }),
  );
}
