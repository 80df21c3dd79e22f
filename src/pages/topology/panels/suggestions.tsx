// Lists pairs of hosts that may be the same machine. Shows their number above the picture, and a list in which the user
// decides on each pair.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  PageAnswerSuggestionDocument,
  PageSuggestionsDocument,
  type IdentityAnswer,
  type PageSuggestionsQuery,
} from '../../../generated/page-operations';
import { throttle } from '../../kit/timing';
import { ask } from '../../kit/ask-as-of';
import { currentTopology, isPast } from '../state/store';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

type Pair = PageSuggestionsQuery['identitySuggestions']['nodes'][number];
type Machine = NonNullable<Pair['host']>;

const notices: Record<IdentityAnswer, string> = {
  Accept: texts.suggestions.mergedIntoOneMachine,
  Refuse: texts.suggestions.keptAsTwoMachines,
  Later: texts.suggestions.putOffTheTwo,
};
const answers: readonly (readonly [IdentityAnswer, string])[] = [
  ['Accept', texts.suggestions.oneMachine],
  ['Refuse', texts.suggestions.twoMachines],
  ['Later', texts.suggestions.later],
];

/**
 * Minimum milliseconds between requests. The graph may change more often, and requests count against the user's rate
 * limit.
 */
const leastReadMs = 10_000;

const nameOf = ({ displayName, endpoint }: Machine): string =>
  endpoint === null || endpoint === displayName ? displayName : `${displayName} (${endpoint})`;

/** Suggestions to merge hosts. Shown only for the present, because merging hosts changes only the present. */
export function Suggestions() {
  const state = usePageState();
  const networkId = currentTopology(state)?.networkId;
  return networkId === undefined || isPast(state) ? null : <Pairs key={networkId} networkId={networkId} />;
}

function Pairs({ networkId }: { networkId: string }) {
  const page = usePage();
  const { version, start } = usePageState();
  const [suggestions, setSuggestions] = useState<PageSuggestionsQuery>();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const list = useRef<HTMLElement>(null);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  const read = useMemo(
    () =>
      throttle(() => {
        if (!isHere.current) return;
        ask(PageSuggestionsDocument, { networkId }).then(
          (answer) => isHere.current && setSuggestions(answer),
          (error: unknown) => isHere.current && setProblem(page.wordsFor(error)),
        );
      }, leastReadMs),
    [],
  );
  useEffect(read, [version]);

  const answer = async ({ id }: Pair, verdict: IdentityAnswer): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      await ask(PageAnswerSuggestionDocument, { id, answer: verdict });
      page.notice(notices[verdict]);
      page.refresh();
      const remaining = await ask(PageSuggestionsDocument, { networkId });
      setSuggestions(remaining);
      // The answered pair of hosts has left the list, with its button that had the focus. Move the focus to the list
      // or, if the list is empty, to the drawing.
      const next = remaining.identitySuggestions.totalCount > 0 ? list.current : document.getElementById('canvas');
      next?.focus({ preventScroll: true });
    } catch (error) {
      setProblem(page.wordsFor(error));
    } finally {
      setBusy(false);
    }
  };

  const pairs = suggestions?.identitySuggestions;
  if (!pairs || pairs.totalCount === 0) return null;
  const open = suggestions.open.totalCount;
  const may = start?.viewer.may.includes('answerIdentitySuggestion') ?? false;
  return (
    <section class="suggestions" aria-label={texts.suggestions.machinesThatMayBe}>
      <button type="button" class="plain" aria-expanded={isOpen} aria-controls="pairs" onClick={() => setOpen(!isOpen)}>
        {texts.suggestions.sameMachine}{' '}
        <span class={open > 0 ? 'badge' : 'quiet'}>{open > 0 ? open : texts.suggestions.putOff}</span>
        {open > 0 && <span class="unseen"> {texts.suggestions.ofMachinesToDecide(open)}</span>}
      </button>
      {isOpen && (
        <section id="pairs" ref={list} tabIndex={-1} aria-label={texts.suggestions.pairs} aria-busy={isBusy}>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <ul>
            {pairs.nodes.map((pair) => (
              <PairEntry key={pair.id} pair={pair} may={may} answer={(verdict) => void answer(pair, verdict)} />
            ))}
          </ul>
          {pairs.totalCount > pairs.nodes.length && (
            <p class="quiet">{texts.suggestions.andMoreOnceThese(pairs.totalCount - pairs.nodes.length)}</p>
          )}
        </section>
      )}
    </section>
  );
}

interface PairEntryProps {
  readonly pair: Pair;
  readonly may: boolean;
  readonly answer: (verdict: IdentityAnswer) => void;
}
function PairEntry({ pair: { host, otherHost, state, reasons }, may, answer }: PairEntryProps) {
  const page = usePage();
  // One of the hosts was deleted, so there is nothing to decide.
  if (!host || !otherHost) return null;
  return (
    <li>
      <strong>{nameOf(host)}</strong> {texts.suggestions.and} <strong>{nameOf(otherHost)}</strong>
      {state === 'Later' && <span class="quiet"> {texts.suggestions.putOff}</span>}
      <ul class="facts">
        {reasons.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div
        class="buttons"
        role="group"
        aria-label={texts.suggestions.areAndOneMachine(nameOf(host), nameOf(otherHost))}
      >
        {may &&
          answers
            .filter(([verdict]) => verdict !== 'Later' || state !== 'Later')
            .map(([verdict, words]) => (
              <button key={verdict} type="button" class="plain" onClick={() => answer(verdict)}>
                {words}
              </button>
            ))}
        {[host, otherHost].map((machine) => (
          <button key={machine.id} type="button" class="link" onClick={() => page.show(machine.id)}>
            {texts.suggestions.showOnTheMap(machine.displayName)}
          </button>
        ))}
      </div>
    </li>
  );
}
