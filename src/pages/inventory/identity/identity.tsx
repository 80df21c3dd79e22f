// The identity of a host: the evidence that identifies the host, the hosts that were merged into it with the reasons,
// and the hosts that may be the same machine.
import { InventoryIdentityDocument, type InventoryIdentityQuery } from '../../../generated/inventory-operations';
import type { Granted } from '../../kit/ask';
import { ask, useAsked } from '../../kit/asking';
import { useInventory } from '../address/context';
import { kindOfList, type Kind, type Row } from '../address/kinds-by-list';
import { RowLink } from '../rows/values';
import { countWords } from '../texts';
import { Problem } from '../../kit/problem';
import { Merges } from './merges';
import { Reasons } from './reasons';
import { texts } from '../page-texts';

type Answer = Granted<InventoryIdentityQuery>;
type Suggestion = Answer['suggestions']['nodes'][number];

interface HostIdentityProps {
  readonly hostId: string;
  readonly networkId: string;
  /** A counter; when it changes, the data is read again. */
  readonly version?: number;
}

export function HostIdentity({ hostId, networkId, version = 0 }: HostIdentityProps) {
  const { data, problem, reload } = useAsked(
    () => ask(InventoryIdentityDocument, { networkId, id: hostId }),
    `${hostId} ${version}`,
  );
  return (
    <section aria-labelledby="identity" aria-busy={data === undefined && problem === null}>
      <h3 id="identity">{texts.identity.identity}</h3>
      <div role="alert">{problem && <Problem {...{ problem, reload }} />}</div>
      {data && (
        <>
          <Evidence evidence={data.host.identity.evidence} />
          <Merges merges={data.host.identity.merges} reload={() => void reload()} />
          <Suggestions hostId={hostId} networkId={networkId} suggestions={data.suggestions} />
        </>
      )}
    </section>
  );
}

function Evidence({ evidence }: { evidence: Answer['host']['identity']['evidence'] }) {
  if (evidence.length === 0) return <p>{texts.identity.nothingIdentifiesItAnother}</p>;
  return (
    <>
      <p>{texts.identity.identifiedByTheStrongest}</p>
      <ul>
        {evidence.map(({ text, strength }) => (
          <li key={text}>
            {text}{' '}
            <span class="quiet">
              {strength === 'Decides' ? texts.identity.enoughByItself : texts.identity.supports}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const [hosts, identitySuggestions] = ['hosts', 'identitySuggestions'].map((list) => kindOfList(list)) as [Kind, Kind];

const stateWords: Readonly<Record<Suggestion['state'], string>> = {
  Open: texts.identity.notAnsweredYet,
  Later: texts.identity.putOff,
  Refused: texts.identity.twoMachinesAsSomebody,
};

interface SuggestionsProps {
  readonly hostId: string;
  readonly networkId: string;
  readonly suggestions: Answer['suggestions'];
}

function Suggestions({ hostId, networkId, suggestions: { nodes, totalCount } }: SuggestionsProps) {
  const { start } = useInventory();
  if (nodes.length === 0) return null;
  const topology = start.topologies.nodes.find((one) => one.networkId === networkId);
  const isOpen = nodes.some(({ state }) => state !== 'Refused');
  return (
    <details open>
      <summary>
        {texts.identity.mayBeTheSame} <span class="quiet">{countWords(totalCount)}</span>
      </summary>
      <ul>
        {nodes.map((suggestion) => {
          const other: Row | null = suggestion.host?.id === hostId ? suggestion.otherHost : suggestion.host;
          return (
            <li key={suggestion.id}>
              {other ? <RowLink row={other} kind={hosts} title={hosts.title} /> : texts.identity.aHost},{' '}
              <RowLink
                row={{ ...suggestion, words: stateWords[suggestion.state] }}
                kind={identitySuggestions}
                title={['words']}
              />
              <Reasons reasons={suggestion.reasons} />
            </li>
          );
        })}
        {totalCount > nodes.length && (
          <li class="quiet">{texts.identity.andMore(countWords(totalCount - nodes.length))}</li>
        )}
      </ul>
      {isOpen && topology && (
        <p>
          <a href={`/topology?topology=${topology.id}&view=L2Physical`}>{texts.identity.answerThem}</a>
          {texts.identity.underSameMachine}
        </p>
      )}
    </details>
  );
}
