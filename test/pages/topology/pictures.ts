// Builders of small pictures for tests of the topology page: boxes, items and links.
import type { Box, Item, Link, Picture } from '../../../src/pages/topology/graph/picture';
import type { Choices } from '../../../src/pages/topology/graph/shown';

export const boxNamed = (id: string, special: Partial<Box> = {}): Box => ({
  shape: 'box',
  id,
  kind: 'Subnet',
  parentId: null,
  entityId: id,
  title: id,
  icon: null,
  color: null,
  acceptsEdges: false,
  isClosedAtFirst: false,
  hostId: null,
  hostTagIds: [],
  subnetTagIds: [],
  isVirtual: false,
  freshness: 'current',
  fold: null,
  ...special,
});

export const itemNamed = (id: string, parentId: string, special: Partial<Item> = {}): Item => ({
  shape: 'item',
  id,
  kind: 'IPAddress',
  parentId,
  hostId: `host of ${id}`,
  hostName: id,
  title: id,
  address: null,
  subnetId: null,
  operStatus: null,
  service: null,
  services: [],
  hostTagIds: [],
  isVirtual: false,
  freshness: 'current',
  ...special,
});

let createdCount = 0;
export const buildLink = (
  source: string,
  target: string,
  {
    relationKey = null,
    toContainer = false,
    type = 'PhysicalLink',
    isDirected = false,
  }: { relationKey?: string | null; toContainer?: boolean; type?: Link['type']; isDirected?: boolean } = {},
): Link => ({
  id: `link ${(createdCount += 1)}`,
  type,
  source,
  target,
  label: null,
  relationKey,
  look: {
    affectsLayout: true,
    defaultVisibility: 'Visible',
    stroke: 'Solid',
    highlightBehavior: 'WhenSelected',
    willTargetContainer: toContainer,
    showDirectionality: isDirected,
  },
  folded: null,
});

export const buildPicture = (nodes: readonly (Box | Item)[], links: readonly Link[]): Picture => ({
  boxes: nodes.filter((node): node is Box => node.shape === 'box'),
  items: nodes.filter((node): node is Item => node.shape === 'item'),
  links,
  nodes: new Map(nodes.map((node) => [node.id, node])),
  linksOf: new Map(nodes.map(({ id }) => [id, links.filter(({ source, target }) => source === id || target === id)])),
  availableViews: [],
  filteredOut: [],
});

const none: ReadonlySet<string> = new Set();
export const choices: Choices = {
  edgeTypes: new Set(['PhysicalLink']),
  hiddenCategories: none,
  hiddenVirtualization: none,
  hiddenFreshness: none,
  hiddenTags: { host: none, service: none, subnet: none },
  bundles: true,
  closed: new Map(),
  closesAll: false,
};
