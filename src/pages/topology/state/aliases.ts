// After hosts were merged: replaces the old ids in the page's URL by the id of the merged host.
import { PageHostAliasesDocument } from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { isId, type Place } from './place';
import { currentScene, type Store } from './store';

const idsIn = ({ selected, from, to, root, failing }: Place): string[] =>
  [selected, from, to, root, ...failing].filter((id) => id !== null);

/**
 * Returns a function that replaces ids of merged hosts in the URL by the ids of the remaining hosts. It asks the API
 * once about each id that the graph does not contain. It does nothing for a past instant.
 */
export function createAliases(
  store: Store,
  { go, show }: { go: (change: Partial<Place>) => void; show: (id: string) => void },
): () => Promise<void> {
  const lookedUp = new Set<string>();
  return async () => {
    const { place, picture } = store.state;
    if (!picture || currentScene(store.state).at !== null) return;
    const rows = new Set([...picture.nodes.values()].flatMap(({ hostId }) => hostId ?? []));
    const ids = [...new Set(idsIn(place))].filter(
      (id) => isId(id) && !picture.nodes.has(id) && !rows.has(id) && !lookedUp.has(id),
    );
    if (ids.length === 0) return;
    for (const id of ids) lookedUp.add(id);
    // If the request fails, the ids of merged hosts stay in the URL, and the page shows no nodes for them.
    const answer = await ask(PageHostAliasesDocument, { ids: ids.slice(0, 1000) }).catch(() => undefined);
    const survivors = new Map(answer?.hostAliases.map(({ mergedHostId, hostId }) => [mergedHostId, hostId]));
    if (survivors.size === 0) return;
    const nowOf = <T extends string | null>(id: T): T => ((id !== null && survivors.get(id)) || id) as T;
    const { from, to, root, failing, selected } = store.state.place;
    go({ from: nowOf(from), to: nowOf(to), root: nowOf(root), failing: [...new Set(failing.map(nowOf))] });
    if (selected !== null && survivors.has(selected)) {
      go({ selected: null });
      show(survivors.get(selected)!);
    }
  };
}
