// The form for a new or stored webhook: its receiver, networks, events and HTTP headers.
import { useState } from 'preact/hooks';
import type { PeopleWebhookFragment, WebhookFormat } from '../../../generated/people-operations';
import { Choice, Field, Form, readText } from '../../kit/sections/form';
import { Events, Networks, readEvents, readNetworks, useFilterOptions } from '../parts/event-filter';
import { useHere } from '../parts/frame';
import { atHeaders, HeaderInputs, readHeaders } from './header-inputs';
import { Preview } from './preview';
import { texts } from './texts';

/** Tags and headers are sent only if the user has changed them, because the form may not know all stored values. */
function readWebhook(
  values: FormData,
  stored: PeopleWebhookFragment | undefined,
  networks: Parameters<typeof readNetworks>[2],
  options: Parameters<typeof readEvents>[2],
) {
  const { isForAll, networkIds } = readNetworks(values, stored, networks);
  const headers = readHeaders(values, stored?.headerNames ?? []);
  return {
    name: readText(values, 'name'),
    url: readText(values, 'url').trim(),
    format: readText(values, 'format') as WebhookFormat,
    ...{ allNetworks: isForAll, networkIds, ...readEvents(values, stored, options) },
    ...(headers && { headers }),
  };
}
export type WebhookValues = ReturnType<typeof readWebhook>;

interface WebhookFormProps {
  readonly button: string;
  readonly label?: string;
  readonly webhook?: PeopleWebhookFragment;
  readonly send: (values: WebhookValues) => Promise<unknown>;
}

export function WebhookForm({ webhook, send, ...form }: WebhookFormProps) {
  const { networks } = useHere();
  const { data: options, problem } = useFilterOptions(webhook);
  if (!options) return <div role="alert">{problem && <p class="problem">{problem}</p>}</div>;
  const sendValues = async (values: FormData) => {
    try {
      await send(readWebhook(values, webhook, networks, options));
    } catch (error) {
      throw atHeaders(error);
    }
  };
  return (
    <Form {...form} send={sendValues}>
      <Receiver webhook={webhook} />
      <Networks stored={webhook} isForAll={webhook?.allNetworks ?? false} />
      <Events stored={webhook} options={options} />
      <HeaderInputs storedNames={webhook?.headerNames ?? []} />
    </Form>
  );
}

interface PartProps {
  readonly webhook: PeopleWebhookFragment | undefined;
}

function Receiver({ webhook }: PartProps) {
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'Netloom');
  return (
    <>
      <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={webhook?.name ?? ''} />
      <Choice
        name="format"
        label={texts.webhooks.format}
        options={Object.entries(texts.common.formats)}
        value={format}
        onChange={(value) => setFormat(value as WebhookFormat)}
      />
      <Field
        name="url"
        label={texts.fields.url}
        hint={texts.fields.urlHint}
        required
        maxLength={2_000}
        spellcheck={false}
        defaultValue={webhook?.url ?? ''}
      />
      <Preview format={format} />
    </>
  );
}
