// An input for the instant that a page shows. The page follows while the user types, and the input keeps what is typed.
import { useEffect, useRef, useState } from 'preact/hooks';
import { instantAttributes, localText } from './instant-words';

interface InstantInputProps {
  /** The instant that the page shows; null if the input is empty. */
  readonly value: string | null;
  readonly precision?: 'minute' | 'second';
  /** The first and the last instant that can be chosen. */
  readonly earliest?: string | number;
  readonly latest: string | number;
  /** An accessible name, if the input has no label. */
  readonly name?: string;
  /**
   * Called with each text that is empty or an instant in the range, and, when the input loses the focus, with an instant
   * out of the range. Returns the instant that the page then shows; null for none or the present.
   */
  readonly take: (text: string) => string | null;
}

export function InstantInput({ value, precision = 'minute', earliest, latest, name, take }: InstantInputProps) {
  // What the user has typed so far; undefined when the input is not being edited. While the input has the focus, its
  // value is not set, because browsers then forget the digits of the part that is being typed.
  const [typed, setTyped] = useState<string>();
  const taken = useRef(value);
  useEffect(() => {
    if (value !== taken.current) setTyped(undefined);
    taken.current = value;
  }, [value]);
  const give = (text: string): void => void (taken.current = take(text));
  return (
    <input
      {...instantAttributes}
      {...(name !== undefined && { 'aria-label': name, title: name })}
      step={precision === 'second' ? 1 : 60}
      {...(earliest !== undefined && { min: localText(earliest, precision) })}
      max={localText(latest, precision)}
      value={typed ?? (value === null ? '' : localText(value, precision))}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget: { value: text, validity } }) => {
        if (validity.valid) give(text);
      }}
      // The first digits of a year form a year that is too early. So an instant out of the range is corrected only when
      // the input loses the focus.
      onBlur={({ currentTarget: { value: text, validity } }) => {
        setTyped(undefined);
        if (text !== '' && !validity.valid) give(text);
      }}
    />
  );
}
