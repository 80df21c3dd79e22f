// The difference between two graphs: of two instants, or of the network as it is and after supposed changes. Both are
// drawn as one picture, in which added, removed and
// changed nodes and links are marked.
import type { ChangeType, PageDifferencePageFragment } from '../../../generated/page-operations';
import { edgeTypeNames, fullNameOf, kindName } from './texts';
import { isFoldedUp } from './folds';
import { buildPicture, type Node, type Picture } from './picture';

type Answered = PageDifferencePageFragment;
export type AnsweredChange = Answered['edges']['nodes'][number] & Partial<Answered['nodes']['nodes'][number]>;

export interface Difference {
  readonly from: string;
  readonly to: string;
  /** All changes: first those of nodes, then those of links. */
  readonly changes: readonly AnsweredChange[];
  readonly typeOf: ReadonlyMap<string, ChangeType>;
  readonly counts: Readonly<Record<ChangeType, number>>;
  /**
   * Changes that folds hide. `nodes`: texts that count the changes inside a drawn fold or box, by its id. `lines`: the
   * drawn lines that represent changed edges, each as a key made of the ids of its ends.
   */
  readonly folded: { readonly nodes: ReadonlyMap<string, string>; readonly lines: ReadonlySet<string> };
  /** Whether all changes are included; false if there are more than were requested. */
  readonly isComplete: boolean;
}

export const changeSigns: Readonly<Record<ChangeType, string>> = { Added: '+', Removed: '−', Changed: '~' };

/**
 * The later picture, together with the nodes and links that only the earlier picture has. These nodes stay in the boxes
 * in which they were.
 */
export function unitePictures(later: Picture, earlier: Picture): Picture {
  const linkIds = new Set(later.links.map(({ id }) => id));
  /**
   * Whether the node is inside a collapsed fold of the later picture. Such a node is counted by its fold instead of
   * drawn.
   */
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
  /** Id of the node that shows the change; undefined if no node shows it. */
  readonly nodeId: string | undefined;
}

/** The text for a line that the picture does not contain, because one of its ends is folded. */
const foldedLineName = 'Line to a folded node';

/** A change as text. Ids are replaced by the names of drawn nodes. */
export function describeChange(
  { id, changeType, fields, after, before }: AnsweredChange,
  picture: Picture,
  links: LinkIndex,
): DescribedChange {
  const node = picture.nodes.get(id);
  const link = links.get(id);
  const nameOf = (of: string) => {
    const node = picture.nodes.get(of);
    return node ? fullNameOf(node) : of;
  };
  const changes = fields.map(
    ({ field, from, to }) => `${field}: ${valueText(from, nameOf)} → ${valueText(to, nameOf)}`,
  );
  if (link) {
    const name = `${nameOf(link.source)} – ${nameOf(link.target)}`;
    return { id, changeType, kind: edgeTypeNames[link.type], name, fields: changes, nodeId: link.source };
  }
  const kind = node ? kindName(node) : '';
  // If the picture does not contain the node, the node is in a collapsed fold, and is loaded when the user selects it.
  const header = (after ?? before)?.header;
  const isLine = after === undefined && before === undefined;
  const name = node ? fullNameOf(node) : header || (isLine ? foldedLineName : 'Unnamed');
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
 * The numbers of changes inside folds, as text, by the id of the fold or, for the folded contents of a box, of the box.
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
