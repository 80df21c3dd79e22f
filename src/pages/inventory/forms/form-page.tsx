// The page with a form for a new row, for a stored row, or for a new row that starts with the values of a stored row.
import { useAsked } from '../../kit/asking';
import { useInventory } from '../address/context';
import type { Kind } from '../address/kinds-by-list';
import type { FormName } from '../address/place';
import { rowTitle } from '../rows/titles';
import { EntryForm } from './entry-form';
import { findForm, notCloned, type RowForm } from '../address/form-facts';
import { newValues, storedValues, type Values } from './form-values';
import { presetRows } from './part-rows';
import { useMay } from './row-actions';
import { readStored } from './stored-row';
import { texts } from './texts';

interface FormPageProps {
  readonly kind: Kind;
  readonly form: FormName;
  readonly id: string | null;
}

const verbs: Readonly<Record<FormName, string>> = {
  new: texts.formPage.new,
  edit: texts.formPage.edit,
  clone: texts.formPage.clone,
};

export function FormPage({ kind, form: name, id }: FormPageProps) {
  const may = useMay();
  const { place } = useInventory();
  const form = findForm(kind.list);
  const mutation = name === 'edit' ? form?.update : form?.create;
  if (!form || !may(mutation))
    return (
      <div class="empty" role="alert">
        <h1>{texts.formPage.notPossibleHere}</h1>
        <p>{whyNot(mutation, kind, place.at)}</p>
      </div>
    );
  return (
    <article class="detail form-page">
      <h1>
        {verbs[name]} {kind.singular}
      </h1>
      {id === null ? <NewForm kind={kind} form={form} /> : <FilledForm kind={kind} form={form} name={name} id={id} />}
    </article>
  );
}

function whyNot(mutation: string | null | undefined, kind: Kind, at: string | null): string {
  if (!mutation) return texts.formPage.thesePages(kind.plural);
  return at === null ? texts.formPage.yourRoleDoesNot : texts.formPage.pastCannotBe;
}

function NewForm({ kind, form }: { kind: Kind; form: RowForm }) {
  const { place, start } = useInventory();
  const network = start.networks.nodes.find(({ id }) => id === place.networkId);
  const fields = form.fields.filter(({ isCreated }) => isCreated);
  return (
    <>
      {form.isOfNetwork && network && <p class="quiet">{texts.formPage.inTheNetwork(network.name)}</p>}
      <EntryForm
        {...{ kind, form, fields, row: null }}
        initial={newValues(fields, place.presets)}
        initialRows={presetRows(form.parts, place.presets)}
        networkId={place.networkId!}
      />
    </>
  );
}

function FilledForm({ kind, form, name, id }: { kind: Kind; form: RowForm; name: FormName; id: string }) {
  const { place } = useInventory();
  const { data: row, problem } = useAsked(() => readStored(form, id), id);
  if (problem)
    return (
      <p class="problem" role="alert">
        {problem}
      </p>
    );
  if (row === undefined) return <p aria-busy="true">{texts.formPage.loading}</p>;
  if (row === null) return <p role="alert">{texts.formPage.thisIsNotThere(kind.singular)}</p>;
  const isEdit = name === 'edit';
  const fields = form.fields.filter((field) => (isEdit ? field.isUpdated : field.isCreated));
  const stored = storedValues(fields, row);
  return (
    <>
      <p class="quiet">
        {isEdit ? '' : texts.formPage.beginsWithTheValues}
        <bdi>{rowTitle(row, kind.title)}</bdi>
      </p>
      <EntryForm
        {...{ kind, form, fields, row: isEdit ? row : null }}
        initial={isEdit ? stored : cloned(kind, form, stored)}
        networkId={(row.networkId as string | undefined) ?? place.networkId!}
      />
    </>
  );
}

function cloned({ list }: Kind, { fields }: RowForm, stored: Values): Values {
  const clonedEntries = Object.entries(stored).filter(([name]) => !notCloned(list).includes(name));
  return newValues(
    fields.filter(({ isCreated }) => isCreated),
    Object.fromEntries(clonedEntries),
  );
}
