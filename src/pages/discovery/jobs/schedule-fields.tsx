// The form fields for the schedule of a job, with the next runs in the user's time zone.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Check, Choice, Field, readText } from '../../kit/sections/form';
import { readerZone, zonesWith } from '../../kit/words/time-zones';
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
import { texts } from '../page-texts';

const words = texts.scheduleFields;

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
  ['manual', words.onlyWhenSomebodyStarts],
  ['hours', words.everyFewHours],
  ['daily', words.everyDay],
  ['weekly', words.everyWeek],
  ['monthly', words.everyMonth],
  ['cron', words.byACronExpression],
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
  const [chosenSchedule, setChosenSchedule] = useState<ChosenSchedule | null>(
    initialKind === 'manual' ? null : { schedule: initial, timezone: initialZone },
  );
  const choose = (value: string) => setKind(value as Kind);
  const fields = useRef<HTMLDivElement>(null);
  const reread = () => {
    const form = fields.current?.closest('form');
    if (form) setChosenSchedule(readSchedule(new FormData(form)));
  };
  // When the user selects another kind of schedule, its input fields appear only after rendering. So the form is read
  // again here.
  useEffect(reread, [kind]);
  const time = 'hour' in initial ? timeWords(initial) : '03:00';
  const minute = 'minute' in initial ? initial.minute : 0;
  return (
    <div ref={fields} onInput={reread} onChange={reread}>
      <Choice name="kind" label={words.runs} options={kinds} value={kind} onChange={choose} />
      {kind === 'hours' && (
        <>
          <Choice
            name="everyHours"
            label={words.hoursFromOneRun}
            options={hourSteps.map((step) => [String(step), String(step)] as const)}
            initial={String(initial.kind === 'hours' ? initial.everyHours : 6)}
          />
          <Choice name="minute" label={words.minute} options={numberOptions(0, 59)} initial={String(minute)} />
        </>
      )}
      {kind === 'weekly' && (
        <Choice
          name="weekday"
          label={words.day}
          options={weekdays.map((name, at) => [String(at), name] as const)}
          initial={String(initial.kind === 'weekly' ? initial.weekday : 0)}
        />
      )}
      {kind === 'monthly' && (
        <Choice
          name="day"
          label={words.dayOfTheMonth}
          options={numberOptions(1, lastSafeDay)}
          initial={String(initial.kind === 'monthly' ? initial.day : 1)}
        />
      )}
      {(kind === 'daily' || kind === 'weekly' || kind === 'monthly') && (
        <Field name="time" label={words.time} type="time" required defaultValue={time} />
      )}
      {kind === 'cron' && (
        <Field
          name="cronSchedule"
          label={words.cronExpression}
          required
          maxLength={100}
          spellcheck={false}
          defaultValue={cronSchedule ?? toCron({ kind: 'daily', hour: 3, minute: 0 })}
          hint={words.sixFieldsSecondMinute}
        />
      )}
      {kind !== 'manual' && (
        <>
          <Choice
            name="timezone"
            label={words.timeZone}
            options={zonesWith(initialZone).map((zone) => [zone, zone] as const)}
            initial={initialZone}
          />
          <Check name="enabled" label={words.scheduleIsActive} isChecked={stored?.enabled ?? true} />
          {chosenSchedule && <Preview chosen={chosenSchedule} />}
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
      <p>{words.runs2(scheduleWords(schedule))}</p>
      {answer?.key === key && answer.problem && <p class="at-field">{answer.problem}</p>}
      {answer?.key === key && <NextRuns runs={answer.runs} timezone={timezone} />}
    </div>
  );
}
