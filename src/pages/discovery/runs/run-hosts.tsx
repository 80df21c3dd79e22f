// Lists three groups of hosts: those that a run found for the first time, those that changed during the run, and those
// that it no longer found.
import {
  DiscoveryPageChangedHostsDocument,
  DiscoveryPageRunHostsDocument,
} from '../../../generated/discovery-page-operations';
import { ask, useAsked } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { useHere } from '../parts/here';
import { RescanButton } from './rescan';
import { storedPeriod, type RunRecord } from './run-record';
import { texts } from '../page-texts';

const mostListed = 20;

interface RunHostsProps {
  readonly runId: string;
  /** The time at which the server recorded the end of the run. */
  readonly endedAt: string;
  readonly record: Pick<RunRecord, 'startedAt' | 'finishedAt'>;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string | null;
}

export function RunHosts({ runId, endedAt, record }: RunHostsProps) {
  const { network } = useHere();
  const hosts = useAsked(() =>
    ask(DiscoveryPageRunHostsDocument, { networkId: network.id, runId, endedAt, first: mostListed }),
  );
  const period = storedPeriod(record, endedAt);
  const changes = useAsked(async () =>
    period
      ? (await ask(DiscoveryPageChangedHostsDocument, { networkId: network.id, ...period, first: mostListed })).changed
      : null,
  );
  const toListedHosts = (nodes: readonly { id: string; displayName: string; endpoint: string | null }[]): Listed[] =>
    nodes.map(({ id, displayName, endpoint }) => ({ id, name: displayName, endpoint }));
  return (
    <>
      <div role="alert">
        {hosts.problem && <Problem problem={hosts.problem} reload={hosts.reload} />}
        {changes.problem && <Problem problem={changes.problem} reload={changes.reload} />}
      </div>
      {hosts.data && (
        <>
          <HostList
            title={texts.runHosts.new}
            totalCount={hosts.data.added.totalCount}
            hosts={toListedHosts(hosts.data.added.nodes)}
          />
          <HostList
            title={texts.runHosts.gone}
            totalCount={hosts.data.gone.totalCount}
            hosts={toListedHosts(hosts.data.gone.nodes)}
          />
        </>
      )}
      {changes.data && (
        <HostList
          title={texts.runHosts.changed}
          totalCount={changes.data.totalCount}
          hosts={changes.data.nodes.map(({ entityId, name }) => ({ id: entityId, name, endpoint: null }))}
        />
      )}
      {changes.data === null && <p class="quiet">{texts.runHosts.howLongItTook}</p>}
    </>
  );
}

interface HostListProps {
  readonly title: string;
  readonly totalCount: number;
  readonly hosts: readonly Listed[];
}

function HostList({ title, totalCount, hosts }: HostListProps) {
  const { network } = useHere();
  const more = totalCount - hosts.length;
  return (
    <>
      <h4>
        {title}: {totalCount}
      </h4>
      {hosts.length > 0 && (
        <ul class="hosts" aria-label={texts.runHosts.hosts(title)}>
          {hosts.map(({ id, name, endpoint }) => (
            <li key={id}>
              <a href={`/inventory/${network.id}/hosts/${id}`}>
                <bdi>{name}</bdi>
              </a>
              {endpoint !== null && endpoint !== name && <span class="quiet"> {endpoint}</span>}{' '}
              <RescanButton id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p class="quiet">{texts.runHosts.andMore(more)}</p>}
    </>
  );
}
