// Saves what-if changes as a plan of the network, and opens stored plans.
import { useId, useRef, useState } from 'preact/hooks';
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
  const row = currentTopology(usePageState());
  // Plans are about the present network, so they are not shown for a past instant.
  if (!row || page.scene().at !== null) return null;
  return <PlansOfNetwork key={row.networkId} networkId={row.networkId} />;
}

function PlansOfNetwork({ networkId }: { readonly networkId: string }) {
  const page = usePage();
  const { start, place } = usePageState();
  const [plans, setPlans] = useState<readonly Plan[]>();
  const [problem, setProblem] = useState('');
  if (!start) return null;
  /** Whether the work succeeded. If it failed, the error is shown. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setProblem('');
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(page.wordsFor(error));
      return false;
    }
  };
  const list = () => run(async () => setPlans((await ask(PagePlansDocument, { networkId })).plans.nodes));
  const keep = (name: string) =>
    run(async () => {
      await ask(PageKeepPlanDocument, { input: { networkId, name, changes: toChanges(place.supposed) } });
      page.notice(texts.kept(name));
      if (plans) void list();
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

function KeepForm({ keep }: { readonly keep: (name: string) => Promise<boolean> }) {
  const id = useId();
  const [name, setName] = useState('');
  // The state changes only with the next rendering, so a double click needs a value that changes at once.
  const isSending = useRef(false);
  const send = async (event: Event) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    if (await keep(name.trim())) setName('');
    isSending.current = false;
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
