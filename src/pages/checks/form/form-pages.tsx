// Two pages that contain the check form: the page for creating a check, and the page for changing a stored check.
import { useEffect } from 'preact/hooks';
import { ChecksPageCreateDocument, ChecksPageUpdateDocument } from '../../../generated/checks-page-operations';
import { ask } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { useHere } from '../parts/here';
import { useCheck, type StoredCheck } from '../parts/use-check';
import { Way } from '../parts/way';
import { texts } from '../texts';
import { CheckForm } from './check-form';
import { kindFacts, kinds, selection } from './form-facts';
import type { readCheck } from './read-form';
import { storedValues } from './rule-values';
import { useNames } from './use-names';

const nothing = () => [];

export function NewCheck() {
  const { network, notice, show } = useHere();
  useEffect(() => {
    document.title = `${texts.form.newTitle} – Netloom`;
  }, []);
  const create = async (input: ReturnType<typeof readCheck>) => {
    const { createCheck } = await ask(ChecksPageCreateDocument, { input });
    notice(texts.form.created(createCheck.name));
    show({ check: createCheck.id });
  };
  return (
    <>
      <Way to={{}}>{texts.check.back}</Way>
      <h1>{texts.form.newTitle}</h1>
      <CheckForm
        initial={{
          ...{ name: '', description: '', severity: 'Warning', enabled: true },
          ...{ allNetworks: false, networkIds: [network.id], kind: kinds[0]!.kind },
          ...{ rule: nothing, selection: nothing, names: new Map() },
        }}
        button={texts.form.create}
        send={create}
      />
    </>
  );
}

export function EditCheck({ id }: { readonly id: string }) {
  const { data, problem, reload } = useCheck(id);
  if (problem) return <Problem problem={problem} reload={reload} />;
  if (!data) return <p class="quiet">…</p>;
  return data.check.kind == null ? (
    <p>{texts.check.unknownKind}</p>
  ) : (
    <Edit check={data.check} kind={data.check.kind} />
  );
}

interface EditProps {
  readonly check: StoredCheck;
  readonly kind: NonNullable<StoredCheck['kind']>;
}

function Edit({ check, kind }: EditProps) {
  const { id, name, description, updatedAt } = check;
  const { notice, show } = useHere();
  const { fields } = kindFacts(kind);
  const rule = storedValues(fields, check.rule);
  const selectionValues = storedValues(selection, check.selection);
  const { names, problem } = useNames(
    [
      { fields, values: rule },
      { fields: selection, values: selectionValues },
    ],
    updatedAt,
  );
  useEffect(() => {
    document.title = `${texts.form.editTitle(name)} – Netloom`;
  }, [name]);
  const update = async (input: ReturnType<typeof readCheck>) => {
    await ask(ChecksPageUpdateDocument, { id, input: { ...input, expectedUpdatedAt: updatedAt } });
    notice(texts.form.saved(input.name));
    show({ check: id });
  };
  return (
    <>
      <Way to={{ check: id }}>{name}</Way>
      <h1>{texts.form.editTitle(name)}</h1>
      {problem && <p class="problem">{problem}</p>}
      {names && (
        <CheckForm
          initial={{ ...check, description: description ?? '', kind, rule, selection: selectionValues, names }}
          button={texts.form.save}
          send={update}
        />
      )}
    </>
  );
}
