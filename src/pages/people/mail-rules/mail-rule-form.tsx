// The form for a new or stored mail rule: its networks and events, and when its mails are sent.
import { useState } from 'preact/hooks';
import type {
  MailTiming,
  PeopleEventFilterOptionsQuery,
  PeopleMailRuleFragment,
} from '../../../generated/people-operations';
import { Refusal } from '../../kit/ask';
import { Choice, Field, Form, readText } from '../../kit/sections/form';
import { readerZone, zonesWith } from '../../kit/words/time-zones';
import { Events, Networks, readEvents, readNetworks, useFilterOptions } from '../parts/event-filter';
import { useHere } from '../parts/frame';
import { Preview } from './preview';
import { texts } from './texts';

const hourOptions = Array.from({ length: 24 }, (_, hour) => [String(hour), texts.hourWords(hour)] as const);
const [usualHour, usualQuietTo] = ['8', '7'];

/** When the form hides the hour, it is not sent, so that the stored hour stays. */
function readTimes(values: FormData) {
  const [hour, quietFrom] = [values.get('hour'), readText(values, 'quietFrom')];
  return {
    timing: readText(values, 'timing') as MailTiming,
    ...(hour !== null && { hour: Number(hour) }),
    quietFrom: quietFrom === '' ? null : Number(quietFrom),
    quietTo: quietFrom === '' ? null : Number(readText(values, 'quietTo')),
    timeZone: readText(values, 'timeZone'),
  };
}

export type MailRuleValues = { readonly name: string; readonly networkIds: string[] } & ReturnType<typeof readTimes> &
  Partial<ReturnType<typeof readEvents>>;

/**
 * Built-in rules have fixed event types and severities, so only the hosts are sent; for `DiscoveryDigest`, not even
 * these.
 */
function readRuleEvents(
  values: FormData,
  rule: PeopleMailRuleFragment | undefined,
  options: PeopleEventFilterOptionsQuery,
): Partial<ReturnType<typeof readEvents>> {
  if (rule?.builtin === 'DiscoveryDigest') return {};
  const { kinds, severities, ...hosts } = readEvents(values, rule, options);
  return rule?.builtin ? hosts : { kinds, severities, ...hosts };
}

interface MailRuleFormProps {
  readonly button: string;
  readonly label?: string;
  readonly rule?: PeopleMailRuleFragment;
  readonly send: (values: MailRuleValues) => Promise<unknown>;
}

export function MailRuleForm({ rule, send, ...form }: MailRuleFormProps) {
  const { networks } = useHere();
  const { data: options, problem } = useFilterOptions(rule);
  if (!options) return <div role="alert">{problem && <p class="problem">{problem}</p>}</div>;
  const sendValues = async (values: FormData) => {
    const { isForAll, networkIds } = readNetworks(values, rule, networks);
    // The API takes an empty list of networks as all networks, so an empty selection is rejected here.
    if (!isForAll && networkIds.length === 0)
      throw new Refusal(texts.form.noNetwork, 'validation_required', false, undefined, { field: 'networkIds' });
    const name = readText(values, 'name');
    await send({ name, networkIds, ...readRuleEvents(values, rule, options), ...readTimes(values) });
  };
  return (
    <Form {...form} send={sendValues}>
      <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={rule?.name ?? ''} />
      <Networks stored={rule} isForAll={!rule || rule.networkIds.length === 0} />
      {rule?.builtin !== 'DiscoveryDigest' && (
        <Events stored={rule} options={options} isForHosts={Boolean(rule?.builtin)} />
      )}
      <Times rule={rule} />
      <Preview builtin={rule?.builtin ?? null} />
    </Form>
  );
}

function Times({ rule }: { readonly rule: PeopleMailRuleFragment | undefined }) {
  const [timing, setTiming] = useState<MailTiming>(rule?.timing ?? 'Now');
  const [quietFrom, setQuietFrom] = useState(String(rule?.quietFrom ?? ''));
  const zone = rule?.timeZone ?? readerZone();
  return (
    <>
      <Choice
        name="timing"
        label={texts.form.timing}
        options={Object.entries(texts.form.timings)}
        value={timing}
        onChange={(value) => setTiming(value as MailTiming)}
      />
      {timing === 'Daily' && (
        <Choice name="hour" label={texts.form.hour} options={hourOptions} initial={String(rule?.hour ?? usualHour)} />
      )}
      <Choice
        name="quietFrom"
        label={texts.form.quietFrom}
        hint={texts.form.quietHint}
        options={[['', texts.form.neverQuiet], ...hourOptions]}
        value={quietFrom}
        onChange={setQuietFrom}
      />
      {quietFrom !== '' && (
        <Choice
          name="quietTo"
          label={texts.form.quietTo}
          options={hourOptions}
          initial={String(rule?.quietTo ?? usualQuietTo)}
        />
      )}
      <Choice
        name="timeZone"
        label={texts.form.timeZone}
        options={zonesWith(zone).map((one) => [one, one] as const)}
        initial={zone}
      />
    </>
  );
}
