// A command to paste into a shell, with a button that copies it.
import { usePage } from './use-page';

export function Command({ text, name }: { text: string; name: string }) {
  const page = usePage();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => page.notice('Copied.'),
      () => page.notice('The browser does not let the page copy: select the command.'),
    );
  return (
    <div class="command">
      <pre role="group" aria-label={`${name} command`}>
        <code>{text}</code>
      </pre>
      {/* Browsers have it only where the page comes by TLS or from this machine. */}
      {'clipboard' in navigator && (
        <button type="button" class="plain" aria-label={`Copy: ${name} command`} onClick={() => void copy()}>
          Copy
        </button>
      )}
    </div>
  );
}
