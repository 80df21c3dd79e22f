// The panel "What if": the changes that the user tries out, what they cut off, and which checks would get another
// result.
import { StateMark } from '../../../kit/verdicts/state-mark';
import { mostSupposed, textOf, toggleSupposed, type Supposed } from '../../suppose/supposed';
import type { WhatIf } from '../../state/answers';
import { Stops } from '../questions/answers';
import { Section } from '../section';
import { usePage, usePageState } from '../use-page';
import { Plans } from './plans';
import { texts } from './texts';
import { useNames } from './use-names';

export function WhatIfPanel() {
  const page = usePage();
  const { place, answers, connecting } = usePageState();
  const { supposed } = place;
  const { answer, problem } = answers.whatIf ?? {};
  const nameOf = useNames();
  return (
    <Section title={texts.title} isOfUse={supposed.length > 0 || connecting !== null}>
      {supposed.length === 0 && <p class="quiet">{texts.hint}</p>}
      {connecting !== null && (
        <p role="status">
          {texts.selectOther(nameOf(connecting))}{' '}
          <button type="button" class="link" onClick={() => page.store.set({ connecting: null })}>
            {texts.cancel}
          </button>
        </p>
      )}
      <ul class="answers" aria-label={texts.supposed}>
        {supposed.map((one) => (
          <Supposition key={textOf(one)} one={one} nameOf={nameOf} />
        ))}
      </ul>
      {supposed.length >= mostSupposed && <p class="quiet">{texts.full(mostSupposed)}</p>}
      {supposed.length > 1 && (
        <button type="button" class="plain" onClick={() => page.go({ supposed: [] }, true)}>
          {texts.takeAllBack}
        </button>
      )}
      <Plans />
      {problem && <p class="problem">{problem}</p>}
      <div aria-live="polite">
        {supposed.length > 0 && !answer && !problem && <p class="quiet">{texts.supposing}</p>}
        {answer && <Answer answer={answer} />}
      </div>
    </Section>
  );
}

interface SuppositionProps {
  readonly one: Supposed;
  readonly nameOf: (id: string) => string;
}

function Supposition({ one, nameOf }: SuppositionProps) {
  const page = usePage();
  const { supposed } = usePageState().place;
  const words =
    one.type === 'cable' ? texts.connected(nameOf(one.id), nameOf(one.otherId)) : texts.fails(nameOf(one.id));
  return (
    <li>
      {words}{' '}
      <button
        type="button"
        class="plain icon"
        aria-label={texts.takeBack(words)}
        onClick={() => page.go({ supposed: toggleSupposed(supposed, one) }, true)}
      >
        ✕
      </button>
    </li>
  );
}

function Answer({ answer: { errors, impact, rerouted, checks } }: { answer: WhatIf }) {
  const { picture } = usePageState();
  // Lists checks with another state or new findings, but not checks that only evaluated another number of rows.
  const different = (checks ?? []).filter(
    ({ before, after, newFindings }) => before.state !== after.state || newFindings.length > 0,
  );
  const unasked = (checks ?? []).filter(({ after }) => after.missing.some(({ code }) => code === readsRealNetwork));
  if (errors.length > 0)
    return (
      <div class="problem">
        <p>{texts.notPossible}</p>
        <ul>
          {errors.map(({ index, message }) => (
            <li key={`${index} ${message}`}>{message}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <>
      {impact && (
        <>
          <p>
            <strong>{texts.cutOff(impact.unreachableCount)}</strong>
            {texts.stillReached(impact.stillReachable)}
          </p>
          <Stops stops={impact.unreachable} picture={picture} />
        </>
      )}
      {rerouted && rerouted.length > 0 && (
        <details>
          <summary>{texts.rerouted(rerouted.length)}</summary>
          <Stops stops={rerouted} picture={picture} />
        </details>
      )}
      {different.length === 0 && <p class="quiet">{texts.noChecks}</p>}
      {unasked.length > 0 && (
        <p class="quiet">{texts.notJudged(unasked.map(({ check }) => check?.name ?? texts.unnamed))}</p>
      )}
      {different.length > 0 && (
        <>
          <p>
            <strong>{texts.checks}</strong>
          </p>
          <ul class="wrong" aria-label={texts.checks}>
            {different.map((verdict) => (
              <DifferentCheck key={verdict.checkId} verdict={verdict} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/**
 * The error code of checks that are defined by a query: the query can only read the real network, not the what-if
 * network.
 */
const readsRealNetwork = 'query_reads_no_supposition';

type SupposedVerdict = NonNullable<WhatIf['checks']>[number];

function DifferentCheck({ verdict: { check, before, after, newFindings } }: { verdict: SupposedVerdict }) {
  const page = usePage();
  return (
    <li class={`is-${after.state.toLowerCase()}`}>
      <strong>{check?.name}</strong>
      <p>
        <StateMark state={before.state} /> → <StateMark state={after.state} />
      </p>
      <ul class="verdict-findings">
        {newFindings.map(({ key, message, elementIds: [first] }) => (
          <li key={key}>
            {first === undefined ? (
              message
            ) : (
              <button type="button" class="link" onClick={() => page.show(first)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}
