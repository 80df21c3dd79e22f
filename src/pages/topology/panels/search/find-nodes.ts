// Finds nodes of the topology by text. Also finds rows that are not drawn, and says why and where to see them.
import {
  PageSearchDocument,
  PageSearchRowsDocument,
  PageWhyHiddenDocument,
  type PageSearchQuery,
  type PageSearchRowsQuery,
} from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import type { Picture } from '../../graph/picture';
import { withLocations } from '../../graph/locations';
import { findLocations, showLocation } from './find-locations';
import { findPorts } from './find-ports';
import { findVlans } from './find-vlans';
import { hiddenWords } from './hidden-words';
import type { HiddenRow, Match } from './match';
import { inventoryAddress } from '../../../kit/search/found-rows';
import { fullNameOf, kindAndAliasOf, viewNames } from '../../graph/texts';
import { ownNameOfNode } from '../../../../modules/topology/graph/ports/port-name';
import type { Page } from '../../page/page';
import { showPort } from './show-port';
import { showVlan } from './show-vlan';
import { texts } from '../texts';
import { noFilters, requestedOptionalKinds, views, withoutQuestions } from '../../state/place';
import { currentTopology, type Vlan } from '../../state/store';

/** Maximum number of rows in the list of results. Nodes are listed in addition. */
const mostRows = 10;

type SearchedRow = PageSearchRowsQuery['search']['matches'][number];
type SearchedNode = NonNullable<PageSearchQuery['topology']>['graph']['search'][number];

function foldedNode(node: SearchedNode, picture: Picture | undefined): Match {
  const [outermost] = node.foldedIn;
  const fold = picture?.boxes.find((box) => box.fold?.id === outermost);
  const host = 'host' in node ? node.host?.displayName : undefined;
  const address = 'ipAddress' in node ? node.ipAddress?.ipAddress : undefined;
  const names = [...new Set([ownNameOfNode(node) ?? host, address])].filter(Boolean).join(' ');
  return { id: node.id, name: names || 'Unnamed', note: fold ? `folded in ${fold.title}` : 'folded' };
}

export async function findNodes(page: Page, text: string): Promise<Match[]> {
  const { graph, at } = page.scene();
  const networkId = currentTopology(page.store.state)!.networkId;
  const { since } = page.store.state.place;
  // A comparison of two instants draws the nodes of both.
  const instants = since === null ? [at] : [at, since];
  const [locations, ports, { search }, ...answers] = await Promise.all([
    findLocations(page, text),
    findPorts(page, text),
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
    if (!isVisible(id)) return [{ id, name: fullNameOf(node), note: filteredNote, hiddenBy: 'filters' }];
    return [
      { id, name: fullNameOf(node), note: [kindAndAliasOf(node), page.absenceOf(id)].filter(Boolean).join(', ') },
    ];
  });
  // Hosts that match only by `sysLocation` are left out, because the matching location shows them.
  const rows = search.matches.filter(({ field }) => field !== 'sysLocation').slice(0, mostRows);
  /**
   * Returns the match for a port that this graph does not contain. The service reports whether the port is inside a
   * fold or not drawn.
   */
  const portMatch = async (id: string, hostId: string, name: string, value: string): Promise<Match> => {
    const port = `port ${value}`.trim();
    const why = (await ask(PageWhyHiddenDocument, { ...graph, entityId: id }, { at })).topology.graph.whyHidden;
    if (why.reason === 'Shown') return { id, name, note: `${port}, folded` };
    const hiddenBy = { kind: 'Interface', id, ids: [id, hostId] } as const;
    return { id: null, name, note: `${port}, not drawn: ${hiddenWords(why, true)}`, hiddenBy };
  };
  const portMatches = await Promise.all(
    ports.map(async ({ id, hostId, name }): Promise<Match> => {
      if (!picture?.nodes.has(id)) return await portMatch(id, hostId, name, '');
      return { id, name, ...(isVisible(id) ? { note: 'Port' } : { note: filteredNote, hiddenBy: 'filters' }) };
    }),
  );
  const rowMatches = await Promise.all(
    rows.map(async (row): Promise<Match[]> => {
      const ids = isNodeKind(row) ? [row.entityId] : [row.entityId, row.hostId].filter((id) => id !== null);
      if (ids.some((id) => nodes.has(id))) return [];
      const kind = rowKinds[row.kind] ?? row.kind;
      const name = [row.title, row.host?.displayName].filter(Boolean).join(' on ');
      // A port may be hidden although its device is drawn, so the service is asked about the port itself.
      if (row.kind === 'Interface' && row.hostId !== null && !picture?.nodes.has(row.entityId))
        return [await portMatch(row.entityId, row.hostId, name, row.value)];
      const drawnId = ids.map((id) => drawnNodeOf(id, picture)).find((id) => id !== undefined);
      if (drawnId !== undefined && nodes.has(drawnId)) return [];
      if (drawnId !== undefined && !isVisible(drawnId))
        return [{ id: drawnId, name, note: `${kind}, ${filteredNote}`, hiddenBy: 'filters' }];
      if (drawnId !== undefined) return [{ id: drawnId, name, note: `${kind} ${row.value}` }];
      const entityId = ids.at(-1)!;
      const why = (await ask(PageWhyHiddenDocument, { ...graph, entityId }, { at })).topology.graph.whyHidden;
      if (why.reason === 'Shown') return [{ id: entityId, name, note: `${kind} ${row.value}, folded` }];
      if (why.reason.startsWith('Shown') || why.reason === 'BecameBox') return [];
      const hiddenBy = { kind: row.kind, id: row.entityId, ids };
      return [{ id: null, name, note: `${kind}, not shown: ${hiddenWords(why)}`, hiddenBy }];
    }),
  );
  const locationMatches = locations.map((location): Match => {
    return { id: null, name: location.name, note: texts.search.location(location.deviceCount), location };
  });
  const portIds = new Set(ports.map(({ id }) => id));
  const isOther = ({ id, hiddenBy }: Match) =>
    !portIds.has(id ?? '') && !(typeof hiddenBy === 'object' && portIds.has(hiddenBy.id));
  const others = [...nodeMatches, ...distinctNodes(rowMatches.flat())].filter(isOther);
  const vlans = findVlans(page.store.state.vlans, text);
  return [
    ...vlans.named.map(vlanMatch),
    ...withLocations([...portMatches, ...others], locationMatches, text),
    ...vlans.others.map(vlanMatch),
  ];
}

