// Lists audit events, newest first, filtered by type, person and time.
import { useState } from 'preact/hooks';
import {
  PeopleEventsDocument,
  PeopleEventTypesDocument,
  PeopleUndoChangeDocument,
  type AuditEventFilter,
  type AuditEventOrderField,
  type AuditEventType,
  type PeopleEventsQuery,
} from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { instantWords } from '../../kit/instants/instant-words';
import { Restore } from '../../kit/restore';
import { Choice, Field, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Facts, Time } from '../../kit/sections/rows';
import { texts } from './texts';

type Event = PeopleEventsQuery['list']['nodes'][number];

const startOf = (day: string, daysLater = 0): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + daysLater).toISOString();
};

export function readFilter(values: FormData): AuditEventFilter {
  const [eventType, actor, since, until] = ['eventType', 'actor', 'since', 'until'].map((name) =>
    readText(values, name).trim(),
  ) as [AuditEventType | '', string, string, string];
  return {
    ...(eventType && { eventType: { eq: eventType } }),
    ...(actor && { actorName: { contains: actor } }),
    ...((since || until) && {
      createdAt: { ...(since && { gte: startOf(since) }), ...(until && { lt: startOf(until, 1) }) },
    }),
  };
}

export function Audit() {
  const [filter, setFilter] = useState<AuditEventFilter>({});
  // The types of events are read from the schema, so that types of a newer service are included.
  const types = useAsked(() => ask(PeopleEventTypesDocument, {}));
  const kinds = types.data?.__type.enumValues?.map(({ name }) => [name, toWords(name)] as const) ?? [];
  const { viewer, notice } = useHere();
  const events = useList(
    ({ after, orderBy }: ListQuestion<AuditEventOrderField>) => ask(PeopleEventsDocument, { after, orderBy, filter }),
    { field: 'createdAt', isDescending: true },
    JSON.stringify(filter),
  );
  return (
    <>
      <form
        aria-label={texts.audit.filter}
        class="filter"
        onSubmit={(event) => {
          event.preventDefault();
          const next = readFilter(new FormData(event.currentTarget));
          if (JSON.stringify(next) === JSON.stringify(filter)) void events.reload();
          else setFilter(next);
        }}
      >
        <Choice name="eventType" label={texts.audit.kind} options={[['', texts.audit.all], ...kinds]} />
        <Field name="actor" label={texts.audit.by} maxLength={100} hint={texts.audit.byHint} />
        <Field name="since" label={texts.audit.from} type="date" />
        <Field name="until" label={texts.audit.until} type="date" />
        <p>
          <button type="submit" class="main">
            {texts.audit.show}
          </button>
        </p>
      </form>
      <List
        list={events}
        name={texts.audit.auditEvents}
        nouns={texts.audit.nouns}
        none={texts.audit.noRows}
        columns={columns}
        actions={(event) =>
          event.eventType === 'Change' &&
          viewer.may.includes('undoChange') && (
            <UndoButton
              event={event}
              done={(words) => {
                notice(words);
                void events.reload();
              }}
            />
          )
        }
      />
    </>
  );
}

function UndoButton({ event, done }: { event: Event; done: (words: string) => void }) {
  const undo = async (isPreview: boolean) =>
    (await ask(PeopleUndoChangeDocument, { input: { eventId: event.id, isPreview } })).undoChange;
  const actor = event.actor.name ?? toWords(event.actor.type);
  return (
    <Restore
      button={texts.audit.undo}
      label={texts.audit.undoLabel(actor, instantWords(event.createdAt))}
      preview={() => undo(true)}
      act={() => undo(false)}
      done={done}
    />
  );
}

const columns: readonly Column<Event, AuditEventOrderField>[] = [
  { title: texts.audit.event, order: 'eventType', cell: ({ eventType }) => toWords(eventType) },
  { title: texts.audit.subject, cell: ({ subjectName }) => subjectName && <bdi>{subjectName}</bdi> },
  { title: texts.audit.at, order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: texts.common.createdBy,
    order: 'actorName',
    cell: ({ actor: { name, type } }) => <bdi>{name ?? toWords(type)}</bdi>,
  },
  { title: texts.audit.operation, order: 'operation', cell: ({ operation }) => operation && <code>{operation}</code> },
  { title: texts.audit.details, cell: eventDetails },
];

function eventDetails(event: Event) {
  const details = Object.entries((event.details ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== null,
  );
  if (details.length === 0) return null;
  return (
    <details>
      <summary>{texts.audit.show}</summary>
      <Facts
        facts={details.map(([name, value]) => [
          name.replaceAll('_', ' '),
          typeof value === 'string' ? value : JSON.stringify(value),
        ])}
      />
    </details>
  );
}

/** The type of an event in words: `SignInRefused` becomes `Sign in refused`. */
export const toWords = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
