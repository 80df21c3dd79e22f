// Lists what discovery has found but cannot scan, with the reasons: subnets that are not scanned, neighbours, and
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
import { texts } from '../page-texts';

export function Unreached() {
  const { network } = useHere();
  const networkId = network.id;
  const inferred = usePaged((after) => ask(DiscoveryPageInferredHostsDocument, { networkId, after }));
  const missing = usePaged((after) => ask(DiscoveryPageMissingHostsDocument, { networkId, after }));
  return (
    <>
      <UnscannedSubnets />
      <h3>{texts.unreached.neighboursThatWereNot}</h3>
      <Rows
        list={inferred}
        name={texts.unreached.neighboursThatWereNot}
        none={texts.unreached.allNeighboursThatDevices}
        row={({ id, displayName, lastSeenAt }) => (
          <>
            <h4>
              <a href={`/inventory/${networkId}/hosts/${id}`}>
                <bdi>{displayName}</bdi>
              </a>
            </h4>
            <p>
              {texts.unreached.deviceReports} <Time at={lastSeenAt} />
              {texts.unreached.noScanFound}
            </p>
          </>
        )}
      />
      <h3>{texts.unreached.hostsThatNoLonger}</h3>
      <Rows
        list={missing}
        name={texts.unreached.hostsThatNoLonger}
        none={texts.unreached.allHosts}
        row={({ id, displayName, missingSince, lastSeenAt }) => (
          <>
            <h4>
              <a href={`/inventory/${networkId}/hosts/${id}`}>
                <bdi>{displayName}</bdi>
              </a>{' '}
              <RescanButton id={id} name={displayName} />
            </h4>
            <p>
              {texts.unreached.seenLast} <Time at={lastSeenAt} />.
              {missingSince && (
                <>
                  {' '}
                  {texts.unreached.runThatEnded} <Time at={missingSince} /> {texts.unreached.askedEveryAddress}
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
   * For a subnet in which no daemon has an interface: says which jobs scan it or, if none does, what the user can do.
   * Empty until the jobs are loaded.
   */
  const scanWords = (id: string): string => {
    if (!jobList) return '';
    const names = jobList.nodes.flatMap(({ name, discoveryType }) =>
      discoveryType.subnetIds?.includes(id) ? [name] : [],
    );
    if (names.length > 0) return texts.unreached.scannedThroughARouter(names.slice(0, 5).join(', '));
    const toDo = texts.unreached.name;
    return jobList.totalCount > jobList.nodes.length
      ? texts.unreached.noneOfTheFirst(jobList.nodes.length, toDo)
      : texts.unreached.notScanned(toDo);
  };
  return (
    <>
      <div role="alert">{jobs.problem && <Problem problem={jobs.problem} reload={jobs.reload} />}</div>
      <h3>{texts.unreached.subnetsInWhich}</h3>
      <Rows
        list={subnets}
        name={texts.unreached.subnetsWithoutADaemon}
        none={texts.unreached.aDaemon}
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
