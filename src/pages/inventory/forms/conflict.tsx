// Shows the values that another user saved while the form was open, next to the values that the form's user entered.
// The form's user chooses between the two.
import { instantWords } from '../../kit/instants/instant-words';
import { kindOfList, type Kind } from '../address/kinds-by-list';
import { useTitles } from '../rows/use-titles';
import { enumWords, yesOrNo } from '../texts';
import { formEnums } from '../../../generated/inventory-forms';
import { fieldLabel, type FormField } from '../address/form-facts';
import type { Value, Values } from './form-values';
import { texts } from './texts';

export type Choice = 'theirs' | 'yours';

export interface Dispute {
  /** Fields that only the other user changed. The form already shows their new values. */
  readonly taken: readonly FormField[];
  /** Fields that both users changed. The form's user has to choose between the two values. */
  readonly disputed: readonly FormField[];
  readonly former: Values;
  readonly theirs: Values;
  readonly yours: Values;
  readonly choices: Readonly<Record<string, Choice>>;
}

interface ConflictProps {
  readonly kind: Kind;
  readonly dispute: Dispute;
  readonly choose: (name: string, choice: Choice) => void;
}

export function Conflict({ kind, dispute, choose }: ConflictProps) {
  const { taken, disputed, former, theirs, yours, choices } = dispute;
  return (
    <section class="conflict" aria-labelledby="conflict">
      <h2 id="conflict" tabIndex={-1}>
        {texts.conflict.somebodyElseChanged(kind.singular)}
      </h2>
      {disputed.map((field) => (
        <fieldset key={field.name}>
          <legend>{fieldLabel(kind.list, field.name)}</legend>
          {(['theirs', 'yours'] as const).map((choice) => (
            <label key={choice} class="check">
              <input
                type="radio"
                name={`choice-${field.name}`}
                checked={choices[field.name] === choice}
                onChange={() => choose(field.name, choice)}
              />{' '}
              <span>
                {choice === 'theirs' ? texts.conflict.theirs : texts.conflict.yours}:{' '}
                <ValueWords field={field} value={(choice === 'theirs' ? theirs : yours)[field.name]!} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && (
        <>
          <p>{texts.conflict.youHadNotChanged}</p>
          <ul>
            {taken.map((field) => (
              <li key={field.name}>
                {fieldLabel(kind.list, field.name)}: <ValueWords field={field} value={former[field.name]!} /> →{' '}
                <ValueWords field={field} value={theirs[field.name]!} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{disputed.length > 0 ? texts.conflict.chooseThenSaveAgain : texts.conflict.saveAgainIfYours}</p>
    </section>
  );
}

function ValueWords({ field, value }: { field: FormField; value: Value }) {
  const filledTexts = [value].flat().filter((text) => text !== '');
  const titles = useTitles(field.of === undefined ? undefined : kindOfList(field.of), field.of ? filledTexts : []);
  const words = filledTexts.map((text) => {
    if (field.of) return titles.get(text) ?? text;
    if (field.type === 'Boolean') return yesOrNo(text === 'true');
    if (field.type === 'DateTime') return instantWords(text);
    return field.type in formEnums ? enumWords(text) : text;
  });
  return words.length === 0 ? <i>{texts.conflict.empty}</i> : <bdi>{words.join(', ')}</bdi>;
}
