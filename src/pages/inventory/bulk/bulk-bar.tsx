// The bar above a list with selected rows. Its buttons select all matching rows, and tag, delete or merge the selected
// rows. The bar shows the reason for each row on which an action failed.
import { useState } from 'preact/hooks';
import { errorText } from '../../kit/asking';
import { Question } from '../../kit/question';
import { useInventory } from '../address/context';
import type { Kind } from '../address/kinds-by-list';
import { rowPlace, writePlace } from '../address/place';
import { findForm, type RowForm } from '../address/form-facts';
import { useMay } from '../forms/row-actions';
import { refusalText } from '../forms/stored-row';
import { forgetRows, type Rows } from '../rows/use-rows';
import { countWords } from '../texts';
import { countWithName, deleteRows, mergeHosts, type Outcome } from './bulk-actions';
import type { Selection } from '../rows/selection';
import { TagSelected, type SelectedProps } from './tag-selected';
import { texts } from '../page-texts';

/** Maximum number of hosts that are merged at once. More hosts than these are unlikely to be the same machine. */
const mostMerged = 20;

type Action = 'delete' | 'add tag' | 'remove tag' | 'merge';

/** The actions that the viewer may perform on several rows of a list; null if there are none. */
export function useBulkActions(kind: Kind): ReadonlySet<Action> | null {
  const may = useMay();
  const form = findForm(kind.list);
  if (!form) return null;
  const actions = new Set<Action>();
  if (form.isTaggable && may('addTagToEntities')) actions.add('add tag');
  if (form.isTaggable && may('removeTagFromEntities')) actions.add('remove tag');
  if (kind.list === 'hosts' && may('consolidateHosts')) actions.add('merge');
  if (may(form.removeMany)) actions.add('delete');
  return actions.size > 0 ? actions : null;
}

interface BulkBarProps {
  readonly kind: Kind;
  readonly actions: ReadonlySet<Action>;
  readonly selection: Selection;
  readonly list: Rows;
  /** Called before an action starts, so that the list does not report the user's own changes to these rows as news. */
  readonly expectChanges: (ids: Iterable<string>) => void;
}

export function BulkBar({ kind, actions, selection, list, expectChanges }: BulkBarProps) {
  const form = findForm(kind.list)!;
  const { refresh } = useInventory();
  const [requestedAction, setRequestedAction] = useState<Action | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const count = selection.titles.size;
  if (count === 0 && !outcome) return null;
  const finishAction = async (next: Outcome, selected?: readonly string[]) => {
    // Reloading before the dialog closes keeps the user from starting a second action on outdated rows.
    if (!kind.isInNetwork) await refresh();
    setOutcome(next);
    if (selected) selection.keep(selected);
    forgetRows();
    list.reload();
    // The button that opened the dialog is removed together with the selection, so the focus moves to the content of
    // the page.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const open = (action: Action) => {
    expectChanges(selection.titles.keys());
    setRequestedAction(action);
  };
  const shared = { kind, form, selection, done: finishAction, close: () => setRequestedAction(null) };
  return (
    <section class="bulk" aria-label={texts.bulkBar.selectedRows}>
      {count > 0 && (
        <div class="buttons">
          <b role="status">{texts.bulkBar.selected(countWords(count))}</b>
          <SelectMatching kind={kind} form={form} selection={selection} total={list.total} />
          <button type="button" onClick={() => selection.keep([])}>
            {texts.bulkBar.clear}
          </button>
          {actions.has('add tag') && <ActionButton label={texts.bulkBar.addTag} ask={() => open('add tag')} />}
          {actions.has('remove tag') && <ActionButton label={texts.bulkBar.removeTag} ask={() => open('remove tag')} />}
          {actions.has('merge') && count > 1 && count <= mostMerged && (
            <ActionButton label={texts.bulkBar.merge} ask={() => open('merge')} />
          )}
          {actions.has('delete') && (
            <ActionButton label={texts.bulkBar.delete} isDangerous ask={() => open('delete')} />
          )}
        </div>
      )}
      <div role="status">
        {outcome && <OutcomeWords kind={kind} outcome={outcome} close={() => setOutcome(null)} />}
      </div>
      {requestedAction === 'delete' && <DeleteSelected {...shared} />}
      {(requestedAction === 'add tag' || requestedAction === 'remove tag') && (
        <TagSelected {...shared} change={requestedAction === 'add tag' ? 'add' : 'remove'} />
      )}
      {requestedAction === 'merge' && <MergeSelected {...shared} />}
    </section>
  );
}

