// Converts boxes and elements to nodes of ELK, a layout library. In each box, the elements and boxes without edges
// become one ELK node.
import type { ElkNode } from 'elkjs/lib/elk-api';
import type { ElementToPlace } from './placement';
import { boxPadding, packedBox, packedRest, type Block, type Nest } from './packing';

/** Number of edges that end at a box or element, by the id of the box or element. Those without edges have no entry. */
export type Ends = ReadonlyMap<string, number>;

/** Height in pixels that an element needs for each edge that ends at the element. */
const spaceForEdge = 7;
/**
 * Maximum width in pixels to which narrow contents of a box are widened. All contents are widened to the width of the
 * widest, so that they align.
 */
const mostEvenWidth = 300;
const toTheLeft = { 'elk.alignment': 'LEFT' };

interface Parts {
  readonly elements: readonly ElementToPlace[];
  readonly nests: readonly Nest[];
  /** Elements and boxes at which no edge ends. In the input of ELK, they are a single node. */
  readonly rest: Nest;
}

/**
 * Converts a box to a node of ELK. Contents without edges are packed without ELK, and their positions are added to
 * `blocks`, by id of the ELK node that stands for them.
 */
export function toElkNode(nest: Nest, ends: Ends, blocks: Map<string, Block>, leastWidth = 0): ElkNode {
  const { id, heading } = nest.box;
  if (!isJoined(nest, ends)) {
    const block = packedBox(nest, leastWidth);
    blocks.set(id, block);
    return { id, layoutOptions: toTheLeft, width: block.width, height: block.height };
  }
  const parts = partsOf(nest, ends);
  const width = Math.max(evenWidth(nest, parts, ends), leastWidth - 2 * boxPadding);
  const children = [
    ...parts.elements.map((element) => ({
      id: element.id,
      layoutOptions: toTheLeft,
      width: Math.max(element.width, width),
      height: Math.max(element.height, spaceForEdge * ends.get(element.id)!),
    })),
    ...parts.nests.map((one) => toElkNode(one, ends, blocks, width)),
  ];
  const rest = packedRest(parts.rest, width);
  if (rest) {
    const restId = `rest of ${id}`;
    blocks.set(restId, rest);
    children.push({ id: restId, layoutOptions: toTheLeft, width: rest.width, height: rest.height });
  }
  return {
    id,
    layoutOptions: {
      ...toTheLeft,
      'elk.padding': `[top=${heading.height},left=${boxPadding},bottom=${boxPadding},right=${boxPadding}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${Math.max(heading.width, leastWidth)},${heading.height})`,
      'elk.spacing.nodeNode': '8',
    },
    children,
  };
}

const hasEnds = (nest: Nest, ends: Ends): boolean => ends.has(nest.box.id) || isJoined(nest, ends);
/** Whether an edge ends at an element or box inside this box. */
const isJoined = ({ nests, elements }: Nest, ends: Ends): boolean =>
  elements.some(({ id }) => ends.has(id)) || nests.some((nest) => hasEnds(nest, ends));

function partsOf({ box, nests, elements }: Nest, ends: Ends): Parts {
  return {
    elements: elements.filter(({ id }) => ends.has(id)),
    nests: nests.filter((nest) => hasEnds(nest, ends)),
    rest: {
      box,
      elements: elements.filter(({ id }) => !ends.has(id)),
      nests: nests.filter((nest) => !hasEnds(nest, ends)),
    },
  };
}

/** The width, in pixels, to which all contents of a box are widened, so that they align. */
function evenWidth({ box }: Nest, { elements, nests, rest }: Parts, ends: Ends): number {
  const inside = nests.map((nest) => evenWidth(nest, partsOf(nest, ends), ends) + 2 * boxPadding);
  const most = [
    ...elements.map(({ width }) => width),
    ...inside,
    packedRest(rest)?.width ?? 0,
    box.heading.width - 2 * boxPadding,
  ];
  return Math.min(
    mostEvenWidth,
    most.reduce((a, b) => Math.max(a, b), 0),
  );
}
