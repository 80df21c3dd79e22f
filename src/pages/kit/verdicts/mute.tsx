// A button that mutes a check for some time, or unmutes the check.
import { useState } from 'preact/hooks';
import { KitMuteCheckDocument, KitUnmuteCheckDocument } from '../../../generated/kit-operations';
import { ask, errorText } from '../asking';
import { Question } from '../question';
import { texts } from './texts';

const dayMs = 86_400_000;
const lifetimes = [
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
] as const;

interface MuteProps {
  readonly check: { readonly id: string; readonly name: string; readonly isMuted: boolean };
  /** Called with a notice once the check was muted or unmuted. */
  readonly changed: (words: string) => unknown;
}

export function Mute({ check: { id, name, isMuted }, changed }: MuteProps) {
  const [isAsked, setAsked] = useState(false);
  const [days, setDays] = useState<number>(7);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const mute = async () => {
    const until = new Date(Date.now() + days * dayMs).toISOString();
    await ask(KitMuteCheckDocument, { id, until, reason });
    await changed(texts.wasMuted(name));
  };
  const unmute = async () => {
    setProblem(null);
    try {
      await ask(KitUnmuteCheckDocument, { id });
      await changed(texts.wasUnmuted(name));
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <>
      <button
        type="button"
        class="plain"
        aria-label={isMuted ? texts.unmuteLabel(name) : texts.muteLabel(name)}
        onClick={() => (isMuted ? void unmute() : setAsked(true))}
      >
        {isMuted ? texts.unmute : texts.mute}
      </button>
      <span role="alert">{problem && <span class="at-field">{problem}</span>}</span>
      {isAsked && (
        <Question
          button={texts.mute}
          question={texts.muteQuestion(name)}
          isDangerous={false}
          act={mute}
          close={() => setAsked(false)}
        >
          <label class="field">
            {texts.until}
            <select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
              {lifetimes.map(([words, count]) => (
                <option key={words} value={count}>
                  {texts.lifetimes[words]}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            {texts.note}
            <input maxLength={500} value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
          </label>
        </Question>
      )}
    </>
  );
}