function ActionButton({ label, isDangerous = false, ask }: { label: string; isDangerous?: boolean; ask: () => void }) {
  return (
    <button type="button" class={isDangerous ? 'danger' : undefined} aria-haspopup="dialog" onClick={ask}>
      {label}
    </button>
  );
}

interface MatchingProps {
  readonly kind: Kind;
  readonly form: RowForm;
  readonly selection: Selection;
  readonly total: number | undefined;
}

/**
 * A button that selects all rows that match the list's filter. If the API accepts fewer rows at once, a text says so.
 */
function SelectMatching({ kind, form, selection, total }: MatchingProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { mostRemoved: most } = form;
  if (total === undefined || total <= selection.titles.size) return null;
  const bounded = Math.min(total, most);
  if (bounded <= selection.titles.size)
    return <span class="quiet">{texts.bulkBar.ofMoreAreNot(countWithName(total, kind))}</span>;
  const select = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await selection.selectMatching(most);
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void select()}>
        {total > most
          ? texts.bulkBar.selectTheFirst(countWords(most), countWords(total))
          : texts.bulkBar.selectAllThatMatch(countWords(total))}
      </button>
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

function OutcomeWords({ kind, outcome, close }: { kind: Kind; outcome: Outcome; close: () => void }) {
  const { place, follow } = useInventory();
  const { words, failures } = outcome;
  return (
    <>
      <p>
        {words} {failures.size > 0 && texts.bulkBar.left(countWithName(failures.size, kind), failures.size)}
        <button type="button" class="link" onClick={close}>
          {texts.bulkBar.close}
        </button>
      </p>
      {failures.size > 0 && (
        <ul class="failures">
          {[...failures].map(([id, why]) => (
            <li key={id}>
              <a href={writePlace(rowPlace(place.networkId!, kind, id, null))} onClick={follow}>
                <bdi>{outcome.titles?.get(id) ?? id}</bdi>
              </a>
              : {why}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function DeleteSelected({ kind, form, selection, done, close }: SelectedProps) {
  const ids = [...selection.titles.keys()];
  const act = async () => {
    const outcome = await deleteRows(form.documents.removeMany, ids, kind);
    await done({ ...outcome, titles: selection.titles }, [...outcome.failures.keys()]);
  };
  return (
    <Question
      question={`Delete ${countWithName(ids.length, kind)}?`}
      button={texts.bulkBar.delete}
      close={close}
      act={act}
      wordsFor={refusalText}
    >
      <Names selection={selection} />
      {form.effect && <p>{texts.bulkBar.ofEach(form.effect)}</p>}
      {ids.length > 1 && <p>{texts.bulkBar.othersStay}</p>}
    </Question>
  );
}

/** Maximum number of rows that a message names. */
const mostNames = 10;

function Names({ selection }: { selection: Selection }) {
  const names = [...selection.titles].slice(0, mostNames);
  const others = selection.titles.size - names.length;
  return (
    <ul class="failures">
      {names.map(([id, title]) => (
        <li key={id}>
          <bdi>{title}</bdi>
        </li>
      ))}
      {others > 0 && <li class="quiet">{texts.bulkBar.andMore(countWords(others))}</li>}
    </ul>
  );
}

function MergeSelected({ selection, done, close }: SelectedProps) {
  const hosts = [...selection.titles];
  const [destination, setDestination] = useState('');
  const act = async () => {
    if (destination === '') throw new Error('no host');
    const others = hosts.map(([id]) => id).filter((id) => id !== destination);
    const outcome = await mergeHosts(destination, others);
    await done({ ...outcome, titles: selection.titles }, [...outcome.failures.keys()]);
  };
  return (
    <Question
      question={texts.bulkBar.mergeHostsIntoOne(hosts.length)}
      button={texts.bulkBar.merge}
      close={close}
      act={act}
      wordsFor={(error) => (destination === '' ? texts.bulkBar.chooseTheHost : refusalText(error))}
    >
      <fieldset class="merge">
        <legend>{texts.bulkBar.hostThatStays}</legend>
        {hosts.map(([id, title]) => (
          <label key={id} class="check">
            <input type="radio" name="destination" checked={destination === id} onChange={() => setDestination(id)} />{' '}
            <bdi>{title}</bdi>
          </label>
        ))}
      </fieldset>
      <p>{texts.bulkBar.addressesPortsServices}</p>
    </Question>
  );
}
