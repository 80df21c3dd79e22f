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
import { texts } from '../page-texts';

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
              ? texts.follow.codeWasRevoked
              : isUsed
                ? texts.follow.theAgent
                : isExpired
                  ? texts.follow.codeHasExpired
                  : texts.follow.waitingForTheAgent}
          </p>
        )}
        {daemons.map((daemon) => (
          <p key={daemon.id}>
            <strong>{nameOf(daemon)}</strong> {texts.follow.hasCalled(daemon.version)}
          </p>
        ))}
      </div>
      {problem && <p class="problem">{problem}</p>}
      {isPaused && (
        <p>
          {texts.follow.thisPageHasStopped}{' '}
          <button type="button" onClick={resume}>
            {texts.follow.lookAgain}
          </button>
        </p>
      )}
      {daemons.length === 0 && isSilent && !isGone && !isExpired && (
        <>
          <p>{texts.follow.nothingHasBeenHeard}</p>
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
  host && host.displayName !== name ? texts.follow.on(name, host.displayName) : name;

function DaemonSteps({ daemon, reread }: { readonly daemon: NewDaemon; readonly reread: () => Promise<unknown> }) {
  const { may, notice } = useHere();
  const { id, name, confirmedAt } = daemon;
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    await ask(DiscoveryPageConfirmDaemonDocument, { id });
    await reread();
    notice(texts.follow.isConfirmed(name));
  };
  return (
    <div class="steps">
      {confirmedAt === null && (
        <p>
          {texts.follow.isThisTheMachine}{' '}
          {may('confirmDaemon') && (
            <button
              type="button"
              aria-label={texts.follow.confirm(name)}
              aria-haspopup="dialog"
              onClick={() => setAsking(true)}
            >
              {texts.follow.confirm2}
            </button>
          )}
        </p>
      )}
      {isAsking && (
        <Question
          button={texts.follow.confirm2}
          isDangerous={false}
          question={texts.follow.letReceiveTheSnmp(name)}
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
        <p>{texts.follow.itsFirstRun(phaseTexts[session.phase], machineCount(session.hostsDiscovered))}</p>
        <progress max={100} value={session.progress} aria-label={texts.follow.progressOfTheRun(name)} />{' '}
        <span class="quiet">{session.progress} %</span>
      </div>
    );
  if (!ended) return <p>{texts.follow.itsFirstRunBegins}</p>;
  const { phase, hosts_discovered: count = 0, error } = (ended.runType.results ?? {}) as Results;
  const links = (
    <>
      <a href="/topology">{texts.follow.seeTheMap}</a>
      {texts.follow.or} <a href={`/inventory/${network.id}/hosts`}>{texts.follow.listOfHosts}</a>
      {texts.follow.itScansAgainEvery} <a href={addressOf('jobs')}>{texts.follow.changeWhen}</a>.
    </>
  );
  if (phase === 'Complete')
    return (
      <p>
        {texts.follow.itsFirstRun2(machineCount(count))} {links}
      </p>
    );
  return (
    <p>
      {texts.follow.itsFirstRun3(phase, error ? `: ${error}` : '.', machineCount(count))} {links}
    </p>
  );
}
