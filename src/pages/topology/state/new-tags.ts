// Detects tags in the picture that the page's list of tags does not contain yet.
import { tagIdsOf } from '../graph/picture';
import type { Store } from './store';

/**
 * Returns a function that tells whether a node has a tag that the page's list of tags lacks, so that the page must read
 * the list again. The function returns true only once per tag: if the user may not read the tag, the list never
 * contains it.
 */
export function createNewTagCheck(store: Store): () => boolean {
  const requestedIds = new Set<string>();
  return () => {
    const { start, picture } = store.state;
    const storedTagIds = new Set(start?.tags.nodes.map(({ id }) => id));
    let isNew = false;
    for (const node of picture?.nodes.values() ?? [])
      for (const id of tagIdsOf(node))
        if (!storedTagIds.has(id) && !requestedIds.has(id)) {
          requestedIds.add(id);
          isNew = true;
        }
    return isNew;
  };
}
