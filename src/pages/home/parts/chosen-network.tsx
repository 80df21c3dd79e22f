// Shows the selected network: the numbers of its rows, and what has changed since the user's last visit.
import { HomeNetworkDocument, type HomeNetworkQuery } from '../../../generated/home-operations';
import { ask, useAsked } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { Problem } from '../../kit/problem';
import { shownKinds } from '../../kit/search/found-rows';
import { texts } from '../texts';

interface ChosenNetworkProps {
  readonly network: {
    readonly id: string;
    readonly name: string;
    readonly createdAt: string;
    readonly historyKeptSince?: string | null;
  };
  /** When the user's last visit ended, in milliseconds since 1970; null if this browser has stored no visit. */
  readonly visit: number | null;
  /** Whether the viewer may fill the network, for instance by starting an agent. */
  readonly mayFill: boolean;
}

/** The lists whose rows are counted, by their names in the API and in URLs of the inventory. */
const countNames = ['hosts', 'services', 'subnets', 'vlans', 'interfaces'] as const;

export function ChosenNetwork({ network, visit, mayFill }: ChosenNetworkProps) {
  const { id, name, createdAt, historyKeptSince } = network;
  const begin = Math.max(Date.parse(createdAt), Date.parse(historyKeptSince ?? createdAt));
  const since = new Date(Math.max(begin, visit ?? Date.now() - 86_400_000)).toISOString();
  const { data, problem, reload } = useAsked(
    () => ask(HomeNetworkDocument, { networkId: id, since }),
    `${id} ${visit}`,
  );
  const isEmpty = data !== undefined && countNames.every((count) => data[count].totalCount === 0);
  return (
    <section class="card" aria-labelledby="chosen-title">
      <h2 id="chosen-title">
        <bdi>{name}</bdi>
      </h2>
      <div role="alert">{problem && <Problem problem={problem} reload={reload} />}</div>
      {isEmpty && (
        <p>
          {texts.emptyNetwork(name)} {mayFill && <a href={`/discovery/${id}/fill`}>{texts.fill}</a>}
        </p>
      )}
      {data && !isEmpty && (
        <>
          <ul class="tiles">
            {countNames.map((count) => (
              <li key={count}>
                <a href={`/inventory/${id}/${count}`}>
                  <b>{data[count].totalCount.toLocaleString()}</b> {texts.counts[count]}
                </a>
              </li>
            ))}
          </ul>
          <p class="ways">
            <a href={`/topology?network=${id}`}>{texts.map}</a> <a href={`/inventory/${id}/hosts`}>{texts.inventory}</a>
          </p>
          <h3>{texts.newSince(instantWords(since))}</h3>
          <p class="quiet">{visit === null ? texts.sinceDay : texts.sinceVisit}</p>
          <Changes summary={data.inventoryDiff.summary} address={`/inventory/${id}`} since={since} />
        </>
      )}
    </section>
  );
}

interface ChangesProps {
  readonly summary: HomeNetworkQuery['inventoryDiff']['summary'];
  readonly address: string;
  readonly since: string;
}

function Changes({ summary, address, since }: ChangesProps) {
  if (summary.length === 0) return <p>{texts.nothingNew}</p>;
  return (
    <table class="changes-table">
      <thead>
        <tr>
          <th scope="col">{texts.kind}</th>
          <th scope="col">{texts.added}</th>
          <th scope="col">{texts.changed}</th>
          <th scope="col">{texts.removed}</th>
        </tr>
      </thead>
      <tbody>
        {summary.map(({ kind, added, changed, removed }) => {
          // These kinds never occur in the differences of a network. The condition narrows the type for `shownKinds`.
          if (kind === 'SavedView' || kind === 'AddressReservation' || kind === 'Plan') return null;
          const { slug, plural } = kind === 'Binding' ? { slug: 'bindings', plural: 'Bindings' } : shownKinds[kind];
          return (
            <tr key={kind}>
              <th scope="row">
                <a href={`${address}/${slug}?since=${encodeURIComponent(since)}`}>{plural}</a>
              </th>
              <td>{added.toLocaleString()}</td>
              <td>{changed.toLocaleString()}</td>
              <td>{removed.toLocaleString()}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
