// Applies options that hide parts of a view: boxes, elements and embedded rows by entity, and single elements by id.
import { container, type Draft } from './draft';
import type { Container, Element } from './graph';
import { derivedId } from '../../../platform/text/derived-id';

const rootId = derivedId('root-container');

/**
 * The kind of row that a box shows, by type of box. Users hide boxes by this kind; boxes of other types cannot be
 * hidden.
 */
const kindOfContainer: Partial<Record<Container['containerType'], string>> = {
  Subnet: 'Subnet',
  Host: 'Host',
  Application: 'Tag',
  NestedTag: 'Tag',
  Hypervisor: 'Service',
  ContainerRuntime: 'Service',
  VLAN: 'VLAN',
};

export interface HiddenParts {
  readonly kinds: readonly string[];
  readonly elementIds: ReadonlySet<string>;
}

/**
 * Hides boxes and elements of a draft. Elements of a hidden box move to the next visible box around it, or to a common
 * root box.
 */
export function hide(draft: Draft, { kinds: hiddenKinds, elementIds }: HiddenParts): Draft {
  if (hiddenKinds.length === 0 && elementIds.size === 0) return draft;
  const isHidden = (kind: string | undefined): boolean => kind !== undefined && hiddenKinds.includes(kind);
  const hiddenContainers = new Map(
    draft.containers
      .filter(({ containerType }) => isHidden(kindOfContainer[containerType]))
      .map((one) => [one.id, one.parentContainerId]),
  );
  const homeOf = (containerId: string): string => {
    let id: string | null = containerId;
    while (id !== null && hiddenContainers.has(id)) id = hiddenContainers.get(id)!;
    return id ?? rootId;
  };
  const elements = draft.elements
    .filter(({ id, elementType }) => !isHidden(elementType) && !elementIds.has(id))
    .map((element): Element => ({
      ...element,
      containerId: homeOf(element.containerId),
      inlineGroups: element.inlineGroups.filter(({ entityType }) => !isHidden(entityType)),
    }));
  const usedContainers = new Set(elements.map(({ containerId }) => containerId));
  const keptContainers = draft.containers
    // Element rules of a topology put elements into boxes, for example by VLAN or tag. Such a box is removed if it is
    // empty.
    .filter(({ id, elementRuleId }) => !hiddenContainers.has(id) && (elementRuleId === null || usedContainers.has(id)))
    .map((box) =>
      box.parentContainerId === null ? box : { ...box, parentContainerId: homeOf(box.parentContainerId) },
    );
  const needsRoot =
    usedContainers.has(rootId) || keptContainers.some(({ parentContainerId }) => parentContainerId === rootId);
  return {
    containers: needsRoot
      ? [...keptContainers, container({ id: rootId, containerType: 'Root', header: null })]
      : keptContainers,
    elements,
  };
}
