// Buttons for the actions that the viewer may perform: create a row, and edit, clone or delete a row.
import { useState } from 'preact/hooks';
import { ask } from '../../kit/asking';
import { Question } from '../../kit/question';
import { useInventory } from '../address/context';
import { kindOfList, kinds, type Kind, type Row } from '../address/kinds-by-list';
import { formPlace, listPlace, newPlace, rowPlace, writePlace } from '../address/place';
import { forgetRows } from '../rows/use-rows';
import { rowTitle } from '../rows/titles';
import { upperFirst } from '../texts';
import { allForms, findForm, type FormDocuments } from '../address/form-facts';
import type { RowRights } from './row-rights';
import { refusalText } from './stored-row';
import { texts } from './texts';

/**
 * Returns a function that says whether the viewer may send a mutation. The answer is no while the page shows a past
 * instant.
 */
export function useMay(): (mutation: string | null | undefined) => mutation is string {
  const { place, start } = useInventory();
  return (mutation): mutation is string =>
    typeof mutation === 'string' && place.at === null && start.viewer.may.includes(mutation);
}

export function NewLink({ kind }: { kind: Kind }) {
  const { place, follow } = useInventory();
  const may = useMay();
  if (!may(findForm(kind.list)?.create) || place.networkId === null) return null;
  return (
    <a class="button main" href={writePlace(newPlace(place.networkId, kind))} onClick={follow}>
      {texts.rowActions.new(kind.singular)}
    </a>
  );
}

interface ActionsProps {
  readonly kind: Kind;
  readonly row: Row;
  readonly networkId: string;
}

interface RowActionsProps extends ActionsProps {
  /** What the viewer may do with the row; undefined until the API has responded. */
  readonly rights: RowRights | undefined;
}

export function RowActions({ kind, row, networkId, rights }: RowActionsProps) {
  const { follow } = useInventory();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const form = findForm(kind.list);
  if (!form) return null;
  const mayClone = may(form.create) && form.fields.some(({ isCreated }) => isCreated);
  const link = (name: 'edit' | 'clone', label: string) => (
    <a class="button" href={writePlace(formPlace(networkId, kind, row.id, name))} onClick={follow}>
      {label}
    </a>
  );
  return (
    <div class="buttons actions" aria-busy={rights === undefined}>
      {may(form.update) && rights?.mayUpdate && link('edit', texts.rowActions.edit)}
      {mayClone && link('clone', texts.rowActions.clone)}
      {may(form.remove) && rights?.mayDelete && (
        <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {texts.rowActions.delete}
        </button>
      )}
      <ChildLinks kind={kind} row={row} networkId={networkId} />
      {isAsking && (
        <DeleteQuestion
          {...{ kind, row, networkId }}
          remove={form.documents.remove}
          effect={form.effect}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface DeleteProps extends ActionsProps {
  readonly remove: FormDocuments['remove'];
  readonly effect: string;
  readonly close: () => void;
}

function DeleteQuestion({ kind, row, networkId, remove, effect, close }: DeleteProps) {
  const { go, refresh } = useInventory();
  const title = rowTitle(row, kind.title);
  const act = async () => {
    await ask(remove, { id: row.id });
    forgetRows();
    if (!kind.isInNetwork) await refresh();
    const deleted = kind.historyKind === null ? undefined : rowPlace(networkId, kind, row.id, null);
    go(listPlace(networkId, kind, null), true, `Deleted: ${title}.`, deleted);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Question
      question={texts.rowActions.delete2(kind.singular, title)}
      button={texts.rowActions.delete}
      close={close}
      act={act}
      wordsFor={refusalText}
    >
      {effect && <p>{effect}</p>}
    </Question>
  );
}

/** Links such as "New port" on a host's page. In the opened form, the host is already selected. */
function ChildLinks({ kind, row, networkId }: ActionsProps) {
  const { follow } = useInventory();
  const may = useMay();
  const name = `${kind.type.charAt(0).toLowerCase()}${kind.type.slice(1)}Id`;
  const children = allForms.filter(
    ({ create, fields }) => may(create) && fields.some((field) => field.name === name && field.isRequired),
  );
  if (children.length === 0) return null;
  return (
    <details class="more-actions">
      <summary class="plain">{texts.rowActions.add}</summary>
      <ul>
        {kinds
          .filter(({ list }) => children.some((child) => child.list === list))
          .map(({ list, singular }) => (
            <li key={list}>
              <a href={writePlace(newPlace(networkId, kindOfList(list), { [name]: row.id }))} onClick={follow}>
                {upperFirst(singular)}
              </a>
            </li>
          ))}
      </ul>
    </details>
  );
}
