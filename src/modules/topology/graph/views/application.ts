// The Application view: application tags as boxes that contain the services of each application.
import { container, noInlineGroups, type Draft, type ViewSource } from '../draft';
import type { Element } from '../graph';
import { derivedId } from '../../../../platform/text/derived-id';
import type { InventoryService, InventoryTag } from '../inventory';
import type { Lookup } from '../lookup';
import type { RuleEntry } from '../options';
import { byText } from '../order';

const ungroupedId = derivedId('application-ungrouped');
const applicationContainerId = (tagId: string): string => derivedId('application-container', tagId);

export function draftApplication({ lookup, containerRules }: ViewSource): Draft {
  const tags = countingTags(containerRules, lookup);
  const rank = new Map(tags.map(({ id }, index) => [id, index]));
  const usedHosts = new Set<string>();
  const elements: Element[] = [];
  for (const service of lookup.inventory.services) {
    if (!isShown(service, lookup)) continue;
    const tagId = firstOf(service.tagIds, rank) ?? firstOf(lookup.hosts.get(service.hostId)!.tagIds, rank);
    const containerId = tagId === undefined ? ungroupedId : applicationContainerId(tagId);
    usedHosts.add(containerId);
    elements.push({
      nodeType: 'Element',
      elementType: 'Service',
      id: service.id,
      header: service.name,
      containerId,
      hostId: service.hostId,
      inlineGroups: noInlineGroups,
    });
  }
  const containers = tags
    .filter(({ id }) => usedHosts.has(applicationContainerId(id)))
    .map(({ id, name, color }) =>
      container({
        id: applicationContainerId(id),
        containerType: 'Application',
        header: name,
        entityId: id,
        icon: 'application',
        color,
      }),
    );
  if (usedHosts.has(ungroupedId))
    containers.push(
      container({
        id: ungroupedId,
        containerType: 'ApplicationUngrouped',
        header: 'Ungrouped',
        icon: 'application',
        color: 'Gray',
        isCollapsedByDefault: true,
      }),
    );
  return { containers, elements };
}

const isShown = ({ id, software }: InventoryService, lookup: Lookup): boolean =>
  software.category !== 'OpenPorts' && lookup.bindingsOf(id).length > 0;

/**
 * The tags whose boxes the view shows, sorted by name. A service with several of these tags is in the box of the first.
 */
function countingTags(containerRules: readonly RuleEntry[], { inventory }: Lookup): InventoryTag[] {
  const rule = containerRules
    .map((entry) => entry.rule)
    .find((one) => typeof one === 'object' && 'ByApplication' in one);
  const limit = rule === undefined ? [] : (rule as { ByApplication: { tag_ids: string[] } }).ByApplication.tag_ids;
  return inventory.tags
    .filter(({ id, isApplication }) => isApplication && (limit.length === 0 || limit.includes(id)))
    .sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
}

function firstOf(tagIds: readonly string[], rank: ReadonlyMap<string, number>): string | undefined {
  let first: string | undefined;
  for (const id of tagIds) {
    const place = rank.get(id);
    if (place !== undefined && (first === undefined || place < rank.get(first)!)) first = id;
  }
  return first;
}
