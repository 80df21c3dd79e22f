// A numbered list of things to check. Text in braces is shown as code that the user can paste.
export function Checks({ checks }: { readonly checks: readonly string[] }) {
  if (checks.length === 0) return null;
  return (
    <ol class="checks-to-do">
      {checks.map((check) => (
        <li key={check}>
          {check.split(/\{([^}]*)\}/).map((text, at) => (at % 2 === 1 ? <code key={text}>{text}</code> : text))}
        </li>
      ))}
    </ol>
  );
}
