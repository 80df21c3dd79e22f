// Lists the latest changes of a check's verdict in the selected network.
import { Time } from '../../kit/sections/rows';
import { texts as verdictTexts } from '../../kit/verdicts/texts';
import type { StoredCheck } from '../parts/use-check';
import { texts } from '../texts';

export function Changes({ check: { verdictChanges } }: { readonly check: StoredCheck }) {
  const words = (state: keyof typeof verdictTexts.states | null | undefined) =>
    state == null ? null : verdictTexts.states[state];
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title">{texts.check.changes}</h2>
      {verdictChanges.nodes.length === 0 && <p class="quiet">{texts.check.noChanges}</p>}
      <ul class="past">
        {verdictChanges.nodes.map(({ id, changedAt, fromState, toState, findingCount }) => (
          <li key={id}>
            <Time at={changedAt} /> {texts.check.change(words(fromState), words(toState))}
            {findingCount > 0 && <span class="quiet"> {verdictTexts.findings(findingCount)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
