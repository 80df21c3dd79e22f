// Shows discovery runs: those in progress with live updates, and the records of ended runs.
import { useState } from 'preact/hooks';
import {
  DiscoveryPageEndedRunsDocument,
  DiscoveryPageStopRunDocument,
  type DiscoveryPageEndedRunsQuery,
} from '../../../generated/discovery-page-operations';
import { ask, errorText, usePaged } from '../../kit/asking';
import { timeLeft } from '../../kit/time-left';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';
import { useHere } from '../parts/here';
import { phases } from '../texts';
import { RescanForm } from './rescan';
import { RunHosts } from './run-hosts';
import { durationWords, toRunRecord } from './run-record';
import { useActiveRuns, type ActiveRun } from './use-active-runs';
import { countWarnings, Warnings } from './warnings';
import { texts } from '../page-texts';

type EndedRun = DiscoveryPageEndedRunsQuery['list']['nodes'][number];

export function Runs() {
  const { network } = useHere();
  const ended = usePaged((after) => ask(DiscoveryPageEndedRunsDocument, { networkId: network.id, after }));
  const active = useActiveRuns(network.id, () => void ended.reload());
  return (
    <>
      <div role="alert">{active.problem && <p class="problem">{active.problem}</p>}</div>
      <RescanForm />
      <h3>{texts.runs.inProgress}</h3>
      {active.isKnown && active.runs.length === 0 && <p class="quiet">{texts.runs.noRun}</p>}
      {active.runs.length > 0 && (
        <ul class="rows" aria-label={texts.runs.runsInProgress}>
          {active.runs.map((run) => (
            <li key={run.id}>
              <ActiveEntry run={run} reread={active.reload} />
            </li>
          ))}
        </ul>
      )}
      {active.totalCount > active.runs.length && active.runs.length >= 50 && (
        <p class="quiet">{texts.runs.oldestRuns(active.runs.length)}</p>
      )}
      <h3>{texts.runs.ended}</h3>
      <Rows
        list={ended}
        name={texts.runs.endedRuns}
        none={texts.runs.noRunHasEnded}
        row={(run) => <EndedEntry run={run} isNewest={run.id === ended.data?.[0]?.id} />}
      />
    </>
  );
}

const machines = (count: number): string => texts.runs.found(count);

function ActiveEntry({ run, reread }: { run: ActiveRun; reread: () => Promise<void> }) {
  const { id, phase, progress, hostsDiscovered, estimatedRemainingSecs, discovery, daemon, startedAt } = run;
  const name = texts.runs.by(discovery.name, daemon.name);
  const isAtWork = phase === 'Started' || phase === 'Scanning';
  return (
    <>
      <div class="title">
        <h4>
          <bdi>{discovery.name}</bdi>
        </h4>
        <span class="state">{phases[phase]?.name ?? phase}</span>
      </div>
      {isAtWork && (
        <p>
          <progress max={100} value={progress} aria-label={texts.runs.progress(name)} /> {progress} %,{' '}
          {machines(hostsDiscovered)}
          {estimatedRemainingSecs !== null && <span class="quiet">, {timeLeft(estimatedRemainingSecs)}</span>}
        </p>
      )}
      <Facts
        facts={[
          [texts.runs.daemon, daemon.name],
          ...(startedAt ? [[texts.runs.started, <Time at={startedAt} />] as const] : []),
        ]}
      />
      <Warnings groups={run.warningGroups} />
      <StopButton id={id} name={name} reread={reread} />
    </>
  );
}

function StopButton({ id, name, reread }: { id: string; name: string; reread: () => Promise<void> }) {
  const { may, notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  if (!may('cancelDiscoverySession')) return null;
  const stop = async () => {
    setBusy(true);
    try {
      await ask(DiscoveryPageStopRunDocument, { id });
      notice(texts.runs.itStopsAsSoon(name));
      await reread();
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  return (
    <div class="buttons">
      <button type="button" aria-label={texts.runs.stop(name)} disabled={isBusy} onClick={() => void stop()}>
        {texts.runs.stop2}
      </button>
    </div>
  );
}

function EndedEntry({ run: { id, createdAt, daemon, discoveryType, runType }, isNewest }: EndedEntryProps) {
  const record = toRunRecord(runType.results);
  const { phase, reason, error, hostsDiscovered, startedAt, finishedAt } = record;
  const { warningGroups } = runType;
  const warningCount = countWarnings(warningGroups);
  const { name, look } = phases[phase] ?? { name: phase, look: 'plain' };
  const why = error ?? reason;
  const hosts = discoveryType.targetHostIds?.length ?? 0;
  const title =
    discoveryType.type === 'Rescan' ? texts.runs.scannedAgain(hosts, daemon.name) : texts.runs.scan(daemon.name);
  return (
    <>
      <div class="title">
        <h4>
          <bdi>{title}</bdi>
        </h4>
        <span class={`state is-${look}`}>{name}</span>
      </div>
      <Facts
        facts={[
          [texts.runs.ended, <Time at={createdAt} />],
          ...(startedAt && finishedAt ? [[texts.runs.took, durationWords(startedAt, finishedAt)] as const] : []),
          [texts.runs.result, machines(hostsDiscovered)],
        ]}
      />
      {why && phase !== 'Complete' && (
        <p>
          <bdi>{why}</bdi>
        </p>
      )}
      {warningCount === 0 ? (
        <p class="quiet">{texts.runs.noWarnings}</p>
      ) : (
        <Opened title={texts.runs.andWhatToDo(warningCount)}>{() => <Warnings groups={warningGroups} />}</Opened>
      )}
      {isNewest ? (
        <RunHosts runId={id} endedAt={createdAt} record={record} />
      ) : (
        <Opened title={texts.runs.newGoneAndChanged}>
          {() => <RunHosts runId={id} endedAt={createdAt} record={record} />}
        </Opened>
      )}
    </>
  );
}

interface EndedEntryProps {
  readonly run: EndedRun;
  readonly isNewest: boolean;
}
