// Lists the checks of the selected network, each with its verdicts in this network and in other networks.
import { useEffect } from 'preact/hooks';
import {
  ChecksPageChecksDocument,
  ChecksPageCountsDocument,
  type CheckFilter,
  type ChecksPageChecksQuery,
  type VerdictState,
} from '../../../generated/checks-page-operations';
import { ask, useAsked } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { List, type Column } from '../../kit/list/list';
import { useList } from '../../kit/list/use-list';
import { StateMark } from '../../kit/verdicts/state-mark';
import { texts as verdictTexts } from '../../kit/verdicts/texts';
import { countWords, sinceWords } from '../../kit/verdicts/verdict-words';
import { mapOfVerdict } from '../../kit/verdicts/view-of-check';
import { useHere } from '../parts/here';
import { states } from '../parts/place';
import { Way } from '../parts/way';
import { texts } from '../texts';

type Row = ChecksPageChecksQuery['list']['nodes'][number];
type Order = 'naturalName' | 'severity';

export function CheckList({ state }: { readonly state: VerdictState | null }) {
  const { network, may } = useHere();
  useEffect(() => {
    document.title = `${texts.app.checks} – Netloom`;
  }, []);
  const list = useList<Row, Order>(
    ({ after, orderBy, text }) =>
      ask(ChecksPageChecksDocument, {
        networkId: network.id,
        after,
        orderBy,
        filter: filterOf(network.id, state, text),
      }),
    { field: 'naturalName', isDescending: false },
    `${network.id} ${state}`,
  );
  return (
    <>
      <h1>{texts.app.checks}</h1>
      <p>{texts.list.about(network.name)}</p>
      <p class="buttons">
        {may('createCheck') && (
          <Way to={{ check: 'new' }} look="button main">
            {texts.list.newCheck}
          </Way>
        )}
        <Way to={{ check: 'suggested' }} look="button">
          {texts.list.suggestions}
        </Way>
      </p>
      <States state={state} />
      <List
        list={list}
        name={texts.app.checks}
        nouns={texts.list.nouns}
        none={state === null ? texts.list.noChecks : texts.list.none}
        search={texts.list.search}
        columns={columns(network.name)}
      />
    </>
  );
}

const filterOf = (networkId: string, state: VerdictState | null, text: string): CheckFilter => ({
  networkIds: [networkId],
  ...(text !== '' && { name: { contains: text } }),
  ...(state !== null && { verdicts: { some: { networkId: { eq: networkId }, state: { eq: state } } } }),
});

/** A link for each verdict state, with the number of checks in that state. The link filters the list by the state. */
function States({ state: current }: { readonly state: VerdictState | null }) {
  const { network } = useHere();
  const { data } = useAsked(() => ask(ChecksPageCountsDocument, { networkId: network.id }), network.id);
  const countOf = (state: VerdictState) =>
    data?.checkVerdicts.groupCounts?.find(({ value }) => value === state)?.count ?? 0;
  return (
    <nav class="tabs" aria-label={texts.list.states}>
      <Way to={{}} isCurrent={current === null}>
        {texts.list.all}
      </Way>
      {states.map((state) => (
        <Way key={state} to={{ state }} isCurrent={current === state}>
          {texts.list.state[state]} {data && countOf(state).toLocaleString()}
        </Way>
      ))}
    </nav>
  );
}

const columns = (network: string): readonly Column<Row, Order>[] => [
  { title: texts.list.name, order: 'naturalName', cell: (row) => <Name row={row} /> },
  { title: texts.list.here(network), cell: (row) => <Here row={row} /> },
  { title: texts.list.severity, order: 'severity', cell: ({ severity }) => verdictTexts.severities[severity] },
  { title: texts.list.elsewhere, cell: ({ others }) => (others.totalCount === 0 ? null : <Others others={others} />) },
];

function Name({ row: { id, name, enabled, isMuted, mutedUntil } }: { readonly row: Row }) {
  return (
    <>
      <Way to={{ check: id }}>
        <bdi>{name}</bdi>
      </Way>
      {!enabled && <span class="quiet"> {texts.list.isOff}</span>}
      {isMuted && mutedUntil != null && <span class="quiet"> {verdictTexts.mutedUntil(instantWords(mutedUntil))}</span>}
    </>
  );
}

function Here({ row: { kind, enabled, here } }: { readonly row: Row }) {
  const [verdict] = here.nodes;
  if (!verdict) return <span class="quiet">{enabled ? texts.list.notJudged : texts.list.isOff}</span>;
  return (
    <>
      <StateMark state={verdict.state} />{' '}
      <span class="quiet">{[sinceWords(verdict), countWords(verdict)].filter(Boolean).join(' · ')}</span>
      {verdict.state !== 'Passing' && (
        <>
          {' '}
          <a href={mapOfVerdict({ ...verdict, check: { kind: kind ?? null } })}>{texts.list.map}</a>
        </>
      )}
    </>
  );
}

function Others({ others: { nodes, totalCount } }: Pick<Row, 'others'>) {
  return (
    <ul class="others">
      {nodes.map(({ id, state, network }) => (
        <li key={id}>
          <bdi>{network.name}</bdi> <StateMark state={state} />
        </li>
      ))}
      {totalCount > nodes.length && <li class="quiet">{texts.list.moreNetworks(totalCount - nodes.length)}</li>}
    </ul>
  );
}
