// An error message for data that could not be read, with a button that reads the data again.
import { texts } from './words/texts';
export function Problem({ problem, reload }: { readonly problem: string; readonly reload: () => unknown }) {
  return (
    <p class="problem">
      {problem}{' '}
      <button type="button" class="link" onClick={() => void reload()}>
        {texts.problem.tryAgain}
      </button>
    </p>
  );
}
