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
import { texts } from '../page-texts';

type Daemon = DiscoveryPageDaemonsQuery['list']['nodes'][number];

/** Milliseconds between two reads of the list while the page is visible. Daemons call the server twice a minute. */
const rereadMs = 30_000;
/** Number of daemons per request. Must equal the argument `first` in the GraphQL document. */
const pageSize = 20;

export function Daemons() {
  const { network, may } = useHere();
  const daemons = usePaged((after) => ask(DiscoveryPageDaemonsDocument, { networkId: network.id, after }));
  const [now, setNow] = useState(Date.now());
  useEffect(() => setNow(Date.now()), [daemons.data]);
  useEffect(() => {
    const timer = setInterval(() => {
      // Polling reads only the first page. If the user has loaded more pages, polling stops, so that they stay visible.
      const isFirstPage = (daemons.data?.length ?? 0) <= pageSize;
      if (document.visibilityState === 'visible' && isFirstPage) void daemons.reload();
    }, rereadMs);
    return () => clearInterval(timer);
  }, [daemons.data]);
  return (
    <>
      <p>
        {texts.daemons.daemonScans}
        {may('createDaemonApiKey') && (
          <>
            {' '}
            <a href="/account/daemon-keys">{texts.daemons.makeAKey}</a>
          </>
        )}
      </p>
      <Rows
        list={daemons}
        name={texts.daemons.daemons}
        none={texts.daemons.noDaemonScans}
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
            texts.daemons.lastWord,
            lastSeen ? (
              <>
                {agoWords(lastSeen, now)}, <Time at={lastSeen} />
              </>
            ) : (
              'never'
            ),
          ],
          [texts.daemons.version, version ?? texts.daemons.notReported],
          ...(host
            ? [
                [
                  texts.daemons.runs,
                  <a href={`/inventory/${network.id}/hosts/${host.id}`}>
                    <bdi>{host.displayName}</bdi>
                  </a>,
                ] as const,
              ]
            : []),
          [
            texts.daemons.contact,
            mode === 'server_poll' ? texts.daemons.serverCalls(url) : texts.daemons.itCallsTheServer,
          ],
          ...(lastSeen ? [] : [[texts.daemons.made, <Time at={createdAt} />] as const]),
        ]}
      />
      {versionStatus.warnings.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      {means && <p>{means}</p>}
      <Checks checks={listChecks(state, { mode, url, origin: location.origin, keyProblem: problem })} />
      {state === 'connected' && problem && <p>{texts.daemons.itWillBeRefused(problem)}</p>}
      <Scope daemon={daemon} />
      <Actions daemon={daemon} reread={reread} />
    </>
  );
}

const mostListed = 20;

/** Lists the subnets in which the daemon has an interface, and the subnets that the daemon's jobs name. */
function Scope({ daemon: { interfacedSubnets, jobs } }: { daemon: Daemon }) {
  const { network, addressOf } = useHere();
  const listedSubnets = interfacedSubnets.slice(0, mostListed);
  const more = interfacedSubnets.length - listedSubnets.length;
  return (
    <Facts
      facts={[
        [
          texts.daemons.hasInterfaces,
          listedSubnets.length === 0 ? (
            texts.daemons.noSubnet
          ) : (
            <>
              {listedSubnets.map(({ id, cidr, name }, at) => (
                <span key={id}>
                  {at > 0 && ', '}
                  <a href={`/inventory/${network.id}/subnets/${id}`}>{cidr}</a>
                  {name && name !== cidr && <> ({name})</>}
                </span>
              ))}
              {more > 0 && texts.daemons.andMore(more)}
            </>
          ),
        ],
        [
          texts.daemons.mayScan,
          jobs.totalCount === 0 ? (
            texts.daemons.nothing
          ) : (
            <>
              {jobs.nodes.map(({ id, name, discoveryType: { subnetIds } }, at) => (
                <span key={id}>
                  {at > 0 && '; '}
                  <bdi>{name}</bdi>: {subnetsOf(subnetIds)}
                </span>
              ))}
              {jobs.totalCount > jobs.nodes.length && texts.daemons.andMoreJobs(jobs.totalCount - jobs.nodes.length)}.{' '}
              <a href={addressOf('jobs')}>{texts.daemons.jobs}</a>
            </>
          ),
        ],
      ]}
    />
  );
}

const subnetsOf = (ids: readonly string[] | null): string =>
  ids === null ? texts.daemons.allSubnets : `${ids.length} ${ids.length === 1 ? 'subnet' : 'subnets'}`;

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
      notice(texts.daemons.serverCallsAgain(name));
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  const confirm = async () => {
    await ask(DiscoveryPageConfirmDaemonDocument, { id });
    await reread();
    notice(texts.daemons.isConfirmedItsNext(name));
  };
  return (
    <>
      {confirmedAt === null && <p>{texts.daemons.itGetsNoCredentials}</p>}
      {(mayConfirm || mayRetry) && (
        <div class="buttons">
          {mayConfirm && (
            <button
              type="button"
              aria-label={texts.daemons.confirm(name)}
              aria-haspopup="dialog"
              onClick={() => setAsking(true)}
            >
              {texts.daemons.confirm2}
            </button>
          )}
          {mayRetry && (
            <button
              type="button"
              aria-label={texts.daemons.tryAgain(name)}
              disabled={isBusy}
              onClick={() => void retry()}
            >
              {texts.daemons.tryAgain2}
            </button>
          )}
        </div>
      )}
      {isAsking && (
        <Question
          button={texts.daemons.confirm2}
          isDangerous={false}
          question={texts.daemons.confirmItThenGets(name)}
          act={confirm}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

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
      <h3>{texts.daemons.keysThatNoDaemon}</h3>
      <Rows
        list={keys}
        name={texts.daemons.keysThatNoDaemon}
        none={texts.daemons.allKeys}
        row={(key) => (
          <>
            <div class="title">
              <h4>
                <bdi>{key.name}</bdi>
              </h4>
              <span class="state is-bad">{daemonStates.neverCalled.name}</span>
            </div>
            <Facts facts={[[texts.daemons.made, <Time at={key.createdAt} />]]} />
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
