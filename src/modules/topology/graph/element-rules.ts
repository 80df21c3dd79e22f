// Applies element rules. The first rule that matches an element moves the element into a box, nested in the box that
// contained the element.
import { container, type Draft } from './draft';
import type { Container, Element } from './graph';
import { derivedId } from '../../../platform/text/derived-id';
import type { InventoryHost, InventoryService } from './inventory';
import { createLookup, type Lookup } from './lookup';
import { nameOfRule, type Rule, type RuleEntry, type View } from './options';
import { lastMade, sameLists, samePart, steady } from './remembered';
import { elementRules, parsePortState, type ElementRuleName } from './vocabulary';
import { isBridge } from '../../inventory/shared/subnet-types';

/**
 * The box into which a rule moves an element. Elements with the same `key` share a box, if they were in the same box
 * before.
 */
interface Match {
  readonly key: string;
  readonly box: Pick<Container, 'header'> & Partial<Container>;
}
interface Grouping {
  match(element: Element, lookup: Lookup): Match | undefined;
  /** Properties of a rule's box that depend on all elements in the box. */
  refine?(elements: readonly Element[], lookup: Lookup): Partial<Container>;
}

/** The port that an element represents; undefined if the element is no port, such as a machine in the physical view. */
const portOf = (element: Element, lookup: Lookup) =>
  element.elementType === 'Interface' ? lookup.interfaces.get(element.id) : undefined;

type PlainRuleName = Extract<Rule, ElementRuleName>;

const plainRules: Readonly<Record<PlainRuleName, Grouping>> = {
  ByTrunkPort: {
    match: (element, lookup) =>
      portOf(element, lookup)?.taggedVlanIds.length
        ? { key: 'trunk', box: { header: 'Trunk Ports', icon: 'trunk' } }
        : undefined,
  },
  ByVLAN: {
    match(element, lookup) {
      const vlan = lookup.vlans.get(portOf(element, lookup)?.nativeVlanId ?? '');
      if (!vlan) return undefined;
      const plain = `VLAN ${vlan.vlanNumber}`;
      const header = vlan.name === '' || vlan.name === plain ? plain : `${plain} (${vlan.name})`;
      return { key: String(vlan.vlanNumber), box: { header, entityId: vlan.id, icon: 'vlan' } };
    },
  },
  ByPortOpStatus: {
    match(element, lookup) {
      const port = portOf(element, lookup);
      if (!port) return undefined;
      const { operStatus } = port;
      const header = operStatus ?? 'Not reported';
      return { key: header, box: { header, color: parsePortState(operStatus).color, icon: 'port' } };
    },
  },
  ByHypervisor: {
    match(element, lookup) {
      if (element.elementType !== 'Host') return undefined;
      const hypervisor = lookup.services.get(lookup.hosts.get(element.id)!.virtualizationServiceId ?? '');
      return hypervisor && { key: hypervisor.id, box: softwareBox(hypervisor) };
    },
  },
  ByContainerRuntime: {
    match(element, lookup) {
      const service = serviceOf(element, lookup);
      const runtime = service?.isContainer ? lookup.services.get(service.virtualizationServiceId ?? '') : undefined;
      return runtime && { key: runtime.id, box: softwareBox(runtime) };
    },
  },
  ByStack: {
    match(element, lookup) {
      const projects = new Set(stackedServices(element, lookup).map(({ composeProject }) => composeProject!));
      const [project] = projects;
      if (projects.size !== 1 || project === undefined) return undefined;
      return { key: project, box: { header: project, icon: 'stack' } };
    },
    refine(elements, lookup) {
      const runtimes = new Set(
        elements.flatMap((element) =>
          stackedServices(element, lookup).map(({ virtualizationServiceId }) => virtualizationServiceId),
        ),
      );
      const [runtimeId] = runtimes;
      const runtime = runtimes.size === 1 ? lookup.services.get(runtimeId ?? '') : undefined;
      return runtime ? { icon: runtime.software.icon, associatedServiceDefinition: runtime.software.definition } : {};
    },
  },
};

const softwareBox = ({ id, software }: InventoryService): Match['box'] => ({
  header: software.name,
  entityId: id,
  icon: software.icon,
  associatedServiceDefinition: software.definition,
});

const serviceOf = (element: Element, lookup: Lookup): InventoryService | undefined =>
  element.elementType === 'Service' ? lookup.services.get(element.id) : undefined;

/**
 * Services of Compose projects: the service that the element shows or, for an IP address in a container network, the
 * services that listen at it.
 */
function stackedServices(element: Element, lookup: Lookup): InventoryService[] {
  if (element.elementType === 'Service') return [lookup.services.get(element.id)!].filter(hasProject);
  if (element.elementType !== 'IPAddress') return [];
  const subnet = lookup.subnets.get(element.subnetId)!;
  if (!isBridge(subnet) && subnet.virtualizationServiceId === null) return [];
  return lookup.servicesAt(element.id).filter(hasProject);
}
const hasProject = ({ composeProject }: InventoryService): boolean => composeProject !== null;

