// Reads the rows of a list that were added, changed or removed since an instant.
import {
  InventoryDifferenceDocument,
  type ChangeType,
  type InventoryDifferenceQuery,
  type InventoryKind,
} from '../../../generated/inventory-operations';
import { ask, useAsked } from '../../kit/asking';
import type { Place } from '../address/place';

/** Maximum number of changed rows that are read and marked in a list. */
export const mostMarked = 500;

export interface Difference {
  readonly typeOf: ReadonlyMap<string, ChangeType>;
  /** Ids of rows that were added or changed. The list shows only these rows. */
  readonly ids: readonly string[];
  readonly removed: readonly { readonly id: string; readonly name: string }[];
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
  /** Whether more rows have changed than the maximum number of marked rows. */
  readonly isCut: boolean;
}

export function toDifference({ nodes, summary, totalCount }: InventoryDifferenceQuery['difference']): Difference {
  const removed = nodes.filter(({ changeType }) => changeType === 'Removed');
  return {
    typeOf: new Map(nodes.map(({ entityId, changeType }) => [entityId, changeType])),
    ids: nodes.filter((one) => !removed.includes(one)).map(({ entityId }) => entityId),
    removed: removed.map(({ entityId, name }) => ({ id: entityId, name })),
    counts: summary[0] ?? { added: 0, changed: 0, removed: 0 },
    isCut: totalCount > nodes.length,
  };
}

export interface AskedDifference {
  /** Undefined while loading; null if the user has selected no instant to compare with. */
  readonly difference: Difference | null | undefined;
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
}

export function useDifference({ kind, networkId, since, at }: Place): AskedDifference {
  const key = JSON.stringify([networkId, kind?.list, since, at]);
  const { data, problem, reload } = useAsked(async () => {
    if (since === null || !kind?.isCompared || networkId === null) return { key, difference: null };
    const kinds = [kind.historyKind as InventoryKind];
    const answer = await ask(InventoryDifferenceDocument, { networkId, kinds, from: since, to: at, first: mostMarked });
    return { key, difference: toDifference(answer.difference) };
  }, key);
  if (since === null) return { difference: null, problem: null, reload };
  return { difference: data?.key === key ? data.difference : undefined, problem, reload };
}
