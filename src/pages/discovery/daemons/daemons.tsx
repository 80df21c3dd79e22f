// Shows the daemons of the network: state, version, last contact, what each may scan, and what to check if a daemon is
// silent.
import { useEffect, useState } from 'preact/hooks';
import {
  DiscoveryPageConfirmDaemonDocument,
  DiscoveryPageDaemonsDocument,
  DiscoveryPageRetryDaemonDocument,
  DiscoveryPageUnusedKeysDocument,
  type DiscoveryPageDaemonsQuery,
} from '../../../generated/discovery-page-operations';
import { ask, errorText, usePaged } from '../../kit/asking';
import { Question } from '../../kit/question';
import { Facts, Rows, Time } from '../../kit/sections/rows';
import { agoWords } from '../../kit/ago-words';
import { Checks } from '../parts/checks';
import { useHere } from '../parts/here';
import { listChecks, daemonStates } from '../texts';
import { daemonState, keyProblem } from './daemon-state';

type Daemon = DiscoveryPageDaemonsQuery['list']['nodes'][number];

/** Milliseconds between two reads of the list while the page is visible. Daemons call the server twice a minute. */
const rereadMs = 30_000;
/** Number of rows per request, which must equal `first` in the GraphQL document. */
const pageSize = 20;

export function Daemons() {
  const { network, may } = useHere();
  const daemons = usePaged((after) => ask(DiscoveryPageDaemonsDocument, { networkId: network.id, after }));
  const [now, setNow] = useState(Date.now());
  useEffect(() => setNow(Date.now()), [daemons.data]);
  useEffect(() => {
    const timer = setInterval(() => {
      // If the user has loaded further pages, the list is not read again, because the further pages would disappear.
      const isFirstPage = (daemons.data?.length ?? 0) <= pageSize;
      if (document.visibilityState === 'visible' && isFirstPage) void daemons.reload();
    }, rereadMs);
    return () => clearInterval(timer);
  }, [daemons.data]);
  return (
    <>
      <p>
        A daemon scans the network from inside and reports what it finds. The service itself scans nothing.
        {may('createDaemonApiKey') && (
          <>
            {' '}
            <a href="/account/daemon-keys">Make a key for a daemon</a>
          </>
        )}
      </p>
      <Rows
        list={daemons}
        name="Daemons"
        none="No daemon scans this network yet."
        row={(daemon) => <DaemonEntry daemon={daemon} now={now} reread={daemons.reload} />}
      />
      <UnusedKeys now={now} />
    </>
  );
}

