// Shows the warnings of a run by cause, each with what to do.
import { groupWarnings } from './warning-causes';

const mostListed = 20;

export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const groups = groupWarnings(warnings);
  if (groups.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {groups.map(({ cause, texts }) => (
        <li key={cause?.title ?? ''}>
          <strong>{cause?.title ?? 'Other warnings'}</strong>
          {cause && <p>{cause.remedy}</p>}
          <ul>
            {texts.slice(0, mostListed).map((text) => (
              <li key={text} class="quiet">
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
          {texts.length > mostListed && <p class="quiet">and {texts.length - mostListed} more of this kind</p>}
        </li>
      ))}
    </ul>
  );
}
