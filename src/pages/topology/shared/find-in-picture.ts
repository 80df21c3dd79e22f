// The search of a visitor: finds nodes of the loaded picture by their names, addresses and services. The service answers
// no searches of visitors, because their results would tell more than the picture shows.
import { elementsIn, isFoldedUp } from '../graph/folds';
import { servicesOf, type Box, type Node, type Picture } from '../graph/picture';
import { fullNameOf, kindAndAliasOf } from '../graph/texts';
import type { Match } from '../panels/search/match';

/** Maximum number of results. */
const mostMatches = 20;

/** The texts by which a node is found. A host with a box of its own is found by the box, not by its ports too. */
function textsOf(node: Node, hostsWithBox: ReadonlySet<string>): readonly (string | null | undefined)[] {
  if (node.shape === 'box') return [node.title, node.fact];
  const hostName = hostsWithBox.has(node.hostId) ? null : node.hostName;
  return [node.title, node.address, node.alias, hostName, ...servicesOf(node).map(({ name }) => name)];
}

/** 0 if a text equals the search text, 1 if a text begins with it, 2 if a text contains it; undefined if none does. */
function rankOf(texts: readonly (string | null | undefined)[], searchText: string): number | undefined {
  const ranks = texts.flatMap((text) => {
    const at = text?.normalize('NFKC').toLowerCase().indexOf(searchText) ?? -1;
    if (at < 0) return [];
    return at > 0 ? [2] : [text!.normalize('NFKC').length === searchText.length ? 0 : 1];
  });
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

/** Finds drawn nodes, at most 20: first those with a text that equals the search text, last those that contain it. */
export function findInPicture(picture: Picture, isVisible: (id: string) => boolean, text: string): Match[] {
  const searchText = text.trim().normalize('NFKC').toLowerCase();
  const hostsWithBox = new Set(
    picture.boxes.flatMap(({ kind, hostId }) => (kind === 'Host' && hostId ? [hostId] : [])),
  );
  const byRank: [Node[], Node[], Node[]] = [[], [], []];
  for (const node of picture.nodes.values()) {
    const rank = isVisible(node.id) ? rankOf(textsOf(node, hostsWithBox), searchText) : undefined;
    if (rank !== undefined) byRank[rank]!.push(node);
  }
  const nodes = byRank.flat().slice(0, mostMatches);
  return nodes.map((node) => ({ id: node.id, name: fullNameOf(node), note: kindAndAliasOf(node) }));
}

/** How many nodes are inside collapsed folds, where this search does not find them. */
export function countFolded({ boxes, nodes }: Picture): number {
  const isInside = ({ parentId }: Box): boolean => {
    const outer = parentId === null ? undefined : nodes.get(parentId);
    return outer?.shape === 'box' && (isFoldedUp(outer) || isInside(outer));
  };
  const outermost = boxes.filter((box) => isFoldedUp(box) && !isInside(box));
  return outermost.reduce((count, { fold }) => count + elementsIn(fold!), 0);
}
