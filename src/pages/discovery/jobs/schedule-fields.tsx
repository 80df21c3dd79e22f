// The form fields for the schedule of a job, with the next runs in the user's time zone.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Check, Choice, Field, readText } from '../../kit/sections/form';
import { NextRuns } from './next-runs';
import { neverRuns, previewRuns, scheduleProblem } from './preview';
import {
  hourSteps,
  lastSafeDay,
  parseCron,
  parseTime,
  scheduleWords,
  timeWords,
  toCron,
  weekdays,
  type Schedule,
} from './schedule';

export interface StoredSchedule {
  readonly cronSchedule: string | null;
  readonly timezone: string | null;
  readonly enabled: boolean | null;
}

export interface ChosenSchedule {
  readonly schedule: Schedule;
  readonly timezone: string | null;
}

type Kind = Schedule['kind'] | 'manual';
const kinds: readonly (readonly [Kind, string])[] = [
  ['manual', 'Only when somebody starts it'],
  ['hours', 'Every few hours'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['monthly', 'Every month'],
  ['cron', 'By a cron expression'],
];

/** The schedule and time zone that the form contains; null if the job is started by hand only. */
export function readSchedule(values: FormData): ChosenSchedule | null {
  const kind = readText(values, 'kind') as Kind;
  if (kind === 'manual') return null;
  const time = parseTime(readText(values, 'time'));
  const number = (name: string) => Number(readText(values, name));
  const schedules: Readonly<Record<Schedule['kind'], () => Schedule>> = {
    hours: () => ({ kind: 'hours', everyHours: number('everyHours'), minute: number('minute') }),
    daily: () => ({ kind: 'daily', ...time }),
    weekly: () => ({ kind: 'weekly', weekday: number('weekday'), ...time }),
    monthly: () => ({ kind: 'monthly', day: number('day'), ...time }),
    cron: () => ({ kind: 'cron', expression: readText(values, 'cronSchedule').trim() }),
  };
  return { schedule: schedules[kind](), timezone: readText(values, 'timezone') || null };
}

const readerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function zonesWith(zone: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone, readerZone()]);
  return [...zones].sort();
}

const numberOptions = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), String(from + at)] as const);

/** Milliseconds without a change of the form after which the next runs are requested. */
const settledMs = 300;

export function ScheduleFields({ stored }: { readonly stored: StoredSchedule | undefined }) {
  const cronSchedule = stored?.cronSchedule ?? null;
  const initial: Schedule = cronSchedule === null ? { kind: 'daily', hour: 3, minute: 0 } : parseCron(cronSchedule);
  const initialKind: Kind = stored && cronSchedule === null ? 'manual' : initial.kind;
  const initialZone = cronSchedule === null ? readerZone() : (stored?.timezone ?? 'UTC');
  const [kind, setKind] = useState<Kind>(initialKind);
  const [chosen, setChosen] = useState<ChosenSchedule | null>(
    initialKind === 'manual' ? null : { schedule: initial, timezone: initialZone },
  );
  const fields = useRef<HTMLDivElement>(null);
  const reread = () => {
    const form = fields.current?.closest('form');
    if (form) setChosen(readSchedule(new FormData(form)));
  };
  // The fields of the newly chosen kind of schedule exist only after rendering, so the form is read again after it.
  useEffect(reread, [kind]);
  const time = 'hour' in initial ? timeWords(initial) : '03:00';
  const minute = 'minute' in initial ? initial.minute : 0;
  return (
    <div ref={fields} onInput={reread} onChange={reread}>
      <Choice name="kind" label="Runs" options={kinds} value={kind} onChange={(value) => setKind(value as Kind)} />
      {kind === 'hours' && (
        <>
          <Choice
            name="everyHours"
            label="Hours from one run to the next"
            options={hourSteps.map((step) => [String(step), String(step)] as const)}
            initial={String(initial.kind === 'hours' ? initial.everyHours : 6)}
          />
          <Choice name="minute" label="Minute" options={numberOptions(0, 59)} initial={String(minute)} />
        </>
      )}
      {kind === 'weekly' && (
        <Choice
          name="weekday"
          label="Day"
          options={weekdays.map((name, at) => [String(at), name] as const)}
          initial={String(initial.kind === 'weekly' ? initial.weekday : 0)}
        />
      )}
      {kind === 'monthly' && (
        <Choice
          name="day"
          label="Day of the month"
          options={numberOptions(1, lastSafeDay)}
          initial={String(initial.kind === 'monthly' ? initial.day : 1)}
        />
      )}
      {(kind === 'daily' || kind === 'weekly' || kind === 'monthly') && (
        <Field name="time" label="Time" type="time" required defaultValue={time} />
      )}
      {kind === 'cron' && (
        <Field
          name="cronSchedule"
          label="Cron expression"
          required
          maxLength={100}
          spellcheck={false}
          defaultValue={cronSchedule ?? toCron({ kind: 'daily', hour: 3, minute: 0 })}
          hint="Six fields: second, minute, hour, day of the month, month, day of the week."
        />
      )}
      {kind !== 'manual' && (
        <>
          <Choice
            name="timezone"
            label="Time zone of the schedule"
            options={zonesWith(initialZone).map((zone) => [zone, zone] as const)}
            initial={initialZone}
          />
          <Check name="enabled" label="The schedule is active" isChecked={stored?.enabled ?? true} />
          {chosen && <Preview chosen={chosen} />}
        </>
      )}
    </div>
  );
}

interface Answer {
  readonly key: string;
  readonly runs: readonly string[];
  readonly problem: string | null;
}

/** Shows the next runs of a schedule that is not stored yet. The service computes these runs. */
function Preview({ chosen: { schedule, timezone } }: { readonly chosen: ChosenSchedule }) {
  const cronSchedule = toCron(schedule);
  const key = JSON.stringify([cronSchedule, timezone]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let isOver = false;
    const show = (runs: readonly string[], problem: string | null) => !isOver && setAnswer({ key, runs, problem });
    const timer = setTimeout(() => {
      if (cronSchedule === '') return show([], null);
      previewRuns(cronSchedule, timezone).then(
        (runs) => show(runs, runs.length === 0 ? neverRuns : null),
        (error: unknown) => show([], scheduleProblem(error)),
      );
    }, settledMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <div class="card" role="status">
      <p>Runs {scheduleWords(schedule)}.</p>
      {answer?.key === key && answer.problem && <p class="at-field">{answer.problem}</p>}
      {answer?.key === key && <NextRuns runs={answer.runs} timezone={timezone} />}
    </div>
  );
}
