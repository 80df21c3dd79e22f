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

export function Jobs() {
  const { network, may, notice } = useHere();
  const jobs = usePaged((after) => ask(DiscoveryPageJobsDocument, { networkId: network.id, after }));
  const saved = async (words: string) => {
    await jobs.reload();
    notice(words);
  };
  return (
    <>
      <p>A job scans subnets with one daemon: when somebody starts it, or by a schedule.</p>
      {may('createDiscovery') && (
        <Opened title="New job">
          {(close) => <JobForm saved={(name) => saved(`${name} was created.`).then(close)} />}
        </Opened>
      )}
      <Rows
        list={jobs}
        name="Jobs"
        none="This network has no jobs yet."
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
        {enabled === false && <span class="state is-bad">schedule is off</span>}
      </div>
      <Facts
        facts={[
          ['Daemon', daemon.name],
          ['Scans', subnetWords(discoveryType.subnetIds)],
          [
            'Runs',
            cronSchedule === null
              ? 'when somebody starts it'
              : `${scheduleWords(parseCron(cronSchedule))} (${timezone ?? 'UTC'})`,
          ],
          ['Last run', lastRun ? <Time at={lastRun} /> : 'none yet'],
          ['Ended runs', String(scanCount)],
          ...(forceFullScan ? [['Hosts seen recently', 'are scanned again'] as const] : []),
        ]}
      />
      <NextRuns runs={nextRuns} timezone={timezone} />
      {may('updateDiscovery') && (
        <Opened title="Change">
          {(close) => <JobForm job={job} saved={(newName) => saved(`Saved: ${newName}.`).then(close)} />}
        </Opened>
      )}
      <Actions job={job} saved={saved} />
    </>
  );
}

const subnetWords = (ids: readonly string[] | null): string =>
  ids === null
    ? 'all subnets that the daemon has an interface in'
    : `${ids.length} chosen ${ids.length === 1 ? 'subnet' : 'subnets'}`;

function Actions({ job: { id, name, daemon, activeSession }, saved }: JobEntryProps) {
  const { may, notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await ask(DiscoveryPageStartJobDocument, { id });
      await saved(`${name} was started. ${daemon.name} begins when it calls next.`);
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  const remove = async () => {
    await ask(DiscoveryPageDeleteJobDocument, { id });
    await saved(`${name} is deleted.`);
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
          aria-label={`Start now: ${name}`}
          disabled={isBusy}
          onClick={() => void start()}
        >
          Start now
        </button>
      )}
      {mayDelete && (
        <Confirm
          button="Delete"
          label={`Delete ${name}`}
          question={`Delete the job “${name}”? What its runs found stays.`}
          act={remove}
        />
      )}
    </div>
  );
}
