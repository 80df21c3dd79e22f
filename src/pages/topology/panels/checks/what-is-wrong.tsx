// The panel "What is wrong": checks that fail, then checks that lack evidence, then muted ones. Opening a check shows
// its findings in the picture.
import { gravestFirst } from '../../../kit/verdicts/verdict-words';
import { currentTopology, isPast } from '../../state/store';
import { Section } from '../section';
import { usePage, usePageState } from '../use-page';
import { CheckEntry } from './check-entry';
import { texts } from './texts';
import { useVerdicts } from './use-verdicts';

export function WhatIsWrong() {
  const networkId = currentTopology(usePageState())?.networkId;
  return networkId === undefined ? null : <Verdicts key={networkId} networkId={networkId} />;
}

function Verdicts({ networkId }: { networkId: string }) {
  const page = usePage();
  const state = usePageState();
  const { data, problem, reload } = useVerdicts(networkId);
  const rows = gravestFirst(data?.checkVerdicts.nodes ?? []);
  const [loud, muted] = [false, true].map((isMuted) => rows.filter(({ check }) => check.isMuted === isMuted));
  const failing = loud!.filter((row) => row.state === 'Failing').length;
  const passing = data?.passing.totalCount ?? 0;
  const more = (data?.checkVerdicts.totalCount ?? 0) - rows.length;
  const { verdictId } = state.place;
  const isElsewhere = verdictId !== null && rows.every(({ id }) => id !== verdictId);
  const changed = (words: string) => {
    page.notice(words);
    page.rereadVerdict();
    reload();
  };
  const list = (listed: typeof rows) => (
    <ul class="wrong">
      {listed.map((row) => (
        <CheckEntry key={row.id} row={row} networkId={networkId} changed={changed} />
      ))}
    </ul>
  );
  const counts = [
    ...(failing > 0 ? [texts.fail(failing)] : []),
    ...(loud!.length > failing ? [texts.unknown(loud!.length - failing)] : []),
    ...(passing > 0 ? [texts.pass(passing)] : []),
  ];
  return (
    <Section title={texts.title} isOfUse={failing > 0 || verdictId !== null}>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {!data && !problem && <p class="quiet">{texts.reading}</p>}
      {data && (
        <>
          <p role="status">{counts.join(' · ')}</p>
          {isPast(state) && <p class="quiet">{texts.ofNow}</p>}
          {failing === 0 && <p class="quiet">{counts.length === 0 ? texts.noChecks : texts.nothing}</p>}
          {isElsewhere && <p class="quiet">{texts.opensNothing}</p>}
          {list(loud!)}
          {more > 0 && <p class="quiet">{texts.more(more)}</p>}
          {muted!.length > 0 && (
            <details>
              <summary>{texts.muted(muted!.length)}</summary>
              {list(muted!)}
            </details>
          )}
          <p>
            <a href={`/checks/${networkId}`}>{counts.length === 0 ? texts.makeChecks : texts.allChecks}</a>
          </p>
        </>
      )}
    </Section>
  );
}
