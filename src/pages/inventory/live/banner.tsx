// A notice above a list, which says that rows of the list have changed. The changes are shown on demand, so that rows
// do not move while the user reads.
import type { Kind } from '../address/kinds-by-list';
import { countWords } from '../texts';
import type { ListChanges } from './use-list-changes';
import { texts } from '../page-texts';

export function ChangesBanner({ kind, changes }: { kind: Kind; changes: ListChanges }) {
  const { ids, state, show } = changes;
  const hasChanged = ids === null || ids.size > 0;
  return (
    <div role="status" class="live" data-live={state ?? 'off'}>
      {hasChanged && (
        <p class="changes-banner">
          {ids === null
            ? texts.banner.manyChanged(kind.plural)
            : texts.banner.changed(countWords(ids.size), ids.size === 1 ? kind.singular : kind.plural)}{' '}
          <button type="button" onClick={show}>
            {texts.banner.show}
          </button>
        </p>
      )}
      {state === 'interrupted' && <Interrupted />}
    </div>
  );
}

export const Interrupted = () => <p class="quiet">{texts.banner.connectionIsInterrupted}</p>;
