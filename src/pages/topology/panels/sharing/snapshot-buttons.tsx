// Takes and names a snapshot of the present, and renames or deletes the shown snapshot.
import { useState } from 'preact/hooks';
import {
  PageDeleteSnapshotDocument,
  PageRenameSnapshotDocument,
  PageTakeSnapshotDocument,
} from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { Question } from '../../../kit/question';
import { currentTopology, type TopologyRow } from '../../state/store';
import { snapshotWords } from '../../state/times';
import { usePage, usePageState } from '../use-page';
import { SnapshotName } from './snapshot-name';
import { texts } from './texts';

/**
 * The snapshot on display: the opened one, or one that was taken at exactly the shown instant. Undefined if there is
 * none.
 */
function shownSnapshot(rows: readonly TopologyRow[], row: TopologyRow, at: string | null): TopologyRow | undefined {
  if (row.snapshotId) return row;
  return rows.find(({ networkId, snapshot }) => networkId === row.networkId && snapshot?.takenAt === at);
}

type Asking = 'take' | 'rename' | 'delete';

export function SnapshotButtons() {
  const page = usePage();
  const state = usePageState();
  const [asking, setAsking] = useState<Asking>();
  const { start } = state;
  const row = currentTopology(state);
  if (!row || !start) return null;
  const [{ may }, { at }] = [start.viewer, page.scene()];
  const snapshotRow = at === null ? undefined : shownSnapshot(start.topologies.nodes, row, at);
  const close = () => setAsking(undefined);
  const take = async (name: string | null) => {
    const { createSnapshot } = await ask(PageTakeSnapshotDocument, { networkId: row.networkId, name });
    await page.rereadChoices();
    page.notice(`Took ${snapshotWords(createSnapshot)}.`);
  };
  const rename = async ({ snapshotId, snapshot }: TopologyRow, name: string | null) => {
    await ask(PageRenameSnapshotDocument, { id: snapshotId!, name });
    await page.rereadChoices();
    page.notice(texts.snapshotButtons.itIsNow(snapshotWords({ ...snapshot!, name })));
  };
  const remove = async (snapshot: TopologyRow) => {
    await ask(PageDeleteSnapshotDocument, { id: snapshot.snapshotId! });
    page.travel({ at: null });
    await page.rereadChoices();
    page.notice(`Deleted ${snapshotWords(snapshot.snapshot!)}.`);
  };
  return (
    <>
      {at === null && may.includes('createSnapshot') && (
        <button
          type="button"
          class="plain"
          title={texts.snapshotButtons.keepsThePresentState}
          aria-haspopup="dialog"
          onClick={() => setAsking('take')}
        >
          {texts.snapshotButtons.takeSnapshot}
        </button>
      )}
      {snapshotRow && may.includes('updateSnapshot') && (
        <button type="button" class="plain" aria-haspopup="dialog" onClick={() => setAsking('rename')}>
          {texts.snapshotButtons.renameSnapshot}
        </button>
      )}
      {snapshotRow && may.includes('deleteSnapshot') && (
        <button type="button" class="plain" aria-haspopup="dialog" onClick={() => setAsking('delete')}>
          {texts.snapshotButtons.deleteSnapshot}
        </button>
      )}
      {asking === 'take' && (
        <SnapshotName
          title={texts.snapshotButtons.takeASnapshot}
          hint={texts.snapshotButtons.itKeepsThePresent}
          button={texts.snapshotButtons.takeSnapshot}
          name={null}
          act={take}
          close={close}
        />
      )}
      {asking === 'rename' && snapshotRow && (
        <SnapshotName
          title={texts.snapshotButtons.renameTheSnapshot}
          button={texts.snapshotButtons.rename}
          name={snapshotRow.snapshot!.name}
          act={(name) => rename(snapshotRow, name)}
          close={close}
        />
      )}
      {asking === 'delete' && snapshotRow && (
        <Question
          button={texts.snapshotButtons.deleteSnapshot}
          question={texts.snapshotButtons.deleteTheLinks(snapshotWords(snapshotRow.snapshot!))}
          act={() => remove(snapshotRow)}
          close={close}
          wordsFor={page.wordsFor}
        />
      )}
    </>
  );
}
