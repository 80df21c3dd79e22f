// Lists the messages of a webhook, which are read again while they are shown. A button sends a test message to the
// receiver.
import { useState } from 'preact/hooks';
import {
  PeopleDeliveredEventsDocument,
  PeopleRedeliverDocument,
  PeopleTestWebhookDocument,
  PeopleWebhookDeliveriesDocument,
  type PeopleDeliveredEventsQuery,
  type PeopleTestWebhookMutation,
  type PeopleWebhookDeliveriesQuery,
  type PeopleWebhookFragment,
} from '../../../generated/people-operations';
import { ask, errorText, usePaged } from '../../kit/asking';
import { Facts, Rows, Time } from '../../kit/sections/rows';
import { useHere } from '../parts/frame';
import { texts } from './texts';
import { useReread } from './use-reread';

type Event = PeopleDeliveredEventsQuery['networkEvents']['nodes'][number];
type Delivery = PeopleWebhookDeliveriesQuery['list']['nodes'][number] & {
  /** The first event in the message; undefined if the event has been deleted since. */
  readonly event: Event | undefined;
};

/** Number of messages per request. Must equal the argument `first` in the GraphQL document. */
const pageSize = 20;
const rereadMs = 5_000;

async function readDeliveries(webhookId: string, after: string | null) {
  const { list } = await ask(PeopleWebhookDeliveriesDocument, { webhookId, after });
  const ids = list.nodes.flatMap(({ eventIds }) => eventIds.slice(0, 1));
  const events = ids.length === 0 ? [] : (await ask(PeopleDeliveredEventsDocument, { ids })).networkEvents.nodes;
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return {
    list: { ...list, nodes: list.nodes.map((one): Delivery => ({ ...one, event: eventOf.get(one.eventIds[0]!) })) },
  };
}

export function Messages({ webhook }: { readonly webhook: PeopleWebhookFragment }) {
  const { id, name, url, headerNames, formerSecretUntil, createdByUser } = webhook;
  const deliveries = usePaged((after) => readDeliveries(id, after), id);
  useReread(deliveries, pageSize, rereadMs);
  return (
    <>
      <Facts
        facts={[
          [texts.messages.url, <bdi>{url}</bdi>],
          ...(headerNames.length > 0 ? ([[texts.messages.ownHeaders, headerNames.join(', ')]] as const) : []),
          ...(createdByUser ? ([[texts.messages.createdBy, <bdi>{createdByUser.email}</bdi>]] as const) : []),
          ...(formerSecretUntil ? ([[texts.messages.formerSecret, <Time at={formerSecretUntil} />]] as const) : []),
        ]}
      />
      <Test id={id} />
      <Rows
        list={deliveries}
        name={texts.messages.list(name)}
        none={texts.messages.noRows}
        row={(delivery) => <Message delivery={delivery} isEnabled={webhook.enabled} reread={deliveries.reload} />}
      />
    </>
  );
}

type TestAnswer = PeopleTestWebhookMutation['testWebhook'];

function Test({ id }: { readonly id: string }) {
  const { notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TestAnswer>();
  const test = async () => {
    setBusy(true);
    setAnswer(undefined);
    try {
      setAnswer((await ask(PeopleTestWebhookDocument, { id })).testWebhook);
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p class="quiet">{texts.messages.testHint}</p>
      <p>
        <button type="button" disabled={isBusy} onClick={() => void test()}>
          {texts.messages.test}
        </button>
      </p>
      <div role="status" aria-label={texts.messages.answerOfTest}>
        {answer && (
          <p class={answer.isAccepted ? undefined : 'problem'}>
            {testWords(answer)} {answer.answerText && <code>{answer.answerText}</code>}
          </p>
        )}
      </div>
    </>
  );
}

function testWords({ isAccepted, answerStatus }: TestAnswer): string {
  if (isAccepted) return texts.messages.accepted(answerStatus);
  return answerStatus === null ? texts.messages.noAnswer : texts.messages.refused(answerStatus);
}

function wordsOf({ event, eventIds }: Delivery): string {
  if (!event) return texts.messages.eventCount(eventIds.length);
  return eventIds.length === 1 ? event.message : `${event.message} ${texts.messages.more(eventIds.length - 1)}`;
}

interface MessageProps {
  readonly delivery: Delivery;
  /** Whether the webhook is enabled. Messages of a disabled webhook cannot be sent again. */
  readonly isEnabled: boolean;
  readonly reread: () => Promise<void>;
}

function Message({ delivery, isEnabled, reread }: MessageProps) {
  const { id, createdAt, state, network } = delivery;
  const { notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const sendAgain = async () => {
    setBusy(true);
    try {
      await ask(PeopleRedeliverDocument, { id });
      await reread();
      notice(texts.messages.againNotice);
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p class="message-title">
        <strong>{texts.messages.states[state]}</strong> <Time at={createdAt} /> <bdi>{wordsOf(delivery)}</bdi>
      </p>
      <Facts facts={[[texts.messages.network, <bdi>{network.name}</bdi>], ...attemptFacts(delivery)]} />
      {isEnabled && (
        <div class="buttons">
          <button
            type="button"
            aria-label={texts.messages.againLabel(wordsOf(delivery))}
            disabled={isBusy}
            onClick={() => void sendAgain()}
          >
            {texts.messages.again}
          </button>
        </div>
      )}
    </>
  );
}

function attemptFacts({ state, attempts, attemptedAt, nextAttemptAt, answerStatus, answerText }: Delivery) {
  const answer = (
    <>
      {answerStatus ?? texts.messages.noAnswerYet} {answerText && <code>{answerText}</code>}
    </>
  );
  return [
    [texts.messages.tries, attempts.toLocaleString()],
    ...(attemptedAt ? ([[texts.messages.lastTry, <Time at={attemptedAt} />]] as const) : []),
    ...(state === 'Waiting'
      ? ([[texts.messages.nextTry, nextAttemptAt ? <Time at={nextAttemptAt} /> : texts.messages.nextNow]] as const)
      : []),
    ...(attemptedAt ? ([[texts.messages.answer, answer]] as const) : []),
  ] as const;
}
