// Saves a form through the API, and handles errors and conflicts with values that another user has saved since the form
// was opened.
import { useRef, useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import { Refusal } from '../../kit/ask';
import { ask, sendForm } from '../../kit/asking';
import { useInventory } from '../address/context';
import type { Kind } from '../address/kinds-by-list';
import { rowPlace } from '../address/place';
import { forgetRows } from '../rows/use-rows';
import { rowTitle } from '../rows/titles';
import type { Dispute } from './conflict';
import { fieldLabel, type FormField, type RowForm, type StoredRow } from '../address/form-facts';
import { changedFields, createInput, meet, storedValues, updateInput, type Value, type Values } from './form-values';
import { useIsMounted } from './is-mounted';
import { partsInput, type PartRows } from './part-rows';
import { explainRefusal, type Refused } from './refusals';
import { readStored, refusalText } from './stored-row';
import { discardUnsaved } from './unsaved';

export interface EntryFormProps {
  readonly kind: Kind;
  readonly form: RowForm;
  readonly fields: readonly FormField[];
  /** The stored row to change; null to create a new row. */
  readonly row: StoredRow | null;
  readonly initial: Values;
  readonly initialRows?: PartRows;
  readonly networkId: string;
}

export interface Saving {
  readonly refused: Refused | null;
  readonly dispute: Dispute | null;
  readonly isBusy: boolean;
  readonly refuse: (refused: Refused) => void;
  readonly choose: (name: string, choice: 'theirs' | 'yours') => void;
  /** Called when the user changes a field. This also settles a conflict about the field in the user's favor. */
  readonly enter: (name: string, value: Value) => void;
  readonly save: () => Promise<void>;
}

/** Maximum number of attempts to save while other users keep changing fields that this form does not show. */
const mostTries = 3;

function useDone(kind: Kind, networkId: string) {
  const { go, refresh } = useInventory();
  const isMounted = useIsMounted();
  return async (written: Parameters<typeof rowTitle>[0], notice: string) => {
    forgetRows();
    if (!kind.isInNetwork) await refresh();
    if (!isMounted.current) return;
    discardUnsaved();
    go(rowPlace(networkId, kind, written.id, null), true, notice);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
}

export function useSaving(
  { kind, form, fields, row, initial, networkId }: EntryFormProps,
  values: Values,
  rows: PartRows,
  setValues: Dispatch<StateUpdater<Values>>,
): Saving {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [dispute, setDispute] = useState<Dispute | null>(null);
  const [isBusy, setBusy] = useState(false);
  const base = useRef({ values: initial, updatedAt: row?.updatedAt ?? '' });

  const isDone = useDone(kind, networkId);
  const create = async () => {
    const parts = partsInput(form.parts, rows);
    const input = { ...createInput(fields, values), ...parts, ...(form.isOfNetwork && { networkId }) };
    const { written } = await ask(form.documents.create, { input });
    const title = rowTitle(written, kind.title);
    const isOther = form.returnsExisting && 'name' in input && written.name !== input.name;
    await isDone(written, isOther ? `It was there already: ${title}.` : `Created: ${title}.`);
  };
  const update = async (id: string, tries = 1): Promise<void> => {
    const { documents } = form;
    const changed = changedFields(fields, base.current.values, values);
    if (changed.length === 0) return isDone(row!, 'Nothing was changed.');
    try {
      const input = { ...updateInput(fields, changed, values), expectedUpdatedAt: base.current.updatedAt };
      const { written } = await ask(documents.update, { id, input });
      return await isDone(written, `Saved: ${rowTitle(written, kind.title)}.`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'entity_changed' || error.params.id !== id) throw error;
    }
    const theirs = await readStored(form, id);
    if (!theirs) throw new Refusal('It was deleted meanwhile.', 'entity_not_found');
    const formerValues = base.current.values;
    const theirValues = storedValues(fields, theirs);
    base.current = { values: theirValues, updatedAt: theirs.updatedAt };
    const { merged, taken, disputed } = meet(fields, formerValues, theirValues, values);
    // The other user changed only fields that this form does not show. That is no conflict, so save again.
    if (taken.length === 0 && disputed.length === 0 && tries < mostTries) return update(id, tries + 1);
    setValues(merged);
    setDispute({ taken, disputed, former: formerValues, theirs: theirValues, yours: values, choices: {} });
  };
  const save = async () => {
    if (isBusy) return;
    const open = dispute?.disputed.find(({ name }) => dispute.choices[name] === undefined);
    if (open)
      return setRefused({ field: undefined, words: `Choose a value of ${fieldLabel(kind.list, open.name)} first.` });
    setBusy(true);
    setRefused(null);
    setDispute(null);
    await sendForm(() => (row ? update(row.id) : create())).catch((error: unknown) => {
      if (!(error instanceof Refusal)) return setRefused({ field: undefined, words: refusalText(error) });
      const entered = { list: kind.list, fields, values, parts: row ? [] : form.parts, rows };
      setRefused({ ...explainRefusal(entered, error), isSignedOut: error.isSignedOut });
    });
    setBusy(false);
  };
  const choose = (name: string, choice: 'theirs' | 'yours') => {
    if (!dispute) return;
    setDispute({ ...dispute, choices: { ...dispute.choices, [name]: choice } });
    const value: Value = dispute[choice][name]!;
    setValues({ ...values, [name]: value });
  };
  const enter = (name: string, value: Value) => {
    setValues((before) => ({ ...before, [name]: value }));
    if (dispute?.disputed.some((field) => field.name === name))
      setDispute({
        ...dispute,
        yours: { ...dispute.yours, [name]: value },
        choices: { ...dispute.choices, [name]: 'yours' },
      });
  };
  return { refused, dispute, isBusy, refuse: setRefused, choose, enter, save };
}