function hasCategory(element: Element, categories: ReadonlySet<string>, lookup: Lookup): boolean {
  if (element.elementType === 'Service') return categories.has(lookup.services.get(element.id)!.software.category);
  return lookup.servicesOf(element.hostId).some(({ software }) => categories.has(software.category));
}

const tagsOf = (element: Element, lookup: Lookup): readonly string[] =>
  element.elementType === 'Service'
    ? lookup.services.get(element.id)!.tagIds
    : lookup.hosts.get(element.hostId)!.tagIds;

function groupingOf(rule: Rule, lookup: Lookup): Grouping | undefined {
  if (typeof rule === 'string') return plainRules[rule as PlainRuleName];
  if ('ByServiceCategory' in rule) {
    const { categories, title } = rule.ByServiceCategory;
    const wantedCategories = new Set(categories);
    return {
      match: (element) =>
        hasCategory(element, wantedCategories, lookup)
          ? { key: 'category', box: { header: title, icon: 'category' } }
          : undefined,
    };
  }
  if ('ByTag' in rule) {
    const { tag_ids: tagIds, title } = rule.ByTag;
    const wantedTags = new Set(tagIds);
    const color = tagIds.map((id) => lookup.tags.get(id)).find((tag) => tag !== undefined)?.color ?? null;
    return {
      match: (element) =>
        tagsOf(element, lookup).some((id) => wantedTags.has(id))
          ? { key: 'tag', box: { header: title, color, icon: 'tag' } }
          : undefined,
    };
  }
  return undefined;
}

const sameElement = steady<Element, Element>();
/**
 * Returns the box object of the previous graph if the new box has equal values, so that results cached for the object
 * stay valid. The key of a box is its first element.
 */
const sameBox = steady<Element, Container>();

/** Moves elements into the boxes of the element rules. Each element is moved by the first rule that matches it. */
export function groupElements(
  { containers, elements }: Draft,
  view: View,
  rules: readonly RuleEntry[],
  { inventory }: Lookup,
): Draft {
  const { tags, vlans, interfaces, ipAddresses, services, bindings, subnets } = inventory;
  const ruleInventory = { ...inventory, hosts: hostsOfRules(inventory.hosts) };
  const lists = [ruleInventory.hosts, tags, vlans, interfaces, ipAddresses, services, bindings, subnets];
  const groupedElements = groupings(sameElements(elements), [view, JSON.stringify(rules), ...lists], () =>
    groupAnew(elements, view, rules, createLookup(ruleInventory)),
  );
  return { containers: [...containers, ...groupedElements.containers], elements: groupedElements.elements };
}

const sameElements = sameLists<Element>();
const groupings = lastMade<readonly Element[], Draft>();
/**
 * Returns the previous list of hosts if only fields have changed that no rule reads, so that elements are not grouped
 * again.
 */
const hostsOfRules = samePart(({ virtualizationServiceId, tagIds }: InventoryHost) =>
  [virtualizationServiceId, ...tagIds].join(' '),
);

function groupAnew(
  ungroupedElements: readonly Element[],
  view: View,
  rules: readonly RuleEntry[],
  lookup: Lookup,
): Draft {
  const inOrder = rules.flatMap(({ id, rule }) => {
    const facts = elementRules[nameOfRule(rule) as ElementRuleName];
    const grouping = groupingOf(rule, lookup);
    return grouping && facts.views.includes(view) ? [{ id, facts, grouping }] : [];
  });
  const boxes = new Map<string, { box: Container; inside: Element[]; grouping: Grouping }>();
  const elements = ungroupedElements.map((element) => {
    for (const { id: ruleId, facts, grouping } of inOrder) {
      const match = grouping.match(element, lookup);
      if (!match) continue;
      const place = `${element.containerId} ${ruleId} ${match.key}`;
      let existingBox = boxes.get(place);
      if (!existingBox) {
        const { box: containerType, willAcceptEdges = false, isCollapsedByDefault = false } = facts;
        const box = container({
          id: derivedId(element.containerId, ruleId, match.key),
          containerType,
          parentContainerId: element.containerId,
          elementRuleId: ruleId,
          willAcceptEdges,
          isCollapsedByDefault,
          ...match.box,
        });
        existingBox = { box, inside: [], grouping };
        boxes.set(place, existingBox);
      }
      const movedElement = sameElement(element, { ...element, containerId: existingBox.box.id });
      existingBox.inside.push(movedElement);
      return movedElement;
    }
    return element;
  });
  const newBoxes = [...boxes.values()].map(({ box, inside, grouping }) =>
    sameBox(inside[0]!, { ...box, ...grouping.refine?.(inside, lookup) }),
  );
  return { containers: newBoxes, elements };
}
