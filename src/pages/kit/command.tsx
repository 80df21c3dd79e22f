// A text to copy, such as a shell command or a new key, with a button that copies it.
import { texts } from './words/texts';
interface Copied {
  readonly text: string;
  /** Label for screen readers, such as `Discovery command`. */
  readonly name: string;
  /** Shows a message that says whether the text was copied. */
  readonly notice: (words: string) => void;
}

export function Copyable({ text, name, notice }: Copied) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notice(texts.command.copied),
      () => notice(texts.command.browserDoesNot),
    );
  return (
    <div class="command">
      <pre role="group" aria-label={name}>
        <code>{text}</code>
      </pre>
      {/* The clipboard exists only on pages that were loaded over TLS or from this machine. */}
      {'clipboard' in navigator && (
        <button type="button" class="plain" aria-label={texts.command.copy(name)} onClick={() => void copy()}>
          {texts.command.copy2}
        </button>
      )}
    </div>
  );
}
