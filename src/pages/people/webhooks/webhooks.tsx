// Webhooks of the organization: creates, changes, tests, enables, disables and deletes webhooks, and shows their new
// secrets once.
import { Fragment } from 'preact';
import {
  PeopleCreateWebhookDocument,
  PeopleDeleteWebhookDocument,
  PeopleRotateWebhookSecretDocument,
  PeopleUpdateWebhookDocument,
  PeopleWebhooksDocument,
  type PeopleWebhookFragment as Webhook,
  type WebhookOrderField,
} from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Opened, Time } from '../../kit/sections/rows';
import { filterWords } from '../parts/event-filter';
import { useHere, useShownOnce } from '../parts/frame';
import { NewKey, type ShownKey } from '../parts/key';
import { Messages } from './messages';
import { texts } from './texts';
import { useReread } from './use-reread';
import { WebhookForm, type WebhookValues } from './webhook-form';

/** Number of webhooks per request. Must equal the argument `first` in the GraphQL document. */
const pageSize = 50;
const rereadMs = 15_000;

const secretWords = {
  title: texts.webhooks.theSecret,
  hint: texts.webhooks.secretHint,
  label: texts.webhooks.secretLabel,
};

export function Webhooks() {
  const { notice } = useHere();
  const [newSecret, setNewSecret] = useShownOnce<ShownKey>('webhook');
  const webhooks = useList(
    ({ text, ...asked }: ListQuestion<WebhookOrderField>) =>
      ask(PeopleWebhooksDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'name', isDescending: false },
  );
  useReread(webhooks, pageSize, rereadMs);
  const create = async (input: WebhookValues) => {
    const { made } = await ask(PeopleCreateWebhookDocument, { input });
    setNewSecret({ name: input.name, key: made.secret });
    await webhooks.reload();
    notice(texts.common.createdNotice(input.name));
  };
  const save = async ({ id, updatedAt }: Webhook, values: WebhookValues) => {
    await ask(PeopleUpdateWebhookDocument, { id, input: { ...values, expectedUpdatedAt: updatedAt } });
    await webhooks.reload();
    notice(texts.common.savedName(values.name));
  };
  const rotate = async ({ id, name }: Webhook) => {
    const { secret } = await ask(PeopleRotateWebhookSecretDocument, { id });
    setNewSecret({ name, key: secret });
    await webhooks.reload();
  };
  return (
    <>
      <p>{texts.webhooks.purpose}</p>
      {newSecret && <NewKey newKey={newSecret} words={secretWords} close={() => setNewSecret(null)} />}
      <Opened title={texts.webhooks.newWebhook}>
        {(close) => <WebhookForm button={texts.webhooks.createWebhook} send={(values) => create(values).then(close)} />}
      </Opened>
      <List
        list={webhooks}
        name={texts.webhooks.webhooks}
        nouns={texts.webhooks.nouns}
        none={texts.webhooks.noRows}
        search={texts.webhooks.search}
        columns={columns}
        forms={[
          {
            button: texts.webhooks.messages,
            isFor: () => true,
            content: (opened) => <Messages webhook={webhooks.data?.find(({ id }) => id === opened.id) ?? opened} />,
          },
          {
            button: texts.common.change,
            isFor: () => true,
            content: (webhook, close) => (
              <>
                <WebhookForm
                  button={texts.common.save}
                  label={texts.common.changeLabel(webhook.name)}
                  webhook={webhook}
                  send={(values) => save(webhook, values).then(close)}
                />
                <Confirm
                  button={texts.webhooks.rotate}
                  label={texts.webhooks.rotateLabel(webhook.name)}
                  question={texts.webhooks.rotateQuestion(webhook.name)}
                  act={() => rotate(webhook).then(close)}
                />
              </>
            ),
          },
        ]}
        actions={(webhook) => <Actions webhook={webhook} reread={webhooks.reload} />}
      />
    </>
  );
}

/** Text about the state of a webhook: enabled, failing since an instant, or disabled with the reason. */
function stateOf({ enabled, failingSince, stoppedBecause }: Webhook) {
  if (!enabled)
    return (
      <strong>
        {stoppedBecause ? texts.webhooks.stopped(texts.webhooks.stops[stoppedBecause]) : texts.webhooks.off}
      </strong>
    );
  if (failingSince) return <strong>{texts.webhooks.failingSince(instantWords(failingSince))}</strong>;
  return texts.webhooks.on;
}

/** The host of a URL. Lines may break only after a dot. */
const Host = ({ url }: { readonly url: string }) => (
  <bdi class="host">
    {new URL(url).host.split(/(?<=\.)/).map((part, at) => (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </bdi>
);

const columns: readonly Column<Webhook, WebhookOrderField>[] = [
  { title: texts.common.name, order: 'name', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: texts.webhooks.state, order: 'enabled', cell: stateOf },
  { title: texts.webhooks.format, order: 'format', cell: ({ format }) => texts.common.formats[format] },
  { title: texts.webhooks.receiver, cell: Host },
  { title: texts.webhooks.sends, cell: (webhook) => filterWords(webhook.allNetworks, webhook) },
  {
    title: texts.webhooks.delivered,
    order: 'deliveredAt',
    cell: ({ deliveredAt }) => (deliveredAt ? <Time at={deliveredAt} /> : texts.common.never),
  },
];

interface ActionsProps {
  readonly webhook: Webhook;
  readonly reread: () => Promise<void>;
}

function Actions({ webhook: { id, name, enabled }, reread }: ActionsProps) {
  const { notice } = useHere();
  const button = enabled ? texts.webhooks.switchOff : texts.webhooks.switchOn;
  const setEnabled = async () => {
    await ask(PeopleUpdateWebhookDocument, { id, input: { enabled: !enabled } });
    await reread();
  };
  const remove = async () => {
    await ask(PeopleDeleteWebhookDocument, { id });
    await reread();
    notice(texts.common.deletedNotice(name));
  };
  return (
    <>
      <Confirm
        key={String(enabled)}
        button={button}
        label={texts.webhooks.switchLabel(button, name)}
        question={enabled ? texts.webhooks.switchOffQuestion(name) : texts.webhooks.switchOnQuestion(name)}
        act={setEnabled}
      />
      <Confirm
        button={texts.common.delete}
        label={texts.common.deleteLabel(name)}
        question={texts.webhooks.deleteQuestion(name)}
        act={remove}
      />
    </>
  );
}
