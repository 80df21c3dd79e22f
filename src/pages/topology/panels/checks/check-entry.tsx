// An entry of the panel "What is wrong": a check with its verdict. When it is open, its findings are listed and shown in
// the picture.
import { instantWords } from '../../../kit/instants/instant-words';
import { Findings, type Finding } from '../../../kit/verdicts/findings';
import { Mute } from '../../../kit/verdicts/mute';
import { StateMark } from '../../../kit/verdicts/state-mark';
import { texts as verdictTexts } from '../../../kit/verdicts/texts';
import { countWords, sinceWords } from '../../../kit/verdicts/verdict-words';
import { viewOfCheck } from '../../../kit/verdicts/view-of-check';
import { withoutQuestions } from '../../state/place';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';
import type { VerdictRow } from './use-verdicts';

interface CheckEntryProps {
  readonly row: VerdictRow;
  readonly networkId: string;
  readonly changed: (words: string) => void;
}

export function CheckEntry({ row, networkId, changed }: CheckEntryProps) {
  const page = usePage();
  const { place } = usePageState();
  const { id, state, check, missing } = row;
  const isOpen = place.verdictId === id;
  const toggle = () => {
    if (isOpen) return page.go({ verdictId: null }, true);
    const view = viewOfCheck(check.kind, place.view);
    const isOtherView = view !== place.view;
    // Show the whole drawing, because the findings may be anywhere in it.
    page.surface?.look(null);
    page.go(
      { ...(isOtherView && { ...withoutQuestions, edgeTypes: null, view }), selected: null, verdictId: id },
      true,
    );
  };
  const facts = [verdictTexts.severities[check.severity], sinceWords(row), countWords(row)].filter(Boolean);
  return (
    <li class={`is-${state.toLowerCase()}`}>
      <button type="button" class="plain" aria-expanded={isOpen} onClick={toggle}>
        <StateMark state={state} /> <strong>{check.name}</strong>
      </button>
      <p class="quiet">
        {facts.join(' · ')}
        {check.mutedUntil != null && check.isMuted && ` · ${verdictTexts.mutedUntil(instantWords(check.mutedUntil))}`}
        {check.isMuted && check.mutedReason && `: ${check.mutedReason}`}
      </p>
      {!isOpen && state === 'Unknown' && (
        <ul class="verdict-findings" aria-label={verdictTexts.missingFor(check.name)}>
          {missing.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {isOpen && <OpenCheck row={row} networkId={networkId} changed={changed} />}
    </li>
  );
}

function OpenCheck({ row: { check, since }, networkId, changed }: CheckEntryProps) {
  const page = usePage();
  const { answers, start } = usePageState();
  const may = (action: string) => start?.viewer.may.includes(action) ?? false;
  const { answer, problem } = answers.verdict ?? {};
  const show = ({ elementIds: [first] }: Finding) => {
    if (first !== undefined) page.show(first);
  };
  return (
    <>
      {check.description && <p>{check.description}</p>}
      {problem && <p class="problem">{problem}</p>}
      {!answer && !problem && <p class="quiet">{texts.reading}</p>}
      {answer && (
        <Findings
          name={check.name}
          verdict={answer}
          show={show}
          accepting={may('acceptFinding') ? { checkId: check.id, networkId, changed } : undefined}
        />
      )}
      <div class="buttons">
        {may('muteCheck') && <Mute check={check} changed={changed} />}
        <button type="button" class="plain" onClick={() => page.travel({ at: since })}>
          {texts.showSince}
        </button>
        <a class="button" href={`/checks/${networkId}/${check.id}`}>
          {texts.details}
        </a>
      </div>
    </>
  );
}
