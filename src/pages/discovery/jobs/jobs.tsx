// Lists the discovery jobs of the network, with their subnets and schedules. Jobs can be started and stopped, created
// and changed.
import { useState } from 'preact/hooks';
import {
  DiscoveryPageDeleteJobDocument,
  DiscoveryPageJobsDocument,
  DiscoveryPageStartJobDocument,
} from '../../../generated/discovery-page-operations';
import { ask, errorText, usePaged } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';
import { useHere } from '../parts/here';
import { phases } from '../texts';
import { JobForm, type Job } from './job-form';
import { NextRuns } from './next-runs';
import { parseCron, scheduleWords } from './schedule';
import { texts } from '../page-texts';

export function Jobs() {
  const { network, may, notice } = useHere();
  const jobs = usePaged((after) => ask(DiscoveryPageJobsDocument, { networkId: network.id, after }));
  const saved = async (words: string) => {
    await jobs.reload();
    notice(words);
  };
  return (
    <>
      <p>{texts.jobs.jobScansSubnets}</p>
      {may('createDiscovery') && (
        <Opened title={texts.jobs.newJob}>
          {(close) => <JobForm saved={(name) => saved(texts.jobs.wasCreated(name)).then(close)} />}
        </Opened>
      )}
      <Rows
        list={jobs}
        name={texts.jobs.jobs}
        none={texts.jobs.thisNetwork}
        row={(job) => <JobEntry job={job} saved={saved} />}
      />
    </>
  );
}

interface JobEntryProps {
  readonly job: Job;
  readonly saved: (words: string) => Promise<void>;
}

function JobEntry({ job, saved }: JobEntryProps) {
  const { may, addressOf } = useHere();
  const { name, daemon, discoveryType, runType, forceFullScan, scanCount, activeSession } = job;
  const { cronSchedule, timezone, enabled, lastRun, nextRuns } = runType;
  return (
    <>
      <div class="title">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        {activeSession && (
          <a class="state is-good" href={addressOf('runs')}>
            {phases[activeSession.phase]?.name ?? activeSession.phase}
          </a>
        )}
        {enabled === false && <span class="state is-bad">{texts.jobs.scheduleIsOff}</span>}
      </div>
      <Facts
        facts={[
          [texts.jobs.daemon, daemon.name],
          [texts.jobs.scans, subnetWords(discoveryType.subnetIds)],
          [
            texts.jobs.runs,
            cronSchedule === null
              ? texts.jobs.whenSomebodyStarts
              : `${scheduleWords(parseCron(cronSchedule))} (${timezone ?? 'UTC'})`,
          ],
          [texts.jobs.lastRun, lastRun ? <Time at={lastRun} /> : texts.jobs.noneYet],
          [texts.jobs.endedRuns, String(scanCount)],
          ...(forceFullScan ? [[texts.jobs.portsToScan, texts.jobs.allInEachRun] as const] : []),
        ]}
      />
      <NextRuns runs={nextRuns} timezone={timezone} />
      {may('updateDiscovery') && (
        <Opened title={texts.jobs.change}>
          {(close) => <JobForm job={job} saved={(newName) => saved(`Saved: ${newName}.`).then(close)} />}
        </Opened>
      )}
      <Actions job={job} saved={saved} />
    </>
  );
}

const subnetWords = (ids: readonly string[] | null): string =>
  ids === null ? texts.jobs.allSubnets : texts.jobs.chosen(ids.length);

function Actions({ job: { id, name, daemon, activeSession }, saved }: JobEntryProps) {
  const { may, notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await ask(DiscoveryPageStartJobDocument, { id });
      await saved(texts.jobs.wasStartedBeginsWhen(name, daemon.name));
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  const remove = async () => {
    await ask(DiscoveryPageDeleteJobDocument, { id });
    await saved(texts.jobs.isDeleted(name));
  };
  const mayStart = may('startDiscoverySession') && !activeSession;
  const mayDelete = may('deleteDiscovery') && !activeSession;
  if (!mayStart && !mayDelete) return null;
  return (
    <div class="buttons">
      {mayStart && (
        <button
          type="button"
          class="main"
          aria-label={texts.jobs.startNow(name)}
          disabled={isBusy}
          onClick={() => void start()}
        >
          {texts.jobs.startNow2}
        </button>
      )}
      {mayDelete && (
        <Confirm
          button={texts.jobs.delete}
          label={texts.jobs.delete2(name)}
          question={texts.jobs.deleteTheJobWhat(name)}
          act={remove}
        />
      )}
    </div>
  );
}
