// A machine in a list of the details panel: a button that shows the machine, wherever it is drawn.
import type { PageListedHostFragment } from '../../../../generated/page-operations';
import { showMatch } from '../search/find-nodes';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

interface MachineLinkProps {
  readonly machine: PageListedHostFragment;
  /** The node that stands for the machine in this view, such as one of its addresses; the machine itself by default. */
  readonly nodeId?: string;
}

export function MachineLink({ machine: { id, displayName, hidden }, nodeId = id }: MachineLinkProps) {
  const page = usePage();
  const { picture } = usePageState();
  const drawnId = [nodeId, id].find((one) => picture?.nodes.has(one)) ?? null;
  const hiddenBy = { kind: 'Host', id, ids: [nodeId, id] } as const;
  const show = () =>
    showMatch(page, { id: drawnId, name: displayName, note: '', ...(drawnId === null && { hiddenBy }) }).catch(
      (error: unknown) => page.notice(page.wordsFor(error)),
    );
  return (
    <>
      <button type="button" class="link" onClick={() => void show()}>
        <bdi>{displayName}</bdi>
      </button>
      {hidden && <span class="quiet"> {texts.machineLink.hidden}</span>}
    </>
  );
}
