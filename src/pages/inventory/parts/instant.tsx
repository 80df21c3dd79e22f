// The instant that everything is shown as of.
import { instantWords } from '../../kit/instant-words';
import { useInventory } from '../address/context';

/** An instant as a field for local time takes it. */
function localText(instant: string): string {
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function InstantChoice() {
  const { place, go } = useInventory();
  const choose = (text: string) => {
    const time = text === '' ? NaN : Date.parse(text);
    const at = Number.isNaN(time) || time > Date.now() ? null : new Date(time).toISOString();
    if (at !== place.at) go({ ...place, at });
  };
  return (
    <label class="instant">
      As of{' '}
      <input
        key={place.at}
        type="datetime-local"
        max={localText(new Date().toISOString())}
        defaultValue={place.at === null ? '' : localText(place.at)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    </label>
  );
}

/** In words, wherever the past is shown; with a way back. */
export function InstantNotice({ hasPast, plural }: { hasPast: boolean; plural: string }) {
  const { place, go } = useInventory();
  if (place.at === null) return null;
  return (
    <p class="past" role="status">
      {hasPast
        ? `As of ${instantWords(place.at)}.`
        : `No history is kept of ${plural}: they are shown as they are now.`}{' '}
      <button type="button" class="link" onClick={() => go({ ...place, at: null })}>
        Show now
      </button>
    </p>
  );
}
