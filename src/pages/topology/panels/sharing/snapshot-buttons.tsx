// Takes a snapshot of the present, and deletes the snapshot that is shown.
import { useState } from 'preact/hooks';
import { PageDeleteSnapshotDocument, PageTakeSnapshotDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { instantWords } from '../../../kit/instant-words';
import { Question } from '../../../kit/question';
import { currentTopology, type TopologyRow } from '../../state/store';
import { usePage, usePageState } from '../use-page';

/** The topology of the snapshot that is shown, opened either directly or by its instant. */
function shownSnapshot(rows: readonly TopologyRow[], row: TopologyRow, at: string | null): TopologyRow | undefined {
  if (row.snapshotId) return row;
  return rows.find(({ networkId, snapshot }) => networkId === row.networkId && snapshot?.takenAt === at);
}

export function SnapshotButtons() {
  const page = usePage();
  const state = usePageState();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { start } = state;
  const row = currentTopology(state);
  if (!row || !start) return null;
  const { may } = start.viewer;
  const { at } = page.scene();
  const shown = at === null ? undefined : shownSnapshot(start.topologies.nodes, row, at);
  const take = async () => {
    setBusy(true);
    try {
      const { createSnapshot } = await ask(PageTakeSnapshotDocument, { networkId: row.networkId });
      await page.rereadChoices();
      page.notice(`Took the snapshot of ${instantWords(createSnapshot.takenAt)}.`);
    } catch (error) {
      page.notice(`No snapshot was taken. ${page.wordsFor(error)}`);
    }
    setBusy(false);
  };
  const remove = async (snapshot: TopologyRow) => {
    await ask(PageDeleteSnapshotDocument, { id: snapshot.snapshotId! });
    page.travel({ at: null });
    await page.rereadChoices();
    page.notice(`Deleted the snapshot of ${instantWords(snapshot.snapshot!.takenAt)}.`);
  };
  return (
    <>
      {at === null && may.includes('createSnapshot') && (
        <button
          type="button"
          class="plain"
          title="Keeps the present state of the network, also when older history is removed"
          disabled={isBusy}
          onClick={() => void take()}
        >
          Take snapshot
        </button>
      )}
      {shown && may.includes('deleteSnapshot') && (
        <button type="button" class="plain" onClick={() => setAsking(true)}>
          Delete snapshot
        </button>
      )}
      {isAsking && shown && (
        <Question
          button="Delete snapshot"
          question={`Delete the snapshot of ${instantWords(shown.snapshot!.takenAt)}? The links that share it stop working. This cannot be undone.`}
          act={() => remove(shown)}
          close={() => setAsking(false)}
          wordsFor={page.wordsFor}
        />
      )}
    </>
  );
}
