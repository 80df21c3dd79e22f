// Answers the questions in the page's URL, such as "which path leads from A to B?", again after each change of the
// graph or of a question.
import { explainAbsence } from '../graph/difference';
import { usualRoot } from '../graph/usual-root';
import { askQuestions } from '../state/answers';
import { detailKey } from '../state/detail';
import type { Loading } from '../state/loading';
import { errorText } from '../state/loading';
import { sceneKeyOf } from '../state/place';
import { currentScene, type Store } from '../state/store';

export interface Asking {
  /** Sends the questions in the page's URL, such as for the path between two nodes, that have no current answer yet. */
  readonly ask: () => void;
  /** Loads the graph again if an answer names a node that is still hidden inside a fold. */
  readonly foldAsWanted: () => void;
}

export function createAsking(store: Store, loadGraph: Loading['graph']): Asking {
  const foldAsWanted = (): void => {
    const { state } = store;
    if (state.sceneKey === sceneKeyOf(state.place) && state.detailKey !== detailKey(state)) void loadGraph();
  };
  return {
    foldAsWanted,
    ask() {
      const { place, version, picture, sceneKey, supposition } = store.state;
      if (!picture || sceneKey !== sceneKeyOf(place)) return;
      askQuestions(
        {
          ...currentScene(store.state),
          supposition,
          usualRoot: () =>
            usualRoot(
              picture,
              place.supposed.flatMap(({ type, id }) => (type === 'host' ? [id] : [])),
            ),
          absenceOf: (id) => explainAbsence(store.state.difference, store.state.place, id),
        },
        place,
        version,
        () => store.state.answers,
        (kind, answer) => {
          store.set({ answers: { ...store.state.answers, [kind]: answer } });
          foldAsWanted();
        },
        errorText,
      );
    },
  };
}
