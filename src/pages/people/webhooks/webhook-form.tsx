// The form for a new or stored webhook: its receiver, its networks, which events it sends, and its own headers.
import { useState } from 'preact/hooks';
import {
  PeopleWebhookOptionsDocument,
  type HostRole,
  type NetworkEventKind,
  type NetworkEventSeverity,
  type PeopleWebhookFragment,
  type PeopleWebhookOptionsQuery,
  type WebhookFormat,
} from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Checks } from '../../kit/sections/checks';
import { Choice, Field, Form, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { atHeaders, HeaderInputs, readHeaders } from './header-inputs';
import { Preview } from './preview';
import { texts } from './texts';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([id, name]) => ({ id, name }));
const kindOptions = optionsOf(texts.common.kinds);
const severityOptions = optionsOf(texts.common.severities);
const roleOptions = optionsOf(texts.fields.roleNames);

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The tags that can be chosen: the first ones by name, and those of the webhook. */
const tagOptions = ({ tags, chosen }: PeopleWebhookOptionsQuery): readonly Named[] => [
  ...chosen.nodes.filter(({ id }) => !tags.nodes.some((tag) => tag.id === id)),
  ...tags.nodes,
];

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** What the form says. Tags and headers are left out if the user has not changed them. */
function readWebhook(
  values: FormData,
  stored: PeopleWebhookFragment | undefined,
  networks: readonly Named[],
  tags: readonly Named[],
) {
  const isForAll = readText(values, 'scope') === 'all';
  // The form offers a limited number of networks. Those that it does not offer are kept.
  const hiddenIds = (stored?.networkIds ?? []).filter((id) => !networks.some((network) => network.id === id));
  const tagIds = readTexts(values, 'tagIds');
  // A deleted tag is not offered. If the form removed it, the webhook could send more than before.
  const offeredIds = (stored?.tagIds ?? []).filter((id) => tags.some((tag) => tag.id === id));
  const headers = readHeaders(values, stored?.headerNames ?? []);
  return {
    name: readText(values, 'name'),
    url: readText(values, 'url').trim(),
    format: readText(values, 'format') as WebhookFormat,
    allNetworks: isForAll,
    networkIds: isForAll ? [] : [...readTexts(values, 'networkIds'), ...hiddenIds],
    kinds: readTexts(values, 'kinds') as NetworkEventKind[],
    severities: readTexts(values, 'severities') as NetworkEventSeverity[],
    roles: readTexts(values, 'roles') as HostRole[],
    ...(!isSameSet(tagIds, offeredIds) && { tagIds }),
    ...(headers && { headers }),
  };
}

export type WebhookValues = ReturnType<typeof readWebhook>;

interface WebhookFormProps {
  readonly button: string;
  readonly label?: string;
  /** The stored webhook; undefined in the form for a new one. */
  readonly webhook?: PeopleWebhookFragment;
  readonly send: (values: WebhookValues) => Promise<unknown>;
}

export function WebhookForm({ webhook, send, ...form }: WebhookFormProps) {
  const { networks } = useHere();
  const { data: options, problem } = useAsked(() =>
    ask(PeopleWebhookOptionsDocument, { tagIds: webhook?.tagIds ?? [] }),
  );
  if (!options) return <div role="alert">{problem && <p class="problem">{problem}</p>}</div>;
  const sendValues = async (values: FormData) => {
    try {
      await send(readWebhook(values, webhook, networks, tagOptions(options)));
    } catch (error) {
      throw atHeaders(error);
    }
  };
  return (
    <Form {...form} send={sendValues}>
      <Receiver webhook={webhook} />
      <Networks webhook={webhook} />
      <Events webhook={webhook} options={options} />
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

function Networks({ webhook }: PartProps) {
  const { networks } = useHere();
  const [scope, setScope] = useState(webhook?.allNetworks ? 'all' : 'some');
  return (
    <>
      <Choice
        name="scope"
        label={texts.fields.scope}
        options={[
          ['some', texts.fields.someNetworks],
          ['all', texts.fields.allNetworks],
        ]}
        value={scope}
        onChange={setScope}
      />
      {scope === 'some' && (
        <Checks
          name="networkIds"
          label={texts.fields.chosenNetworks}
          options={networks}
          selectedIds={webhook?.networkIds ?? []}
        />
      )}
    </>
  );
}

function Events({ webhook, options }: PartProps & { readonly options: PeopleWebhookOptionsQuery }) {
  const tags = tagOptions(options);
  const tagHint =
    options.tags.totalCount > options.tags.nodes.length
      ? texts.fields.notAllTags(options.tags.nodes.length, options.tags.totalCount)
      : texts.fields.noneIsAllHosts;
  return (
    <div class="filters-of-events">
      <Checks
        name="severities"
        label={texts.fields.severities}
        hint={texts.fields.noneIsAll}
        options={severityOptions}
        selectedIds={webhook?.severities ?? []}
      />
      <Checks
        name="kinds"
        label={texts.fields.kinds}
        hint={texts.fields.noneIsAll}
        options={kindOptions}
        selectedIds={webhook?.kinds ?? []}
      />
      {tags.length > 0 && (
        <Checks
          name="tagIds"
          label={texts.fields.tags}
          hint={tagHint}
          options={tags}
          selectedIds={webhook?.tagIds ?? []}
        />
      )}
      <Checks
        name="roles"
        label={texts.fields.roles}
        hint={texts.fields.noneIsAllHosts}
        options={roleOptions}
        selectedIds={webhook?.roles ?? []}
      />
    </div>
  );
}
