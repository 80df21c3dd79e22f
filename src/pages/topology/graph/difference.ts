// The difference between two graphs: of two instants, or of the network as it is and after supposed changes. Both are
// drawn as one picture, in which added, removed and changed nodes and links are marked.
import type { ChangeType, PageDifferencePageFragment } from '../../../generated/page-operations';
import { edgeTypeNames, fullNameOf, kindName } from './texts';
import { isFoldedUp } from './folds';
import { buildPicture, type Node, type Picture } from './picture';
import { fieldWords } from '../../kit/words/field-words';

type Answered = PageDifferencePageFragment;
export type AnsweredChange = Answered['edges']['nodes'][number] & Partial<Answered['nodes']['nodes'][number]>;

export interface Difference {
  readonly from: string;
  readonly to: string;
  /** Changes of nodes come before changes of links. */
  readonly changes: readonly AnsweredChange[];
  readonly typeOf: ReadonlyMap<string, ChangeType>;
  readonly counts: Readonly<Record<ChangeType, number>>;
  /**
   * Changes inside folds. `nodes` has a text such as `+2 −1` for each fold or box, by id. `lines` has the affected
   * lines, each by the ids of both ends.
   */
  readonly folded: { readonly nodes: ReadonlyMap<string, string>; readonly lines: ReadonlySet<string> };
  readonly isComplete: boolean;
}

export const changeSigns: Readonly<Record<ChangeType, string>> = { Added: '+', Removed: '−', Changed: '~' };

/**
 * Adds the nodes and links that exist only in the earlier picture to the later picture, so that removed nodes and links
 * are drawn too. Removed nodes stay in their boxes.
 */
export function unitePictures(later: Picture, earlier: Picture): Picture {
  const linkIds = new Set(later.links.map(({ id }) => id));
  /** A removed node inside a collapsed fold is not drawn, but counted at the fold. */
  const isInFold = ({ parentId }: Node): boolean => {
    if (parentId === null) return false;
    const around = later.nodes.get(parentId) ?? earlier.nodes.get(parentId);
    return around !== undefined && ((around.shape === 'box' && isFoldedUp(around)) || isInFold(around));
  };
  const isGone = (node: Node) => !later.nodes.has(node.id) && !isInFold(node);
  return buildPicture({
    boxes: [...later.boxes, ...earlier.boxes.filter(isGone)],
    items: [...later.items, ...earlier.items.filter(isGone)],
    links: [...later.links, ...earlier.links.filter(({ id }) => !linkIds.has(id))],
    availableViews: later.availableViews,
    filteredOut: later.filteredOut,
  });
}

/** Says why a drawn node does not exist at the instant that is shown; empty for a node that exists. */
export function explainAbsence(
  difference: Difference | undefined,
  { at, since }: { readonly at: string | null; readonly since: string | null },
  id: string,
): string {
  if (!difference || since === null) return '';
  const isEarlier = at !== null && Date.parse(at) < Date.parse(since);
  const absent = isEarlier ? 'Added' : 'Removed';
  if (difference.typeOf.get(id) !== absent) return '';
  return isEarlier ? 'added later' : 'removed since';
}

export interface DescribedChange {
  readonly id: string;
  readonly changeType: ChangeType;
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly string[];
  /** The node to select for this change; undefined if there is none. */
  readonly nodeId: string | undefined;
}

/** Words for fields of nodes whose names would be unclear to users. */
const memberWords: Readonly<Record<string, string>> = {
  header: 'name',
  containerId: 'box',
  parentContainerId: 'box',
  operStatus: 'status',
};

/** The name of a node; for a box that is a part of a device, such as its trunk ports, with the name of the device. */
function placedNameOf(node: Node, picture: Picture): string {
  let outermost = node;
  for (let at = node.parentId; at !== null; at = outermost.parentId) {
    const around = picture.nodes.get(at);
    if (!around || around.kind === 'Fold') break;
    outermost = around;
  }
  const name = fullNameOf(node);
  return node.shape === 'box' && outermost !== node ? `${name} on ${fullNameOf(outermost)}` : name;
}

const foldedLineName = 'Link with a folded end';

export function describeChange(
  { id, changeType, fields, after, before }: AnsweredChange,
  picture: Picture,
  links: LinkIndex,
): DescribedChange {
  const node = picture.nodes.get(id);
  const link = links.get(id);
  const nameOf = (of: string) => {
    const node = picture.nodes.get(of);
    return node ? placedNameOf(node, picture) : of;
  };
  const changes = fields.map(
    ({ field, from, to }) =>
      `${memberWords[field] ?? fieldWords(field)}: ${valueText(from, nameOf)} → ${valueText(to, nameOf)}`,
  );
  if (link) {
    const name = `${nameOf(link.source)} – ${nameOf(link.target)}`;
    return { id, changeType, kind: edgeTypeNames[link.type], name, fields: changes, nodeId: link.source };
  }
  const kind = node ? kindName(node) : '';
  // The node is in a collapsed fold. The page loads it when the user selects the change.
  const header = (after ?? before)?.header;
  const isLine = after === undefined && before === undefined;
  const name = node ? placedNameOf(node, picture) : header || (isLine ? foldedLineName : 'Unnamed');
  return { id, changeType, kind, name, fields: changes, nodeId: node || after ? id : undefined };
}

export type LinkIndex = ReadonlyMap<string, Picture['links'][number]>;
export const linkIndex = ({ links }: Picture): LinkIndex => new Map(links.map((link) => [link.id, link]));

const longestValue = 160;

function valueText(value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return 'none';
  const text = typeof value === 'string' ? nameOf(value) : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/**
 * Texts such as `+2 −1` for the changes inside each fold. The key is the id of the fold or, if the fold contains
 * everything in a box, the id of the box.
 */
export function foldedChanges(folded: Answered['folded']): Difference['folded'] {
  const countWords = ({ added, removed, changed }: { added: number; removed: number; changed: number }) =>
    [added > 0 && `+${added}`, removed > 0 && `−${removed}`, changed > 0 && `~${changed}`].filter(Boolean).join(' ');
  return {
    nodes: new Map(
      folded?.folds.map(({ id, basis, containerId, nodeCounts }) => [
        basis === 'Contents' ? containerId! : id,
        countWords(nodeCounts),
      ]),
    ),
    lines: new Set(folded?.foldedEdges.map(({ source, target }) => endsKey(source, target))),
  };
}

export const endsKey = (source: string, target: string): string => [source, target].sort().join(' ');
