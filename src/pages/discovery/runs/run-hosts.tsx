// Shows hosts that a run found for the first time, that changed while it ran, and that it did not find any more.
import {
  DiscoveryPageChangedHostsDocument,
  DiscoveryPageRunHostsDocument,
} from '../../../generated/discovery-page-operations';
import { ask, useAsked } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { useHere } from '../parts/here';
import { RescanButton } from './rescan';

const mostListed = 20;
/** Links of the findings are resolved within this time after the end of a run. */
const resolvedWithinMs = 60_000;

interface RunHostsProps {
  readonly runId: string;
  /** The time at which the server recorded the end. */
  readonly endedAt: string;
  readonly startedAt: string | null;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string | null;
}

export function RunHosts({ runId, endedAt, startedAt }: RunHostsProps) {
  const { network } = useHere();
  const hosts = useAsked(() =>
    ask(DiscoveryPageRunHostsDocument, { networkId: network.id, runId, endedAt, first: mostListed }),
  );
  const to = new Date(Math.min(Date.parse(endedAt) + resolvedWithinMs, Date.now()));
  // The daemon's clock may be ahead of the server's.
  const from = new Date(Math.min(Date.parse(startedAt ?? endedAt), Date.parse(endedAt), to.getTime()));
  const changes = useAsked(() =>
    ask(DiscoveryPageChangedHostsDocument, {
      networkId: network.id,
      from: from.toISOString(),
      to: to.toISOString(),
      first: mostListed,
    }),
  );
  const named = (nodes: readonly { id: string; displayName: string; endpoint: string | null }[]): Listed[] =>
    nodes.map(({ id, displayName, endpoint }) => ({ id, name: displayName, endpoint }));
  return (
    <>
      <div role="alert">
        {hosts.problem && <Problem problem={hosts.problem} reload={hosts.reload} />}
        {changes.problem && <Problem problem={changes.problem} reload={changes.reload} />}
      </div>
      {hosts.data && (
        <>
          <HostList title="New" totalCount={hosts.data.added.totalCount} hosts={named(hosts.data.added.nodes)} />
          <HostList title="Gone" totalCount={hosts.data.gone.totalCount} hosts={named(hosts.data.gone.nodes)} />
        </>
      )}
      {changes.data && (
        <HostList
          title="Changed"
          totalCount={changes.data.changed.totalCount}
          hosts={changes.data.changed.nodes.map(({ entityId, name }) => ({ id: entityId, name, endpoint: null }))}
        />
      )}
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
        <ul class="hosts" aria-label={`${title} hosts`}>
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
      {more > 0 && <p class="quiet">and {more} more</p>}
    </>
  );
}
