// An input for the past instant that the inventory pages show, and the notice that the data is from the past.
import { InstantInput } from '../../kit/instants/instant-input';
import { instantFrom, instantWords } from '../../kit/instants/instant-words';
import { useInventory } from '../address/context';
import { texts } from '../page-texts';

interface InstantFieldProps {
  readonly label: string;
  /** The selected instant; null if the field is empty. */
  readonly value: string | null;
  /** The latest instant that the user can select; null means the present. */
  readonly latest: string | null;
  readonly choose: (instant: string | null) => void;
}

/**
 * An input for an instant in local time. Calls `choose` with null for an empty text and for an instant after `latest`.
 */
export function InstantField({ label, value, latest, choose }: InstantFieldProps) {
  const take = (text: string): string | null => {
    const time = text === '' ? NaN : Date.parse(text);
    const isValid = !Number.isNaN(time) && time <= (latest === null ? Date.now() : Date.parse(latest));
    const instant = isValid ? instantFrom(text, value) : null;
    if (instant !== value) choose(instant);
    return instant;
  };
  return (
    <label class="instant">
      {label} <InstantInput {...{ value, take }} latest={latest ?? Date.now()} />
    </label>
  );
}

export function InstantChoice() {
  const { place, go } = useInventory();
  // The difference is from `since` to the shown instant. If `since` is after the shown instant, no difference is shown.
  const sinceUntil = (at: string | null) =>
    at !== null && place.since !== null && place.since > at ? null : place.since;
  return (
    <InstantField
      label={texts.instant.as}
      value={place.at}
      latest={null}
      choose={(at) => go({ ...place, at, since: sinceUntil(at) }, place.at !== null && at !== null)}
    />
  );
}

/** A notice that the page shows the past, with a link back to the present. */
export function InstantNotice({ hasPast, plural }: { hasPast: boolean; plural: string }) {
  const { place, go } = useInventory();
  if (place.at === null) return null;
  return (
    <p class="past" role="status">
      {hasPast ? texts.instant.as2(instantWords(place.at)) : texts.instant.noHistoryIsKept(plural)}{' '}
      <button type="button" class="link" onClick={() => go({ ...place, at: null })}>
        {texts.instant.showNow}
      </button>
    </p>
  );
}