const vlanMatch = ({ id, vlanNumber, name }: Pick<Vlan, 'id' | 'vlanNumber' | 'name'>): Match => ({
  ...{ id: null, vlanId: id, name: texts.search.vlan(vlanNumber, name), note: texts.search.whereItGoes },
});

/**
 * Shows a result of the search. If the result is hidden, switches off the filters, changes the view, or opens the
 * inventory page.
 */
export async function showMatch(page: Page, { id, name, hiddenBy, location, vlanId }: Match): Promise<void> {
  if (vlanId !== undefined) return showVlan(page, vlanId);
  if (location) return showLocation(page, location);
  if (hiddenBy === 'filters') page.go(noFilters, true);
  if (typeof hiddenBy === 'object' && hiddenBy.kind === 'Interface') return showUndrawnPort(page, hiddenBy);
  if (typeof hiddenBy === 'object') return showElsewhere(page, name, hiddenBy);
  if (id !== null) page.show(id);
  if (hiddenBy === 'filters') page.notice(`The filters that left out ${name} are off.`);
}

function showUndrawnPort(page: Page, { ids: [id, hostId] }: HiddenRow): void {
  const deviceId = drawnNodeOf(hostId!, page.store.state.picture);
  showPort(page, id!);
  if (deviceId !== undefined && page.store.state.place.view === 'L2Physical') page.reveal(deviceId);
}

async function showElsewhere(page: Page, name: string, { kind, id: rowId, ids }: HiddenRow): Promise<void> {
  const { place } = page.store.state;
  const { graph, at } = page.scene();
  for (const view of views.filter((one) => one !== place.view))
    for (const entityId of ids) {
      const optionalEdgeTypes = requestedOptionalKinds({ ...place, view });
      const variables = { ...graph, view, detail: null, optionalEdgeTypes, entityId };
      const { reason } = (await ask(PageWhyHiddenDocument, variables, { at })).topology.graph.whyHidden;
      if (!drawnReasons.includes(reason)) continue;
      page.go({ ...withoutQuestions, view, selected: entityId, revealed: [entityId] }, true);
      return page.notice(`${name} is in the view ${viewNames[view]}.`);
    }
  const networkId = currentTopology(page.store.state)!.networkId;
  location.assign(inventoryAddress({ kind, id: rowId, networkId }, networkId, at));
}
const drawnReasons: readonly string[] = ['Shown', 'ShownInside', 'ShownByParts', 'BecameBox'];

const distinctNodes = (matches: readonly Match[]): Match[] =>
  matches.filter(({ id }, at) => id === null || matches.findIndex((match) => match.id === id) === at);

const rowKinds: Readonly<Record<string, string>> = {
  Host: 'host',
  Service: 'service',
  Interface: 'port',
  IPAddress: 'address',
  WirelessAssociation: 'wireless client',
};
/**
 * Whether a row is visible only if it has a node of its own. Rows of other kinds, such as ports, also count as visible
 * if their host is drawn.
 */
const isNodeKind = ({ kind }: SearchedRow): boolean => kind === 'Host' || kind === 'Service';

/**
 * Returns the id of the node that stands for a row: of the node with the row's id, or of the box that represents the
 * row. Undefined if the row is not drawn.
 */
const drawnNodeOf = (id: string, picture: Picture | undefined): string | undefined =>
  picture?.nodes.has(id) ? id : picture?.boxes.find(({ entityId }) => entityId === id)?.id;
