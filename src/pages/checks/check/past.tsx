// Judges stored states of a network by a check, including states from before the check existed.
import { useState } from 'preact/hooks';
import { ChecksPageTimelineDocument } from '../../../generated/checks-page-operations';
import { ask, errorText } from '../../kit/asking';
import { Choice } from '../../kit/sections/form';
import { Time } from '../../kit/sections/rows';
import { StateMark } from '../../kit/verdicts/state-mark';
import { useHere } from '../parts/here';
import { texts } from '../texts';
import { joinTimelines, nextEnd, statesPerRequest, type Timeline } from './joined-timeline';

const dayMs = 86_400_000;
const periods = Object.entries(texts.past.days);

export function Past({ id }: { readonly id: string }) {
  const { network } = useHere();
  const [days, setDays] = useState('30');
  const [timeline, setTimeline] = useState<Timeline>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const judge = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const from = new Date(Date.now() - Number(days) * dayMs).toISOString();
      setTimeline(undefined);
      let joined: Timeline | undefined;
      for (let to: string | undefined = new Date().toISOString(); to !== undefined && to > from;) {
        const period = { id, networkId: network.id, from, to, count: statesPerRequest };
        const { checkTimeline: answer } = await ask(ChecksPageTimelineDocument, period);
        // The verdicts are requested from the newest period to the oldest. For a period before the start of the
        // history, the service answers with the oldest verdict, which begins after the end of the period (`to`).
        if (!answer || (answer.parts[0]?.from ?? from) > to) break;
        joined = joinTimelines(answer, joined);
        setTimeline(joined);
        to = nextEnd(answer, joined);
      }
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="past-title">
      <h2 id="past-title">{texts.past.title}</h2>
      <p>{texts.past.about}</p>
      <Choice name="days" label={texts.past.period} options={periods} value={days} onChange={setDays} />
      <button type="button" disabled={isBusy} onClick={() => void judge()}>
        {texts.past.judge}
      </button>
      <div role="status">{isBusy && <p class="quiet">{texts.past.judging(timeline?.judgedStates ?? 0)}</p>}</div>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {timeline && <Parts timeline={timeline} isBusy={isBusy} />}
    </section>
  );
}

function Parts({ timeline, isBusy }: { readonly timeline: Timeline; readonly isBusy: boolean }) {
  const { parts, judgedStates, isTruncated } = timeline;
  return (
    <>
      {!isBusy && (
        <p class="quiet">
          {parts.length === 0 ? texts.past.nothing : texts.past.judged(judgedStates)}{' '}
          {isTruncated && texts.past.truncated}
        </p>
      )}
      {parts.length > 0 && (
        <div class="scroller">
          <table aria-label={texts.past.parts}>
            <thead>
              <tr>
                <th scope="col">{texts.past.from}</th>
                <th scope="col">{texts.past.to}</th>
                <th scope="col">{texts.past.state}</th>
                <th scope="col">{texts.past.findings}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ from, to, state, findingCount }) => (
                <tr key={from}>
                  <td>
                    <Time at={from} />
                  </td>
                  <td>{to == null ? texts.past.now : <Time at={to} />}</td>
                  <td>
                    <StateMark state={state} />
                  </td>
                  <td>{findingCount.toLocaleString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
