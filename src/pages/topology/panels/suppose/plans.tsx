// Saves what-if changes as a plan of the network, and opens stored plans.
import { useId, useState } from 'preact/hooks';
import { PageKeepPlanDocument, PagePlansDocument, type PagePlansQuery } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { currentTopology } from '../../state/store';
import { fromChanges, toChanges } from '../../suppose/supposed';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

/** Maximum number of characters of a plan's name, as in the API. */
const longestName = 100;

type Plan = PagePlansQuery['plans']['nodes'][number];

export function Plans() {
  const page = usePage();
  const state = usePageState();
  const row = currentTopology(state);
  const [plans, setPlans] = useState<readonly Plan[]>();
  const [problem, setProblem] = useState('');
  const { start, place } = state;
  // Plans are about the present network, so they are not shown for a past instant.
  if (!row || !start || page.scene().at !== null) return null;
  const { networkId } = row;
  const run = async (work: () => Promise<void>) => {
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(page.wordsFor(error));
    }
  };
  const list = () => run(async () => setPlans((await ask(PagePlansDocument, { networkId })).plans.nodes));
  const keep = (name: string) =>
    run(async () => {
      await ask(PageKeepPlanDocument, { input: { networkId, name, changes: toChanges(place.supposed) } });
      page.notice(texts.kept(name));
      if (plans) await list();
    });
  return (
    <>
      {place.supposed.length > 0 && start.viewer.may.includes('createPlan') && <KeepForm keep={keep} />}
      {plans ? (
        <PlanList plans={plans} />
      ) : (
        <button type="button" class="plain" onClick={() => void list()}>
          {texts.showPlans}
        </button>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </>
  );
}

function KeepForm({ keep }: { readonly keep: (name: string) => Promise<void> }) {
  const id = useId();
  const [name, setName] = useState('');
  const send = async (event: Event) => {
    event.preventDefault();
    await keep(name.trim());
    setName('');
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <label for={id}>{texts.planName}</label>{' '}
      <input
        id={id}
        required
        pattern=".*\S.*"
        maxLength={longestName}
        autocomplete="off"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />{' '}
      <button type="submit" class="plain">
        {texts.keep}
      </button>
    </form>
  );
}

function PlanList({ plans }: { readonly plans: readonly Plan[] }) {
  const page = usePage();
  if (plans.length === 0) return <p class="quiet">{texts.noPlans}</p>;
  return (
    <ul class="answers" aria-label={texts.plans}>
      {plans.map(({ id, name, changes }) => {
        const supposed = fromChanges(changes);
        return (
          <li key={id}>
            {supposed ? (
              <button type="button" class="link" onClick={() => page.go({ supposed }, true)}>
                {name}
              </button>
            ) : (
              <>
                {name} <span class="quiet">{texts.notDrawn}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
