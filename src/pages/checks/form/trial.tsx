// Tests the rule of a form before it is saved: against the present network, and against its past.
import { useState } from 'preact/hooks';
import { ChecksPageTestDocument, type ChecksPageTestQuery } from '../../../generated/checks-page-operations';
import { ask, errorText } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { Findings } from '../../kit/verdicts/findings';
import { StateMark } from '../../kit/verdicts/state-mark';
import { texts as verdictTexts } from '../../kit/verdicts/texts';
import { useHere } from '../parts/here';
import { texts } from '../texts';
import { readDemand } from './read-form';

type Judgement = ChecksPageTestQuery['testCheck'];

/** The rule is tested against the network as it was this many days ago, in this order. */
const pastDays = [1, 3, 7, 14, 30];
const dayMs = 86_400_000;
/** Maximum number of findings that the test result lists, so that the form stays short. */
const mostListed = 20;

interface PastJudgement {
  readonly at: string;
  readonly verdict: Judgement;
}
interface Tested {
  readonly now?: Judgement;
  readonly past: readonly PastJudgement[];
  readonly problem: string;
  readonly isRunning: boolean;
}
const untested: Tested = { past: [], problem: '', isRunning: false };

export function Trial() {
  const { network } = useHere();
  const [tested, setTested] = useState(untested);
  const judge = (data: FormData, at: string | null) =>
    ask(ChecksPageTestDocument, { networkId: network.id, ...readDemand(data) }, { at }).then((one) => one.testCheck);

  const run = async (work: () => Promise<unknown>) => {
    setTested({ ...untested, isRunning: true });
    try {
      await work();
    } catch (error) {
      setTested((before) => ({ ...before, problem: errorText(error) }));
    }
    setTested((before) => ({ ...before, isRunning: false }));
  };
  const testNow = (data: FormData) =>
    run(async () => {
      const now = await judge(data, null);
      setTested((before) => ({ ...before, now }));
    });
  const testPast = (data: FormData) =>
    run(async () => {
      // One request at a time: evaluating a check is expensive, and the service limits expensive work per organization.
      for (const days of pastDays) {
        const at = new Date(Date.now() - days * dayMs).toISOString();
        const verdict = await judge(data, at);
        setTested((before) => ({ ...before, past: [...before.past, { at, verdict }] }));
      }
    });
  const button = (words: string, test: (data: FormData) => unknown) => (
    <button
      type="button"
      disabled={tested.isRunning}
      onClick={({ currentTarget: { form } }) => form && test(new FormData(form))}
    >
      {words}
    </button>
  );
  return (
    <fieldset class="group">
      <legend>{texts.trial.title}</legend>
      <div class="buttons">
        {button(texts.trial.now, (data) => void testNow(data))}
        {button(texts.trial.past, (data) => void testPast(data))}
      </div>
      <div role="status" aria-label={texts.trial.result}>
        {tested.isRunning && <p class="quiet">{texts.trial.testing}</p>}
        {tested.now && <Now verdict={tested.now} />}
        {tested.past.length > 0 && <Past judgements={tested.past} />}
      </div>
      <div role="alert">{tested.problem && <p class="problem">{tested.problem}</p>}</div>
    </fieldset>
  );
}

function Now({ verdict }: { readonly verdict: Judgement }) {
  return (
    <>
      <p>
        <StateMark state={verdict.state} /> <span class="quiet">{texts.trial.judged(verdict.judged)}</span>
      </p>
      <Findings name={texts.trial.name} verdict={{ ...verdict, findings: verdict.findings.slice(0, mostListed) }} />
    </>
  );
}

function Past({ judgements }: { readonly judgements: readonly PastJudgement[] }) {
  return (
    <ul class="past" aria-label={texts.trial.pastList}>
      {judgements.map(({ at, verdict: { state, findingCount } }) => (
        <li key={at}>
          {texts.trial.at(instantWords(at))} <StateMark state={state} />
          {findingCount > 0 && <span class="quiet"> {verdictTexts.findings(findingCount)}</span>}
        </li>
      ))}
    </ul>
  );
}
