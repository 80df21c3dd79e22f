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
import { texts } from '../page-texts';

export type Job = DiscoveryPageJobsQuery['list']['nodes'][number];

interface JobFormProps {
  /** The stored job to change; undefined to create a job. */
  readonly job?: Job;
  readonly saved: (name: string) => Promise<unknown>;
}

export function JobForm({ job: storedJob, saved }: JobFormProps) {
  const { network } = useHere();
  // The job as it was when the form was opened: the service then refuses to overwrite later changes by other users.
  const [job] = useState(storedJob);
  const chosenIds = job?.discoveryType.subnetIds ?? [];
  const choices = useAsked(() => ask(DiscoveryPageJobChoicesDocument, { networkId: network.id, chosenIds }));
  if (choices.problem) return <Problem problem={choices.problem} reload={choices.reload} />;
  if (!choices.data) return <p class="quiet">{texts.jobForm.readingDaemonsAndSubnets}</p>;
  if (choices.data.daemons.nodes.length === 0) return <p>{texts.jobForm.jobNeeds}</p>;
  return <Fields {...{ saved, ...(job && { job }) }} choices={choices.data} />;
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
      throw new Refusal(texts.jobForm.chooseAtLeastOne, 'nothing_chosen', false, undefined, { field: 'subnetIds' });
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
    <Form
      button={job ? texts.jobForm.save : texts.jobForm.createJob}
      label={job ? texts.jobForm.change(job.name) : texts.jobForm.createJob}
      send={send}
    >
      <Field name="name" label={texts.jobForm.name} required maxLength={100} defaultValue={job?.name ?? ''} />
      <Choice
        name="daemonId"
        label={texts.jobForm.daemon}
        options={daemons.map(({ id, name }) => [id, name] as const)}
        initial={job?.daemonId ?? daemons[0]!.id}
        {...(choices.daemons.totalCount > listedDaemons.length && {
          hint: texts.jobForm.firstOfDaemons(listedDaemons.length, choices.daemons.totalCount),
        })}
      />
      <Choice
        name="scope"
        label={texts.jobForm.scans}
        options={[
          ['all', texts.jobForm.allSubnets],
          ['some', texts.jobForm.chosenSubnets],
        ]}
        value={scope}
        onChange={setScope}
        hint={texts.jobForm.theOwner}
      />
      {scope === 'some' && (
        <Checks
          name="subnetIds"
          label={texts.jobForm.subnets}
          options={listedSubnets.map(({ id, cidr, name }) => ({ id, name: name === cidr ? cidr : `${cidr} ${name}` }))}
          selectedIds={storedIds ?? []}
          {...(moreSubnets && {
            hint: texts.jobForm.firstOfSubnets(choices.subnets.nodes.length, choices.subnets.totalCount),
          })}
        />
      )}
      <ScheduleFields stored={job?.runType} />
      <Check name="forceFullScan" label={texts.jobForm.scanAllPorts} isChecked={job?.forceFullScan ?? false} />
    </Form>
  );
}

/** Throws for a schedule that never starts a run: the service would accept it and silently disable the job. */
async function runTypeOf(values: FormData) {
  const chosenSchedule = readSchedule(values);
  if (!chosenSchedule) return { type: 'AdHoc' as const };
  const { schedule, timezone } = chosenSchedule;
  const cronSchedule = toCron(schedule);
  const problem = await previewRuns(cronSchedule, timezone).then(
    (runs) => (runs.length === 0 ? neverRuns : undefined),
    scheduleProblem,
  );
  if (problem) throw new Refusal(problem, 'schedule_refused', false, undefined, { field: 'cronSchedule' });
  return { type: 'Scheduled' as const, cronSchedule, timezone, enabled: values.has('enabled') };
}

/** Keeps the settings of a stored job that this form does not show. */
const typeOf = (job: Job | undefined, hostId: string, subnetIds: string[] | null) => ({
  type: 'Unified' as const,
  hostId,
  subnetIds,
  ...(job && {
    hostNamingFallback: job.discoveryType.hostNamingFallback,
    scanSettings: job.discoveryType.scanSettings,
  }),
});