function DaemonEntry({ daemon, now, reread }: { daemon: Daemon; now: number; reread: () => Promise<void> }) {
  const { network } = useHere();
  const { name, mode, url, version, versionStatus, lastSeen, createdAt, host, apiKey } = daemon;
  const state = daemonState(daemon, now);
  const { name: stateName, look, means } = daemonStates[state];
  const problem = apiKey ? keyProblem(apiKey, now) : undefined;
  return (
    <>
      <div class="title">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <span class={`state is-${look}`}>{stateName}</span>
      </div>
      <Facts
        facts={[
          [
            'Last word',
            lastSeen ? (
              <>
                {agoWords(lastSeen, now)}, <Time at={lastSeen} />
              </>
            ) : (
              'never'
            ),
          ],
          ['Version', version ?? 'not reported'],
          ...(host
            ? [['Runs on', <a href={`/inventory/${network.id}/hosts/${host.id}`}>{host.displayName}</a>] as const]
            : []),
          ['Contact', mode === 'server_poll' ? `the server calls ${url}` : 'it calls the server'],
          ...(lastSeen ? [] : [['Made', <Time at={createdAt} />] as const]),
        ]}
      />
      {versionStatus.warnings.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {means && <p>{means}</p>}
      <Checks checks={listChecks(state, { mode, url, origin: location.origin, keyProblem: problem })} />
      {state === 'connected' && problem && <p>{problem} It will be refused at its next call.</p>}
      <Scope daemon={daemon} />
      <Actions daemon={daemon} reread={reread} />
    </>
  );
}

const mostListed = 20;

/** Lists the subnets in which the daemon has an interface, and the subnets that the daemon's jobs name. */
function Scope({ daemon: { interfacedSubnets, jobs } }: { daemon: Daemon }) {
  const { network, addressOf } = useHere();
  const shown = interfacedSubnets.slice(0, mostListed);
  const more = interfacedSubnets.length - shown.length;
  return (
    <Facts
      facts={[
        [
          'Has interfaces in',
          shown.length === 0 ? (
            'no subnet that it has reported'
          ) : (
            <>
              {shown.map(({ id, cidr, name }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <a href={`/inventory/${network.id}/subnets/${id}`}>{cidr}</a>
                  {name && name !== cidr && <> ({name})</>}
                </span>
              ))}
              {more > 0 && ` and ${more} more`}
            </>
          ),
        ],
        [
          'May scan',
          jobs.totalCount === 0 ? (
            'nothing: it has no job'
          ) : (
            <>
              {jobs.nodes.map(({ id, name, discoveryType: { subnetIds } }, at) => (
                <span key={id}>
                  {at > 0 && '; '}
                  <bdi>{name}</bdi>: {subnetsOf(subnetIds)}
                </span>
              ))}
              {jobs.totalCount > jobs.nodes.length && `; and ${jobs.totalCount - jobs.nodes.length} more jobs`}.{' '}
              <a href={addressOf('jobs')}>Jobs</a>
            </>
          ),
        ],
      ]}
    />
  );
}

const subnetsOf = (ids: readonly string[] | null): string =>
  ids === null ? 'all subnets that it has an interface in' : `${ids.length} ${ids.length === 1 ? 'subnet' : 'subnets'}`;

function Actions({ daemon, reread }: { daemon: Daemon; reread: () => Promise<void> }) {
  const { may, notice } = useHere();
  const { id, name, confirmedAt, isUnreachable } = daemon;
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const mayConfirm = confirmedAt === null && may('confirmDaemon');
  const mayRetry = isUnreachable && may('retryDaemonConnection');
  const retry = async () => {
    setBusy(true);
    try {
      await ask(DiscoveryPageRetryDaemonDocument, { id });
      await reread();
      notice(`The server calls ${name} again.`);
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  const confirm = async () => {
    await ask(DiscoveryPageConfirmDaemonDocument, { id });
    await reread();
    notice(`${name} is confirmed: its next run gets the credentials.`);
  };
  return (
    <>
      {confirmedAt === null && (
        <p>It gets no credentials of switches and routers until somebody of your organization confirms it.</p>
      )}
      {(mayConfirm || mayRetry) && (
        <div class="buttons">
          {mayConfirm && (
            <button type="button" aria-label={`Confirm ${name}`} aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Confirm
            </button>
          )}
          {mayRetry && (
            <button type="button" aria-label={`Try again: ${name}`} disabled={isBusy} onClick={() => void retry()}>
              Try again
            </button>
          )}
        </div>
      )}
      {isAsking && (
        <Question
          button="Confirm"
          isDangerous={false}
          question={`Confirm “${name}”? It then gets the SNMP credentials of this network, and so does every daemon with the same key. Confirm it only if you know who started it.`}
          act={confirm}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Lists keys that no daemon has used yet, so that their creators see that the daemons have not called. */
function UnusedKeys({ now }: { now: number }) {
  const { network, may } = useHere();
  if (!may('createDaemonApiKey')) return null;
  return <UnusedKeyList networkId={network.id} now={now} />;
}

function UnusedKeyList({ networkId, now }: { networkId: string; now: number }) {
  const keys = usePaged((after) => ask(DiscoveryPageUnusedKeysDocument, { networkId, after }));
  if (keys.problem === null && (keys.data ?? []).length === 0) return null;
  return (
    <>
      <h3>Keys that no daemon has used</h3>
      <Rows
        list={keys}
        name="Keys that no daemon has used"
        none="All keys are in use."
        row={(key) => (
          <>
            <div class="title">
              <h4>
                <bdi>{key.name}</bdi>
              </h4>
              <span class="state is-bad">{daemonStates.neverCalled.name}</span>
            </div>
            <Facts facts={[['Made', <Time at={key.createdAt} />]]} />
            <p>{daemonStates.neverCalled.means}</p>
            <Checks
              checks={listChecks('neverCalled', {
                mode: 'daemon_poll',
                url: '',
                origin: location.origin,
                keyProblem: keyProblem(key, now),
              })}
            />
          </>
        )}
      />
    </>
  );
}
