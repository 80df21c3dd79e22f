// After hosts were merged: replaces the old ids in the page's URL by the id of the merged host.
import { PageHostAliasesDocument } from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { isId, type Place } from './place';
import { currentScene, type Store } from './store';

const idsIn = ({ selected, from, to, root, failing }: Place): string[] =>
  [selected, from, to, root, ...failing].filter((id) => id !== null);

/**
 * Returns a function that looks up those ids in the URL that the graph does not contain, each once. Does nothing for a
 * past instant.
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
    // If this fails, the old ids stay in the URL, and their nodes are not shown.
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
