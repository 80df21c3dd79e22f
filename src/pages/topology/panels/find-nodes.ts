// Finds nodes of the picture by text, and rows that are not shown together with the reason.
import {
  PageSearchDocument,
  PageSearchRowsDocument,
  PageWhyHiddenDocument,
  type PageSearchQuery,
  type PageSearchRowsQuery,
} from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import type { Picture } from '../graph/picture';
import { fullNameOf, kindName } from '../graph/texts';
import type { Page } from '../page/page';
import { currentTopology } from '../state/store';

export interface Match {
  /** Id of the node to select; null for a row that is not shown. */
  readonly id: string | null;
  readonly name: string;
  readonly note: string;
}

type SearchedRow = PageSearchRowsQuery['search']['matches'][number];
type SearchedNode = NonNullable<PageSearchQuery['topology']>['graph']['search'][number];

/** A match for a folded node, which is loaded when the user chooses it. */
function foldedNode(node: SearchedNode, picture: Picture | undefined): Match {
  const [outermost] = node.foldedIn;
  const fold = picture?.boxes.find((box) => box.fold?.id === outermost);
  const host = 'host' in node ? node.host?.displayName : undefined;
  const address = 'ipAddress' in node ? node.ipAddress?.ipAddress : undefined;
  const names = [...new Set([node.header ?? host, address])].filter(Boolean).join(' ');
  return { id: node.id, name: names || 'Unnamed', note: fold ? `folded in ${fold.title}` : 'folded' };
}

export async function findNodes(page: Page, text: string): Promise<Match[]> {
  const { graph, at } = page.scene();
  const networkId = currentTopology(page.store.state)!.networkId;
  const { since } = page.store.state.place;
  // A comparison shows nodes of both instants, so both are searched.
  const instants = since === null ? [at] : [at, since];
  const [{ search }, ...answers] = await Promise.all([
    ask(PageSearchRowsDocument, { networkId, text }, { at }),
    ...instants.map((instant) => ask(PageSearchDocument, { ...graph, text }, { at: instant })),
  ]);
  const { picture, drawing } = page.store.state;
  const nodes = new Map(
    answers.flatMap(({ topology }) => topology.graph.search.map((node) => [node.id, node] as const)),
  );
  const filteredNote = 'not shown: your filters leave it out';
  const isVisible = (id: string): boolean => drawing === undefined || drawing.visible.standIn.has(id);
  const nodeMatches = [...nodes].flatMap(([id, searchedNode]): Match[] => {
    const node = picture?.nodes.get(id);
    if (!node) return [foldedNode(searchedNode, picture)];
    if (!isVisible(id)) return [{ id: null, name: fullNameOf(node), note: filteredNote }];
    return [{ id, name: fullNameOf(node), note: [kindName(node), page.absenceOf(id)].filter(Boolean).join(', ') }];
  });
  const rowMatches = await Promise.all(
    search.matches.map(async (row): Promise<Match[]> => {
      const ids = isNodeKind(row) ? [row.entityId] : [row.entityId, row.hostId].filter((id) => id !== null);
      if (ids.some((id) => nodes.has(id))) return [];
      const kind = rowKinds[row.kind] ?? row.kind;
      const name = [row.title, row.host?.displayName].filter(Boolean).join(' on ');
      const drawnId = ids.map((id) => drawnNodeOf(id, picture)).find((id) => id !== undefined);
      if (drawnId !== undefined && nodes.has(drawnId)) return [];
      if (drawnId !== undefined && !isVisible(drawnId)) return [{ id: null, name, note: `${kind}, ${filteredNote}` }];
      if (drawnId !== undefined) return [{ id: drawnId, name, note: `${kind} ${row.value}` }];
      const entityId = ids.at(-1)!;
      const why = (await ask(PageWhyHiddenDocument, { ...graph, entityId }, { at })).topology.graph.whyHidden;
      if (why.reason === 'Shown') return [{ id: entityId, name, note: `${kind} ${row.value}, folded` }];
      if (why.reason.startsWith('Shown') || why.reason === 'BecameBox') return [];
      return [{ id: null, name, note: `${kind}, not shown: ${why.message}` }];
    }),
  );
  return [...nodeMatches, ...distinctNodes(rowMatches.flat())];
}

/** Several rows may have the same node. */
const distinctNodes = (matches: readonly Match[]): Match[] =>
  matches.filter(({ id }, at) => id === null || matches.findIndex((match) => match.id === id) === at);

const rowKinds: Readonly<Record<string, string>> = {
  Host: 'host',
  Service: 'service',
  Interface: 'port',
  IPAddress: 'address',
  WirelessAssociation: 'wireless client',
};
/** Whether a row of this kind can be a node in some view. Rows of other kinds are found through their host. */
const isNodeKind = ({ kind }: SearchedRow): boolean => kind === 'Host' || kind === 'Service';

/** The node for a row in the picture: its own node, or the box that contains it. */
const drawnNodeOf = (id: string, picture: Picture | undefined): string | undefined =>
  picture?.nodes.has(id) ? id : picture?.boxes.find(({ entityId }) => entityId === id)?.id;
