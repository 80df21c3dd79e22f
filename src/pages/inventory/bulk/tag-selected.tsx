// Adds a tag to the selected rows, or removes a tag from the selected rows. A new tag is created first.
import { useState } from 'preact/hooks';
import { ask } from '../../kit/asking';
import { Question } from '../../kit/question';
import { useInventory } from '../address/context';
import { findForm, type RowForm } from '../address/form-facts';
import { kindOfList, type Kind } from '../address/kinds-by-list';
import { ReferenceInput } from '../forms/reference-input';
import { useMay } from '../forms/row-actions';
import { refusalText } from '../forms/stored-row';
import type { Selection } from '../rows/selection';
import { keepTitle } from '../rows/use-titles';
import { countWithName, tagRows, type Outcome } from './bulk-actions';
import { texts } from '../page-texts';

export interface SelectedProps {
  readonly kind: Kind;
  readonly form: RowForm;
  readonly selection: Selection;
  /** Called after the action. `selected` contains the ids of the rows that stay selected. */
  readonly done: (outcome: Outcome, selected?: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

export function TagSelected({
  kind,
  selection,
  done,
  close,
  change,
}: SelectedProps & { readonly change: 'add' | 'remove' }) {
  const { place } = useInventory();
  const may = useMay();
  const tagForm = findForm('tags')!;
  const [tagId, setTagId] = useState('');
  /** The text that the user has typed since last choosing a tag; null if nothing was typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [createdId, setCreatedId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const isChosen = tagId !== '' && typed === null;
  const ids = [...selection.titles.keys()];
  const label = change === 'add' ? texts.tagSelected.addTag : texts.tagSelected.removeTag;
  const act = async () => {
    if (!isChosen) throw new Error('no tag');
    await done(await tagRows(change, tagId, kind.type, ids, kind));
  };
  const create = async (name: string) => {
    setProblem(null);
    setCreating(true);
    try {
      const { written } = await ask(tagForm.documents.create, { input: { name } });
      keepTitle(written.id, name);
      setTagId(written.id);
      setCreatedId(written.id);
      setTyped(null);
      requestAnimationFrame(() => document.getElementById('field-tag')?.focus());
    } catch (error) {
      setProblem(refusalText(error));
    }
    setCreating(false);
  };
  return (
    <Question
      question={`${label} ${change === 'add' ? texts.tagSelected.to : texts.tagSelected.from} ${countWithName(ids.length, kind)}`}
      button={label}
      isDangerous={false}
      close={close}
      act={act}
      wordsFor={(error) => (isChosen ? refusalText(error) : texts.tagSelected.chooseATagFirst)}
    >
      <div class="entry">
        <label for="field-tag">{texts.tagSelected.tag}</label>
        <ReferenceInput
          key={createdId}
          id="field-tag"
          label={texts.tagSelected.tag}
          kind={kindOfList('tags')}
          isList={false}
          networkId={place.networkId!}
          clauses={[]}
          value={tagId}
          aria={{}}
          change={(value) => setTagId(String(value))}
          leaveOpen={setTyped}
        />
        {change === 'add' && typed !== null && typed.trim() !== '' && may(tagForm.create) && (
          <p>
            <button type="button" disabled={isCreating} onClick={() => void create(typed.trim())}>
              {texts.tagSelected.createTag(typed.trim())}
            </button>
          </p>
        )}
        {problem && (
          <p class="at-field" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Question>
  );
}
