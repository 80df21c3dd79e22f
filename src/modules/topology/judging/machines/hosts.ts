// Judges hosts: when they were last seen, whether new hosts have a tag, their software revisions, and their SNMP
// communities.
import type { InventoryHost } from '../../graph/inventory';
import { groupRows } from '../../graph/lookup';
import { byText } from '../../graph/order';
import type { Judge } from '../context';

const millisecondsOfHour = 3_600_000;

export const judgeSeen: Judge<'SeenWithin'> = ({ index, selected, report }, { hours: limit }) => {
  const oldest = Date.parse(index.facts.at) - limit * millisecondsOfHour;
  for (const { id, displayName: host } of selected.hosts) {
    report.addJudged(1);
    const lastSeenAt = index.hostFacts.get(id)?.lastSeenAt ?? null;
    if (lastSeenAt === null) report.lack('never_seen_by_scan', id);
    else if (Date.parse(lastSeenAt) < oldest)
      report.find('not_seen', [id, Date.parse(lastSeenAt)], () => ({
        subject: 'Host',
        elementIds: [id],
        params: { host, lastSeenAt, limit },
      }));
  }
};

export const judgeNew: Judge<'NothingNewWithoutTag'> = ({ index, selected, report }, { since, tagIds }) => {
  const [start, wantedTags] = [Date.parse(since), new Set(tagIds)];
  const existingTags = new Set(index.lookup.inventory.tags.map(({ id }) => id));
  for (const id of wantedTags) if (!existingTags.has(id)) report.lack('row_gone', id);
  for (const { id, displayName: host, tagIds: ownTags } of selected.hosts) {
    const createdAt = index.hostFacts.get(id)?.createdAt;
    report.addJudged(1);
    if (createdAt === undefined) report.lack('never_seen_by_scan', id);
    else if (Date.parse(createdAt) >= start && !ownTags.some((tagId) => wantedTags.has(tagId)))
      report.find('new_without_tag', [id], () => ({ subject: 'Host', elementIds: [id], params: { host, createdAt } }));
  }
};

export const judgeRevisions: Judge<'OneSoftwareRevisionPerModel'> = ({ index, selected, report }) => {
  const models = groupRows(
    selected.hosts.filter(({ id }) => index.hostFacts.get(id)?.model),
    ({ id }) => {
      const { manufacturer, model } = index.hostFacts.get(id)!;
      return JSON.stringify([manufacturer, model]);
    },
  );
  if (models.size === 0 && selected.hosts.length > 0) return report.lack('model_not_known');
  for (const hosts of models.values()) {
    report.addJudged(hosts.length);
    const revisionOf = ({ id }: InventoryHost): string | null => index.hostFacts.get(id)!.softwareRevision;
    // Revisions are compared between hosts of the same model, so the revision of a single host is not needed.
    if (hosts.length > 1)
      for (const host of hosts) if (revisionOf(host) === null) report.lack('software_revision_not_read', host.id);
    const revisions = groupRows(
      hosts.filter((host) => revisionOf(host) !== null),
      (host) => revisionOf(host)!,
    );
    const [usual, ...others] = [...revisions].sort(([one, a], [other, b]) => b.length - a.length || byText(one, other));
    for (const [revision, deviating] of others)
      for (const { id, displayName: host } of deviating)
        report.find('revision_differs', [id, revision, usual![0]], () => ({
          subject: 'Host',
          elementIds: [id],
          params: { host, revision, usual: usual![0], model: index.hostFacts.get(id)!.model },
        }));
  }
};

export const judgeCommunity: Judge<'NoDefaultCommunity'> = ({ index, selected, report }) => {
  for (const { id, displayName: host } of selected.hosts) {
    report.addJudged(1);
    const answers = index.hostFacts.get(id)?.answersDefaultCommunity ?? null;
    if (answers === null) report.lack('community_not_tried', id);
    else if (answers)
      report.find('default_community', [id], () => ({ subject: 'Host', elementIds: [id], params: { host } }));
  }
};
