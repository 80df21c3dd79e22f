// Lists what discovery knows of but cannot reach, with the reasons: subnets that are not scanned, neighbours, and
// missing hosts.
import {
  DiscoveryPageInferredHostsDocument,
  DiscoveryPageMissingHostsDocument,
  DiscoveryPageNamedSubnetsDocument,
  DiscoveryPageUnreachedSubnetsDocument,
} from '../../../generated/discovery-page-operations';
import { ask, useAsked, usePaged } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { Rows, Time } from '../../kit/sections/rows';
import { useHere } from '../parts/here';
import { RescanButton } from '../runs/rescan';

export function Unreached() {
  const { network } = useHere();
  const networkId = network.id;
  const inferred = usePaged((after) => ask(DiscoveryPageInferredHostsDocument, { networkId, after }));
  const missing = usePaged((after) => ask(DiscoveryPageMissingHostsDocument, { networkId, after }));
  return (
    <>
      <UnscannedSubnets />
      <h3>Neighbours that were not scanned</h3>
      <Rows
        list={inferred}
        name="Neighbours that were not scanned"
        none="All neighbours that devices report were scanned."
        row={({ id, displayName, lastSeenAt }) => (
          <>
            <h4>
              <a href={`/inventory/${networkId}/hosts/${id}`}>
                <bdi>{displayName}</bdi>
              </a>
            </h4>
            <p>
              A device reports it as its neighbour, last <Time at={lastSeenAt} />. No scan found a host with its name or
              address: its subnet is in no job, or it does not answer the daemon.
            </p>
          </>
        )}
      />
      <h3>Hosts that no longer answer</h3>
      <Rows
        list={missing}
        name="Hosts that no longer answer"
        none="All hosts that the last runs looked for have answered."
        row={({ id, displayName, missingSince, lastSeenAt }) => (
          <>
            <h4>
              <a href={`/inventory/${networkId}/hosts/${id}`}>
                <bdi>{displayName}</bdi>
              </a>{' '}
              <RescanButton id={id} name={displayName} />
            </h4>
            <p>
              Seen last <Time at={lastSeenAt} />.
              {missingSince && (
                <>
                  {' '}
                  The run that ended <Time at={missingSince} /> asked every address of its subnet and got no answer.
                </>
              )}
            </p>
          </>
        )}
      />
    </>
  );
}

function UnscannedSubnets() {
  const { network } = useHere();
  const networkId = network.id;
  const subnets = usePaged((after) => ask(DiscoveryPageUnreachedSubnetsDocument, { networkId, after }));
  const jobs = useAsked(() => ask(DiscoveryPageNamedSubnetsDocument, { networkId }));
  const jobList = jobs.data?.discoveries;
  /**
   * Says which jobs scan a subnet in which no daemon has an interface, or how to scan it. Empty until the jobs are
   * loaded.
   */
  const scanWords = (id: string): string => {
    if (!jobList) return '';
    const names = jobList.nodes.flatMap(({ name, discoveryType }) =>
      discoveryType.subnetIds?.includes(id) ? [name] : [],
    );
    if (names.length > 0)
      return `Scanned through a router by ${names.slice(0, 5).join(', ')}: only machines that answer by TCP, or are in the table of a router that is read by SNMP, are found.`;
    const toDo = 'Name it in a job of a daemon that has a route to it, or start a daemon there.';
    return jobList.totalCount > jobList.nodes.length
      ? `None of the first ${jobList.nodes.length} jobs names it. ${toDo}`
      : `Not scanned. ${toDo}`;
  };
  return (
    <>
      <div role="alert">{jobs.problem && <Problem problem={jobs.problem} reload={jobs.reload} />}</div>
      <h3>Subnets in which no daemon has an interface</h3>
      <Rows
        list={subnets}
        name="Subnets without a daemon"
        none="A daemon has an interface in every subnet."
        row={({ id, cidr, name }) => (
          <>
            <h4>
              <a href={`/inventory/${networkId}/subnets/${id}`}>{cidr}</a> {name !== cidr && <bdi>{name}</bdi>}
            </h4>
            <p>{scanWords(id)}</p>
          </>
        )}
      />
    </>
  );
}
