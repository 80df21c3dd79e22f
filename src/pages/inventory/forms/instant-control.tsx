// An input for an instant in local time.
import { useState } from 'preact/hooks';
import { instantAttributes, instantFrom, localText } from '../../kit/instants/instant-words';
import type { Value } from './form-values';

interface InstantControlProps {
  readonly id: string;
  readonly value: string;
  readonly change: (value: Value) => void;
  /** Says whether the input has a text that is not a whole instant, such as a day without a time. */
  readonly leaveOpen: (isOpen: boolean) => void;
  readonly aria: object;
}

export function InstantControl({ id, value, change, leaveOpen, aria }: InstantControlProps) {
  // The text, and the value for which it stands. While a part of the text is missing, the value stays as it was.
  const [{ text, given }, setEntry] = useState({ text: value === '' ? '' : localText(value), given: value });
  const shownText = given === value ? text : value === '' ? '' : localText(value);
  return (
    <input
      id={id}
      {...instantAttributes}
      value={shownText}
      onInput={({ currentTarget: { value: newText, validity } }) => {
        leaveOpen(!validity.valid);
        const newValue = !validity.valid ? value : newText === '' ? '' : instantFrom(newText, value);
        setEntry({ text: newText, given: newValue });
        if (newValue !== value) change(newValue);
      }}
      {...aria}
    />
  );
}
