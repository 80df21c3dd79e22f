// Form fields that select the networks and events of a webhook or a mail rule, functions that read these fields, and a
// summary for lists.
import { useState } from 'preact/hooks';
import {
  PeopleEventFilterOptionsDocument,
  type HostRole,
  type NetworkEventKind,
  type NetworkEventSeverity,
  type PeopleEventFilterOptionsQuery,
} from '../../../generated/people-operations';
import { ask, useAsked } from '../../kit/asking';
import { Checks } from '../../kit/sections/checks';
import { Choice, readText, readTexts } from '../../kit/sections/form';
import { useHere } from './frame';
import { texts } from './event-filter-texts';

interface NamedRow {
  readonly id: string;
  readonly name: string;
}
/** Which events a webhook or a mail rule sends. An empty list admits all values. */
export interface EventFilter {
  readonly networkIds: readonly string[];
  readonly kinds: readonly NetworkEventKind[];
  readonly severities: readonly NetworkEventSeverity[];
  readonly tagIds: readonly string[];
  readonly roles: readonly HostRole[];
}
interface StoredProps {
  readonly stored: EventFilter | undefined;
}

const optionsOf = (words: Readonly<Record<string, string>>): readonly NamedRow[] =>
  Object.entries(words).map(([id, name]) => ({ id, name }));
const kindOptions = optionsOf(texts.kindNames);
const severityOptions = optionsOf(texts.severityNames);
const roleOptions = optionsOf(texts.roleNames);

/** Reads the tags from which the user can choose, and the names of the stored tags. */
export const useFilterOptions = (stored: EventFilter | undefined) =>
  useAsked(() => ask(PeopleEventFilterOptionsDocument, { tagIds: [...(stored?.tagIds ?? [])] }));

/** The tags that the form offers: the first tags by name, and the selected tags if they are not among these. */
const tagOptions = ({ tags, chosen }: PeopleEventFilterOptionsQuery): readonly NamedRow[] => [
  ...chosen.nodes.filter(({ id }) => !tags.nodes.some((tag) => tag.id === id)),
  ...tags.nodes,
];

export function Networks({ stored, isForAll }: StoredProps & { readonly isForAll: boolean }) {
  const { networks } = useHere();
  const [scope, setScope] = useState(isForAll ? 'all' : 'some');
  return (
    <>
      <Choice
        name="scope"
        label={texts.scope}
        options={[
          ['some', texts.someNetworks],
          ['all', texts.allNetworks],
        ]}
        value={scope}
        onChange={setScope}
      />
      {scope === 'some' && (
        <Checks
          name="networkIds"
          label={texts.chosenNetworks}
          options={networks}
          selectedIds={stored?.networkIds ?? []}
        />
      )}
    </>
  );
}

/**
 * Reads the selected networks from the form. The form lists only a limited number of networks, so stored networks that
 * it does not list stay selected.
 */
export function readNetworks(values: FormData, stored: EventFilter | undefined, networks: readonly NamedRow[]) {
  const isForAll = readText(values, 'scope') === 'all';
  const hiddenIds = (stored?.networkIds ?? []).filter((id) => !networks.some((network) => network.id === id));
  return { isForAll, networkIds: isForAll ? [] : [...readTexts(values, 'networkIds'), ...hiddenIds] };
}

interface EventsProps extends StoredProps {
  readonly options: PeopleEventFilterOptionsQuery;
  /** Whether only hosts can be selected, because the event types and severities of built-in rules are fixed. */
  readonly isForHosts?: boolean;
}

export function Events({ stored, options, isForHosts = false }: EventsProps) {
  const tags = tagOptions(options);
  const tagHint =
    options.tags.totalCount > options.tags.nodes.length
      ? texts.notAllTags(options.tags.nodes.length, options.tags.totalCount)
      : texts.noneIsAllHosts;
  return (
    <div class="filters-of-events">
      {!isForHosts && (
        <>
          <Checks
            name="severities"
            label={texts.severities}
            hint={texts.noneIsAll}
            options={severityOptions}
            selectedIds={stored?.severities ?? []}
          />
          <Checks
            name="kinds"
            label={texts.kinds}
            hint={texts.noneIsAll}
            options={kindOptions}
            selectedIds={stored?.kinds ?? []}
          />
        </>
      )}
      {tags.length > 0 && (
        <Checks name="tagIds" label={texts.tags} hint={tagHint} options={tags} selectedIds={stored?.tagIds ?? []} />
      )}
      <Checks
        name="roles"
        label={texts.roles}
        hint={texts.noneIsAllHosts}
        options={roleOptions}
        selectedIds={stored?.roles ?? []}
      />
    </div>
  );
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

export const readKinds = (values: FormData) => ({
  kinds: readTexts(values, 'kinds') as NetworkEventKind[],
  severities: readTexts(values, 'severities') as NetworkEventSeverity[],
});

/** Tags are not sent unless the user has changed them, so that the filter keeps tags that the form does not offer. */
export function readEvents(values: FormData, stored: EventFilter | undefined, options: PeopleEventFilterOptionsQuery) {
  const tagIds = readTexts(values, 'tagIds');
  // A deleted tag is not in the form, but must stay in the filter: without it, the filter would match more events.
  const offeredIds = (stored?.tagIds ?? []).filter((id) => tagOptions(options).some((tag) => tag.id === id));
  return {
    ...readKinds(values),
    roles: readTexts(values, 'roles') as HostRole[],
    ...(!isSameSet(tagIds, offeredIds) && { tagIds }),
  };
}

/** Summarizes a filter, as in `all networks: Critical, one kind`. `kindWords` replaces the number of event types. */
export function filterWords(
  isForAll: boolean,
  { networkIds, severities, kinds, tagIds, roles }: EventFilter,
  kindWords = texts.kindCount(kinds.length),
): string {
  const filters = [
    ...(severities.length > 0 ? [severities.map((one) => texts.severityNames[one]).join(', ')] : []),
    ...(kinds.length > 0 ? [kindWords] : []),
    ...(tagIds.length + roles.length > 0 ? [texts.someHosts] : []),
  ];
  const scope = isForAll ? texts.everyNetwork : texts.networkCount(networkIds.length);
  return [scope, filters.join(', ') || texts.everything].join(': ');
}
