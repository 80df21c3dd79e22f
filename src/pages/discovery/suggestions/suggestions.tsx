// Lists pairs of hosts that may be the same machine, with the reasons. The user decides on each pair.
import { useState } from 'preact/hooks';
import {
  DiscoveryPageAnswerSuggestionDocument,
  DiscoveryPageSuggestionsDocument,
  type DiscoveryPageSuggestionsQuery,
  type IdentityAnswer,
} from '../../../generated/discovery-page-operations';
import { ask, errorText, usePaged } from '../../kit/asking';
import { Rows } from '../../kit/sections/rows';
import { useHere } from '../parts/here';
import { texts } from '../page-texts';

type Pair = DiscoveryPageSuggestionsQuery['list']['nodes'][number];
type Host = NonNullable<Pair['host']>;

const answers: readonly (readonly [answer: IdentityAnswer, button: string, notice: string])[] = [
  ['Accept', texts.suggestions.oneMachine, texts.suggestions.mergedIntoOneHost],
  ['Refuse', texts.suggestions.twoMachines, texts.suggestions.keptAsTwoHosts],
  ['Later', texts.suggestions.later, texts.suggestions.putOffThePair],
];

export function Suggestions() {
  const { network, notice } = useHere();
  const pairs = usePaged((after) => ask(DiscoveryPageSuggestionsDocument, { networkId: network.id, after }));
  const answered = async (words: string) => {
    await pairs.reload();
    notice(words);
    // The focused button disappeared together with its pair of hosts, so the focus moves to the heading.
    document.getElementById('part-title')?.focus();
  };
  return (
    <>
      <p>{texts.suggestions.evidenceSaysThatThese}</p>
      <Rows
        list={pairs}
        name={texts.suggestions.pairsOfHosts}
        none={texts.suggestions.noHosts}
        row={(pair) => <PairEntry pair={pair} answered={answered} />}
      />
    </>
  );
}

interface PairEntryProps {
  readonly pair: Pair;
  readonly answered: (words: string) => Promise<void>;
}

function PairEntry({ pair: { id, state, host, otherHost, reasons }, answered }: PairEntryProps) {
  const { may, notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const send = async (answer: IdentityAnswer, words: string) => {
    setBusy(true);
    try {
      await ask(DiscoveryPageAnswerSuggestionDocument, { id, answer });
      await answered(words);
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  if (!host || !otherHost) return <p class="quiet">{texts.suggestions.oneOfTheTwo}</p>;
  return (
    <>
      <h3>
        <HostLink host={host} /> {texts.suggestions.and} <HostLink host={otherHost} />
      </h3>
      {state === 'Later' && <p class="quiet">{texts.suggestions.putOff}</p>}
      <ul class="hosts">
        {reasons.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {may('answerIdentitySuggestion') && (
        <div
          class="buttons"
          role="group"
          aria-label={texts.suggestions.areAndOneMachine(host.displayName, otherHost.displayName)}
        >
          {answers
            .filter(([answer]) => answer !== 'Later' || state !== 'Later')
            .map(([answer, button, words]) => (
              <button key={answer} type="button" disabled={isBusy} onClick={() => void send(answer, words)}>
                {button}
              </button>
            ))}
        </div>
      )}
    </>
  );
}

function HostLink({ host: { id, displayName, endpoint } }: { readonly host: Host }) {
  const { network } = useHere();
  return (
    <>
      <a href={`/inventory/${network.id}/hosts/${id}`}>
        <bdi>{displayName}</bdi>
      </a>
      {endpoint !== null && endpoint !== displayName && <> ({endpoint})</>}
    </>
  );
}
