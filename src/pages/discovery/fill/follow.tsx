// Shows what has happened since the user got the agent's command: no call yet, advice after a minute without a call,
// the registered daemon, and its first run.
import { useState } from 'preact/hooks';
import { DiscoveryPageConfirmDaemonDocument } from '../../../generated/discovery-page-operations';
import { ask } from '../../kit/asking';
import { Question } from '../../kit/question';
import { Checks } from '../parts/checks';
import { useHere } from '../parts/here';
import { machineCount, phaseTexts, silenceChecks, stoppedChecks } from './fill-texts';
import { useProgress, type MadeCode, type NewDaemon } from './use-progress';

/** Milliseconds without a call of the agent after which the page shows advice on what to check. */
const silenceMs = 60_000;

export function Follow({ made, address }: { readonly made: MadeCode; readonly address: string }) {
  const { network } = useHere();
  const { isUsed, isGone, daemons, problem, isPaused, now, reread, resume } = useProgress(network.id, made);
  const isExpired = now >= Date.parse(made.expiresAt);
  const isSilent = now - Date.parse(made.createdAt) >= silenceMs;
  return (
    <div class="follow">
      <div role="status">
        {daemons.length === 0 && (
          <p class="waiting">
            {isGone
              ? 'The code was revoked: make a new command.'
              : isUsed
                ? 'The agent has its key and is starting …'
                : isExpired
                  ? 'The code has expired: make a new command.'
                  : 'Waiting for the agent to call …'}
          </p>
        )}
        {daemons.map((daemon) => (
          <p key={daemon.id}>
            <strong>{nameOf(daemon)}</strong> has called{daemon.version ? `, version ${daemon.version}` : ''}.
          </p>
        ))}
      </div>
      {problem && <p class="problem">{problem}</p>}
      {isPaused && (
        <p>
          This page has stopped looking after an hour.{' '}
          <button type="button" onClick={resume}>
            Look again
          </button>
        </p>
      )}
      {daemons.length === 0 && isSilent && !isGone && !isExpired && (
        <>
          <p>Nothing has been heard for a minute. Things to look at:</p>
          <Checks checks={isUsed ? stoppedChecks : silenceChecks(address)} />
        </>
      )}
      {daemons.map((daemon) => (
        <DaemonSteps key={daemon.id} daemon={daemon} reread={reread} />
      ))}
    </div>
  );
}

const nameOf = ({ name, host }: NewDaemon): string =>
  host && host.displayName !== name ? `${name} on ${host.displayName}` : name;

function DaemonSteps({ daemon, reread }: { readonly daemon: NewDaemon; readonly reread: () => Promise<unknown> }) {
  const { may, notice } = useHere();
  const { id, name, confirmedAt } = daemon;
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    await ask(DiscoveryPageConfirmDaemonDocument, { id });
    await reread();
    notice(`${name} is confirmed.`);
  };
  return (
    <div class="steps">
      {confirmedAt === null && (
        <p>
          Is this the machine on which you ran the command? Stored SNMP credentials are sent only to a daemon that
          somebody has confirmed.{' '}
          {may('confirmDaemon') && (
            <button type="button" aria-label={`Confirm ${name}`} aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Confirm
            </button>
          )}
        </p>
      )}
      {isAsking && (
        <Question
          button="Confirm"
          isDangerous={false}
          question={`Let “${name}” receive the SNMP credentials of this network? Confirm it only if you have installed it yourself.`}
          act={confirm}
          close={() => setAsking(false)}
        />
      )}
      <FirstRun daemon={daemon} />
    </div>
  );
}

interface Results {
  readonly phase?: string;
  readonly hosts_discovered?: number;
  readonly error?: string | null;
}

function FirstRun({ daemon: { name, discoverySessions, endedRuns } }: { readonly daemon: NewDaemon }) {
  const { network, addressOf } = useHere();
  const [session] = discoverySessions.nodes;
  const [ended] = endedRuns.nodes;
  if (session)
    return (
      <div class="run">
        <p>
          Its first run {phaseTexts[session.phase] ?? 'is active'}: {machineCount(session.hostsDiscovered)}.
        </p>
        <progress max={100} value={session.progress} aria-label={`Progress of the run of ${name}`} />{' '}
        <span class="quiet">{session.progress} %</span>
      </div>
    );
  if (!ended) return <p>Its first run begins within half a minute.</p>;
  const { phase, hosts_discovered: count = 0, error } = (ended.runType.results ?? {}) as Results;
  const links = (
    <>
      <a href="/topology">See the map</a>, or <a href={`/inventory/${network.id}/hosts`}>the list of hosts</a>. It scans
      again every week: <a href={addressOf('jobs')}>change when</a>.
    </>
  );
  if (phase === 'Complete')
    return (
      <p>
        Its first run is complete: {machineCount(count)}. {links}
      </p>
    );
  return (
    <p>
      Its first run {phase === 'Cancelled' ? 'was cancelled' : 'failed'}
      {error ? `: ${error}` : '.'} {machineCount(count)}. {links}
    </p>
  );
}
