// Groups many nodes into a few folds by the first trait that divides them well, and large groups by the next trait.
import { derivedId } from '../../../../platform/text/derived-id';
import { byText } from '../order';
import type { FoldBasis } from './detail';
import type { Trait } from './machine-facts';

/** A planned fold. The reader's request determines whether the fold is open and what it counts. */
export interface PlannedFold {
  readonly id: string;
  readonly basis: FoldBasis;
  readonly label: string;
  readonly reason: string;
  readonly containerId: string | null;
  readonly anchorIds: readonly string[];
  /** Ids of nodes, and nested folds. A box is a single member, whose contents are a separate fold. */
  readonly members: readonly Member[];
}
export type Member = string | PlannedFold;

/** Nodes that are not separated, such as a switch and its endpoints. */
export interface Item {
  readonly members: readonly Member[];
  /** Id of the host, subnet or node whose traits are used. */
  readonly id: string;
}

export interface Facet {
  readonly basis: FoldBasis;
  readonly traitOf: (id: string) => Trait | undefined;
  /** A sentence that explains the group, such as `They are in the same place: Main Hall.` */
  readonly reasonOf: (label: string) => string;
  /** Label of the group of nodes without a value. */
  readonly lacking: string;
  /** Whether the reader chose this facet. A chosen facet is used even if it divides the nodes badly. */
  readonly isChosen?: boolean;
}

/** Where folds are created. The position is part of their ids. */
export interface Place {
  readonly path: readonly string[];
  readonly containerId: string | null;
}

/** Maximum number of nodes that are shown next to each other without folds. */
export const fewest = 12;

export function plannedFold(
  { path, containerId }: Place,
  fold: Pick<PlannedFold, 'basis' | 'label' | 'reason' | 'members'> & { key: string; anchorIds?: readonly string[] },
): PlannedFold {
  const { key, anchorIds = [], ...rest } = fold;
  return { id: derivedId('fold', ...path, rest.basis, key), containerId, anchorIds, ...rest };
}

/** The fold, or its only member if it has just one, because folding a single member would hide nothing. */
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
