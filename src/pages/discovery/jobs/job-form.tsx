// The form of a discovery job: the daemon that runs it, the subnets to scan, and the schedule.
import { useState } from 'preact/hooks';
import {
  DiscoveryPageCreateJobDocument,
  DiscoveryPageJobChoicesDocument,
  DiscoveryPageUpdateJobDocument,
  type DiscoveryPageJobChoicesQuery,
  type DiscoveryPageJobsQuery,
} from '../../../generated/discovery-page-operations';
import { Refusal } from '../../kit/ask';
import { ask, useAsked } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { Checks } from '../../kit/sections/checks';
import { Check, Choice, Field, Form, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/here';
import { neverRuns, previewRuns, scheduleProblem } from './preview';
import { readSchedule, ScheduleFields } from './schedule-fields';
import { toCron } from './schedule';

export type Job = DiscoveryPageJobsQuery['list']['nodes'][number];

interface JobFormProps {
  /** The stored job to change; undefined to create a job. */
  readonly job?: Job;
  readonly saved: (name: string) => Promise<unknown>;
}

export function JobForm({ job, saved }: JobFormProps) {
  const { network } = useHere();
  const chosenIds = job?.discoveryType.subnetIds ?? [];
  const choices = useAsked(() => ask(DiscoveryPageJobChoicesDocument, { networkId: network.id, chosenIds }));
  if (choices.problem) return <Problem problem={choices.problem} reload={choices.reload} />;
  if (!choices.data) return <p class="quiet">Reading daemons and subnets…</p>;
  if (choices.data.daemons.nodes.length === 0)
    return <p>A job needs a daemon, and this network has none yet. Start one first.</p>;
  return <Fields {...{ job, saved }} choices={choices.data} />;
}

function Fields({ job, saved, choices }: JobFormProps & { readonly choices: DiscoveryPageJobChoicesQuery }) {
  const { network } = useHere();
  const storedIds = job?.discoveryType.subnetIds ?? null;
  const [scope, setScope] = useState(storedIds === null ? 'all' : 'some');
  const listedDaemons = choices.daemons.nodes;
  const daemons =
    !job || listedDaemons.some(({ id }) => id === job.daemonId)
      ? listedDaemons
      : [{ id: job.daemonId, ...job.daemon }, ...listedDaemons];
  const listedSubnets = [
    ...choices.chosen.nodes,
    ...choices.subnets.nodes.filter(({ id }) => !choices.chosen.nodes.some((one) => one.id === id)),
  ];
  const moreSubnets = choices.subnets.totalCount > choices.subnets.nodes.length;

  const send = async (values: FormData) => {
    const name = readText(values, 'name').trim();
    const daemonId = readText(values, 'daemonId');
    const { hostId } = daemons.find(({ id }) => id === daemonId)!;
    const subnetIds = scope === 'all' ? null : readTexts(values, 'subnetIds');
    if (subnetIds?.length === 0)
      throw new Refusal('Choose at least one subnet.', 'nothing_chosen', false, undefined, { field: 'subnetIds' });
    const input = {
      name,
      daemonId,
      discoveryType: typeOf(job, hostId, subnetIds),
      runType: await runTypeOf(values),
      forceFullScan: values.has('forceFullScan'),
    };
    if (job)
      await ask(DiscoveryPageUpdateJobDocument, { id: job.id, input: { ...input, expectedUpdatedAt: job.updatedAt } });
    else await ask(DiscoveryPageCreateJobDocument, { input: { ...input, networkId: network.id } });
    await saved(name);
  };
  return (
    <Form button={job ? 'Save' : 'Create job'} label={job ? `Change ${job.name}` : 'Create job'} send={send}>
      <Field name="name" label="Name" required maxLength={100} defaultValue={job?.name ?? ''} />
      <Choice
        name="daemonId"
        label="Daemon"
        options={daemons.map(({ id, name }) => [id, name] as const)}
        initial={job?.daemonId ?? daemons[0]!.id}
        {...(choices.daemons.totalCount > listedDaemons.length && {
          hint: `The first ${listedDaemons.length} of ${choices.daemons.totalCount} daemons are listed.`,
        })}
      />
      <Choice
        name="scope"
        label="Scans"
        options={[
          ['all', 'All subnets that the daemon has an interface in'],
          ['some', 'Chosen subnets'],
        ]}
        value={scope}
        onChange={setScope}
        hint="The owner of the daemon may have limited it further on its command line."
      />
      {scope === 'some' && (
        <Checks
          name="subnetIds"
          label="Subnets"
          options={listedSubnets.map(({ id, cidr, name }) => ({ id, name: name === cidr ? cidr : `${cidr} ${name}` }))}
          selectedIds={storedIds ?? []}
          {...(moreSubnets && {
            hint: `The first ${choices.subnets.nodes.length} of ${choices.subnets.totalCount} subnets and the chosen ones are listed.`,
          })}
        />
      )}
      <ScheduleFields stored={job?.runType} />
      <Check
        name="forceFullScan"
        label="Scan hosts again that were seen recently"
        isChecked={job?.forceFullScan ?? false}
      />
    </Form>
  );
}

/**
 * The run type of the job to store. Throws for a schedule that never starts a run, because the service would store such
 * a job as disabled.
 */
async function runTypeOf(values: FormData) {
  const chosen = readSchedule(values);
  if (!chosen) return { type: 'AdHoc' as const };
  const { schedule, timezone } = chosen;
  const cronSchedule = toCron(schedule);
  const problem = await previewRuns(cronSchedule, timezone).then(
    (runs) => (runs.length === 0 ? neverRuns : undefined),
    scheduleProblem,
  );
  if (problem) throw new Refusal(problem, 'schedule_refused', false, undefined, { field: 'cronSchedule' });
  return { type: 'Scheduled' as const, cronSchedule, timezone, enabled: values.has('enabled') };
}

/** The discovery type of the job to store. Settings of a stored job that the form does not show are kept. */
const typeOf = (job: Job | undefined, hostId: string, subnetIds: string[] | null) => ({
  type: 'Unified' as const,
  hostId,
  subnetIds,
  ...(job && {
    hostNamingFallback: job.discoveryType.hostNamingFallback,
    scanSettings: job.discoveryType.scanSettings,
  }),
});
