// Sort orders for the parts of a graph. They do not depend on the order of rows in the inventory.
import type { InventoryIpAddress } from './inventory';
import { memoizeByIdentity, sameLists } from './remembered';

/** Compares texts by code unit, so that the order is the same on every machine and in every locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => byText(a.id, b.id);

/** Compares items by heading, then by id. Items without a heading come first. */
export const byHeader = (
  a: { readonly header: string | null; readonly id: string },
  b: { readonly header: string | null; readonly id: string },
): number => byText(a.header ?? '', b.header ?? '') || byText(a.id, b.id);

/** Compares IP addresses of one host by their position in the host's list of addresses. */
export const byPosition = (a: InventoryIpAddress, b: InventoryIpAddress): number =>
  a.position - b.position || byText(a.id, b.id);

/** Compares IP addresses by value, IPv4 before IPv6. */
export function byAddress(a: InventoryIpAddress, b: InventoryIpAddress): number {
  return byText(addressKey(a.ipAddress), addressKey(b.ipAddress)) || byText(a.id, b.id);
}

/**
 * Compares IP prefixes by base address, then by length: of two prefixes with the same base, the larger network comes
 * first.
 */
export function byCidr(
  a: { readonly cidr: string; readonly id: string },
  b: { readonly cidr: string; readonly id: string },
): number {
  const [addressA = '', bitsA = '128'] = a.cidr.split('/');
  const [addressB = '', bitsB = '128'] = b.cidr.split('/');
  return byText(addressKey(addressA), addressKey(addressB)) || Number(bitsA) - Number(bitsB) || byText(a.id, b.id);
}

/** An IP address as a text of fixed width. Sorting such texts sorts the addresses by value. */
function addressKey(address: string): string {
  if (!address.includes(':'))
    return `4${address
      .split('.')
      .map((octet) => octet.padStart(3, '0'))
      .join('')}`;
  const [head = '', tail] = address.split('::');
  const groupsOf = (text: string) =>
    text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? embeddedIpv4(group) : [group]));
  const front = groupsOf(head);
  const tailGroups = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - tailGroups.length) }, () => '0');
  return `6${[...front, ...zeros, ...tailGroups].map((group) => group.toLowerCase().padStart(4, '0')).join('')}`;
}

function embeddedIpv4(text: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

interface Headed {
  readonly id: string;
  readonly header: string | null;
}
type HeadedBox = Headed & { readonly parentContainerId: string | null };
type HeadedElement = Headed & { readonly containerId: string };

/**
 * Sorts boxes by heading, each followed by the boxes nested in it. Sorts elements by the order of their boxes, then by
 * heading.
 */
export function orderNodes<Box extends HeadedBox, Element extends HeadedElement>(parts: {
  readonly containers: readonly Box[];
  readonly elements: readonly Element[];
}): { containers: Box[]; elements: Element[] } {
  const inside = new Map<string | null, Box[]>();
  for (const one of parts.containers) {
    const siblings = inside.get(one.parentContainerId) ?? [];
    inside.set(one.parentContainerId, siblings);
    siblings.push(one);
  }
  const containers: Box[] = [];
  for (const box of (inside.get(null) ?? []).sort(byHeader)) {
    containers.push(box);
    for (const childBoxes of (inside.get(box.id) ?? []).sort(byHeader)) containers.push(childBoxes);
  }
  const contents = contentsOf(sameElements(parts.elements));
  const elements: Headed[] = [];
  for (const { id } of containers) for (const one of contents.get(id) ?? []) elements.push(one);
  if (elements.length < parts.elements.length) {
    const ids = new Set(containers.map(({ id }) => id));
    elements.push(...parts.elements.filter(({ containerId }) => !ids.has(containerId)).sort(byHeader));
  }
  return { containers, elements: elements as Element[] };
}

const sameElements = sameLists<HeadedElement>();
const sameContents = sameLists<Headed>();
const sortItems = memoizeByIdentity((items: readonly Headed[]): readonly Headed[] => [...items].sort(byHeader));
/** Elements by box id, sorted by heading. */
const contentsOf = memoizeByIdentity((elements: readonly HeadedElement[]): ReadonlyMap<string, readonly Headed[]> => {
  const contents = new Map<string, Headed[]>();
  for (const one of elements) {
    const inside = contents.get(one.containerId);
    if (inside) inside.push(one);
    else contents.set(one.containerId, [one]);
  }
  return new Map([...contents].map(([id, inside]) => [id, sortItems(sameContents(inside))]));
});

interface Ended {
  readonly id: string;
  readonly edgeType: string;
  readonly source: string;
  readonly target: string;
}
export const byEnds = (a: Ended, b: Ended): number =>
  byText(a.edgeType, b.edgeType) || byText(a.source, b.source) || byText(a.target, b.target) || byText(a.id, b.id);
