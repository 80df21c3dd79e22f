// The home page: problems that need attention, the chosen network with recent changes, and a table of all networks.
import { useState } from 'preact/hooks';
import { HomeOverviewDocument, HomeStartDocument, type HomeStartQuery } from '../../../generated/home-operations';
import { ask, useAsked } from '../../kit/asking';
import { Header } from '../../kit/frame/header';
import { useLastNetwork } from '../../kit/frame/use-last-network';
import { Problem } from '../../kit/problem';
import { texts } from '../texts';
import { Attention } from './attention';
import { ChosenNetwork } from './chosen-network';
import { Happened } from './happened';
import { enterVisit } from './last-visit';
import { networkRows } from './network-rows';
import { NetworkTable } from './network-table';

const dayMs = 86_400_000;

export function App() {
  const [problem, setProblem] = useState<string | null>(null);
  const { data: start, problem: loadProblem, reload } = useAsked(() => ask(HomeStartDocument, {}));
  const networks = start?.networks.nodes ?? [];
  const [networkId, choose] = useLastNetwork(networks);
  return (
    <>
      <Header viewer={start?.viewer} choice={start && { networks, networkId, choose }} setProblem={setProblem} />
      <main>
        <h1>{texts.title}</h1>
        <div role="alert">
          {problem && <p class="problem">{problem}</p>}
          {loadProblem && <Problem problem={loadProblem} reload={reload} />}
        </div>
        {start && networks.length === 0 && <NoNetwork start={start} />}
        {start && networks.length > 0 && <Overview start={start} networkId={networkId} />}
      </main>
    </>
  );
}

function NoNetwork({ start }: { readonly start: HomeStartQuery }) {
  return (
    <section class="card">
      <h2>{texts.noNetwork}</h2>
      {start.viewer.may.includes('createNetwork') ? (
        <>
          <p>{texts.createHint}</p>
          <p>
            <a href="/organization/networks">{texts.createNetwork}</a>
          </p>
        </>
      ) : (
        <p>{texts.askAdmin}</p>
      )}
    </section>
  );
}

interface OverviewProps {
  readonly start: HomeStartQuery;
  readonly networkId: string | undefined;
}

function Overview({ start: { viewer, networks }, networkId }: OverviewProps) {
  const [visit] = useState(() => enterVisit(viewer.userId, Date.now()));
  const [now] = useState(() => Date.now());
  const {
    data: overview,
    problem,
    reload,
  } = useAsked(() => {
    const [since, until] = [now - dayMs, now].map((time) => new Date(time).toISOString());
    return ask(HomeOverviewDocument, { since: since!, now: until! });
  });
  const network = networks.nodes.find(({ id }) => id === networkId);
  const nameOf = (id: string) => networks.nodes.find((one) => one.id === id)?.name ?? '';
  return (
    <>
      <div role="alert">{problem && <Problem problem={problem} reload={reload} />}</div>
      <div class="home-columns">
        {network && (
          <ChosenNetwork
            key={network.id}
            network={network}
            visit={visit}
            mayFill={viewer.may.includes('createDaemonApiKey')}
          />
        )}
        {overview && (
          <section class="card" aria-labelledby="attention-title">
            <h2 id="attention-title">{texts.attention}</h2>
            <Attention overview={overview} nameOf={nameOf} />
            <Happened events={overview.graveEvents.nodes} nameOf={nameOf} />
          </section>
        )}
      </div>
      {overview && (
        <section aria-labelledby="networks-title">
          <h2 id="networks-title">{texts.networks}</h2>
          <NetworkTable rows={networkRows(networks.nodes, overview)} totalCount={networks.totalCount} />
        </section>
      )}
    </>
  );
}
