// Finds nodes of the picture by a text, and rows that are not shown, each with the reason.
import {
  PageKnownByNameDocument,
  PageSearchDocument,
  PageWhyHiddenDocument,
  type PageSearchQuery,
} from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import type { Picture } from '../graph/picture';
import { fullNameOf, kindName } from '../graph/texts';
import type { Page } from '../page/page';
import { currentTopology } from '../state/store';

export interface Match {
  /** Node to select; null for a row that is not shown. */
  readonly id: string | null;
  readonly name: string;
  readonly note: string;
}

type SearchedNode = NonNullable<PageSearchQuery['topology']>['graph']['search'][number];

/** A folded node is loaded when the user chooses it. */
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
  // A comparison draws the nodes of both instants.
  const instants = since === null ? [at] : [at, since];
  const [rowsByName, ...answers] = await Promise.all([
    ask(PageKnownByNameDocument, { networkId, text }, { at }),
    ...instants.map((instant) => ask(PageSearchDocument, { ...graph, text }, { at: instant })),
  ]);
  const { picture, drawing } = page.store.state;
  const nodes = new Map(
    answers.flatMap(({ topology }) => topology.graph.search.map((node) => [node.id, node] as const)),
  );
  const nodeMatches = [...nodes].flatMap(([id, searchedNode]): Match[] => {
    const node = picture?.nodes.get(id);
    if (!node) return [foldedNode(searchedNode, picture)];
    const isFiltered = drawing !== undefined && !drawing.visible.standIn.has(id);
    if (isFiltered) return [{ id: null, name: fullNameOf(node), note: 'not shown: your filters leave it out' }];
    return [{ id, name: fullNameOf(node), note: [kindName(node), page.absenceOf(id)].filter(Boolean).join(', ') }];
  });
  const others = [
    ...rowsByName.hosts.nodes.map(({ id, displayName }) => ({ id, name: displayName, kind: 'host' })),
    ...rowsByName.services.nodes.map(({ id, name, host }) => ({
      id,
      name: [name, host?.displayName].filter(Boolean).join(' on '),
      kind: 'service',
    })),
  ];
  const rowMatches = await Promise.all(
    others.map(async ({ id, name, kind }): Promise<Match[]> => {
      const why = (await ask(PageWhyHiddenDocument, { ...graph, entityId: id }, { at })).topology.graph.whyHidden;
      if (why.reason.startsWith('Shown') || why.reason === 'BecameBox') return [];
      return [{ id: null, name, note: `${kind}, not shown: ${why.message}` }];
    }),
  );
  return [...nodeMatches, ...rowMatches.flat()];
}
