// Computes which nodes and lines are highlighted, for instance by selection, path, VLAN or check. Pure functions.
import type { ChangeType } from '../../../generated/page-operations';
import { endsKey, type Difference } from '../graph/difference';
import { linksNamed } from '../graph/lines';
import { linksBetween } from '../graph/links-between';
import type { Node, Picture } from '../graph/picture';
import type { Shown } from '../graph/shown';
import { segmentSign } from '../graph/texts';
import type { Supposed } from '../suppose/supposed';
import type { AskedQuestions, Path, Stop, Verdict, WhatIf } from './answers';
import type { Place } from './place';

export type ChangeMark = 'added' | 'removed' | 'changed';
type QuestionMark = 'near' | 'tagged' | 'vlan' | 'gap' | 'single' | 'lost' | 'failed' | 'root' | 'path' | 'end';
export type Mark = QuestionMark | 'finding' | 'evidence' | ChangeMark;

export interface Marks {
  /** The highlight of each drawn node. A closed box shows the highlight of its contents. */
  readonly nodes: ReadonlyMap<string, Mark>;
  readonly lines: ReadonlyMap<string, Mark>;
  /** The drawn line whose details are shown. */
  readonly selectedLine: string | undefined;
  /** Steps of a path that no drawn line shows, so that lines are added for them. */
  readonly steps: readonly PathStep[];
  /** Signs before the names of nodes that tell the segments of a VLAN apart. */
  readonly signs: ReadonlyMap<string, string>;
  /** Whether nodes that are not highlighted are faded. `fadesLines` is the same for lines. */
  readonly fades: boolean;
  readonly fadesLines: boolean;
}

/** A path enters a machine at one address and leaves it at another; the ids are those of the drawn nodes. */
export interface PathStep {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The name of the machine. */
  readonly name: string;
}

export interface MarkSources {
  readonly picture: Picture;
  readonly visible: Shown;
  readonly difference: Difference | undefined;
  readonly place: Place;
  readonly answers: AskedQuestions;
  readonly pathIndex: number;
  /** Position of the segment of the VLAN that is highlighted; null or left out for all segments. */
  readonly segmentIndex?: number | null;
  readonly vlanSubnetIds: readonly string[];
  /** In a large graph, selecting a node does not fade the other nodes, because that would take too long. */
  readonly isLarge: boolean;
  /** An option of the topology: keep lines bright when a node is selected. */
  readonly noFadeEdges: boolean;
}

export function computeMarks(context: MarkSources): Marks {
  const { picture, visible, place, answers } = context;
  const builder = new MarkBuilder(picture, visible);
  if (context.difference) markDifference(builder, context.difference);
  if (place.tagId) markTag(builder, place.tagId);
  const vlan = answers.vlan?.answer;
  if (vlan) markVlan(builder, vlan, context.vlanSubnetIds, context.segmentIndex ?? null);
  if (answers.verdict?.answer) markVerdict(builder, answers.verdict.answer);
  for (const stop of answers.singlePoints?.answer ?? []) builder.stop(stop, 'single');
  for (const stop of answers.impact?.answer?.unreachable ?? []) builder.stop(stop, 'lost');
  if (answers.whatIf?.answer) markSupposed(builder, place.supposed, answers.whatIf.answer, context.difference);
  if (place.root && answers.impact) builder.anything(place.root, 'root');
  if (answers.impact) for (const id of place.failing) builder.anything(id, 'failed');
  const path = answers.paths?.answer?.[context.pathIndex];
  if (path) markPath(builder, path);
  for (const id of [place.from, place.to]) if (id) builder.anything(id, 'end');
  const asksNothing = builder.isEmpty;
  if (asksNothing && place.selected) markNear(builder, place.selected);
  for (const { id, source, target } of asksNothing ? linksNamed(visible.lines, place.lines) : [])
    if (builder.link(id, 'near')) for (const end of [source, target]) builder.node(end, 'near');
  const { nodes, lines, steps, isEmpty } = builder;
  return {
    nodes,
    lines,
    steps,
    selectedLine: place.lines.map((id) => builder.drawnLine(id)).find((line) => line !== undefined),
    signs: new Map([...builder.signs].map(([id, signs]) => [id, [...signs].join('')])),
    fades: !isEmpty && !(asksNothing && context.isLarge),
    fadesLines: !isEmpty && !(asksNothing && context.noFadeEdges),
  };
}

class MarkBuilder {
  readonly nodes = new Map<string, Mark>();
  readonly lines = new Map<string, Mark>();
  readonly steps: PathStep[] = [];
  readonly signs = new Map<string, Set<string>>();
  private readonly byEntity: ReadonlyMap<string, readonly Node[]>;
  private readonly lineOf: ReadonlyMap<string, string>;

  constructor(
    readonly picture: Picture,
    readonly shownGraph: Shown,
  ) {
    this.byEntity = entityIndex(picture);
    this.lineOf = new Map(shownGraph.lines.flatMap(({ id, links }) => links.map((link) => [link.id, id] as const)));
  }

  get isEmpty(): boolean {
    return this.nodes.size === 0 && this.lines.size === 0;
  }

  node(id: string, mark: Mark): void {
    const standInId = this.shownGraph.standIn.get(id);
    if (standInId !== undefined) this.nodes.set(standInId, mark);
  }

  /** The id of the drawn line that stands for a link. */
  drawnLine(id: string): string | undefined {
    return this.lineOf.get(id);
  }

  link(id: string, mark: Mark): boolean {
    const line = this.lineOf.get(id);
    if (line !== undefined) this.lines.set(line, mark);
    return line !== undefined;
  }

  /** Adds a line between two addresses of a machine, unless both are drawn as the same node. */
  step(from: string, to: string, name: string): void {
    const [source, target] = [from, to].map((id) => this.shownGraph.standIn.get(id));
    if (source === undefined || target === undefined || source === target) return;
    const id = `step ${this.steps.length}`;
    this.steps.push({ id, source, target, name });
    this.lines.set(id, 'path');
  }

  /** Highlights a node, or all nodes that belong to a host, subnet, service or address. */
  anything(id: string, mark: Mark): void {
    if (this.picture.nodes.has(id)) this.node(id, mark);
    else for (const node of this.byEntity.get(id) ?? []) this.node(node.id, mark);
  }

  boxOf({ id }: Pick<Stop, 'id'>): string | undefined {
    return (this.byEntity.get(id) ?? []).find((node) => node.shape === 'box' && ['Host', 'Subnet'].includes(node.kind))
      ?.id;
  }

  /** Highlights a host or subnet by its box, without the contents; other rows by their node. */
  row(id: string, mark: Mark): void {
    const box = this.boxOf({ id });
    if (box === undefined) this.anything(id, mark);
    else this.node(box, mark);
  }

  /** Highlights a host by its box or, if it is inside a fold, by the fold. Puts the sign, if any, before the name. */
  host(host: Pick<Stop, 'kind' | 'id' | 'foldedIn'>, mark: Mark, sign?: string): void {
    const box = host.foldedIn.length > 0 ? undefined : this.boxOf(host);
    for (const id of box === undefined ? this.drawnOf(host) : [box]) {
      this.node(id, mark);
      const standInId = this.shownGraph.standIn.get(id);
      if (sign === undefined || standInId === undefined) continue;
      this.signs.set(standInId, (this.signs.get(standInId) ?? new Set()).add(sign));
    }
  }

  stop(stop: Pick<Stop, 'kind' | 'id' | 'foldedIn'>, mark: Mark): void {
    for (const id of this.drawnOf(stop)) this.node(id, mark);
  }

  /** The nodes that show an endpoint or hop of a path. If it is inside a fold, the fold. */
  drawnOf({ kind, id, foldedIn }: Pick<Stop, 'kind' | 'id' | 'foldedIn'>): readonly string[] {
    const [outermost] = foldedIn;
    if (outermost !== undefined) return [this.drawnFold(outermost)];
    return kind === 'Node' ? [id] : (this.byEntity.get(id) ?? []).map((node) => node.id);
  }

  /** The drawn node of a collapsed fold: the fold or, if the fold contains everything in a box, the closed box. */
  private drawnFold(id: string): string {
    if (this.picture.nodes.has(id)) return id;
    return this.picture.boxes.find(({ fold }) => fold?.id === id)?.id ?? id;
  }

  /**
   * Highlights each line that stands for several links between folds, if it connects one of `ends` with one of
   * `others`.
   */
  foldedLine(ends: readonly string[], others: readonly string[], mark: Mark): void {
    const standInsOf = (ids: readonly string[]) => new Set(ids.map((id) => this.shownGraph.standIn.get(id)));
    const [from, to] = [standInsOf(ends), standInsOf(others)];
    const foldedLines = this.shownGraph.lines.filter(
      ({ source, target, links }) =>
        links.some(({ folded }) => folded) &&
        ((from.has(source) && to.has(target)) || (from.has(target) && to.has(source))),
    );
    for (const { id } of foldedLines) this.lines.set(id, mark);
  }
}

const indexes = new WeakMap<Picture, ReadonlyMap<string, readonly Node[]>>();

function entityIndex(picture: Picture): ReadonlyMap<string, readonly Node[]> {
  const cachedIndex = indexes.get(picture);
  if (cachedIndex) return cachedIndex;
  const index = new Map<string, Node[]>();
  const put = (entityId: string | null, node: Node) => {
    if (entityId === null) return;
    const nodes = index.get(entityId);
    if (nodes) nodes.push(node);
    else index.set(entityId, [node]);
  };
  for (const box of picture.boxes) put(box.entityId, box);
  for (const item of picture.items) {
    put(item.hostId, item);
    for (const { id } of item.services) put(id, item);
  }
  indexes.set(picture, index);
  return index;
}

const changeMarks: Readonly<Record<ChangeType, ChangeMark>> = {
  Added: 'added',
  Removed: 'removed',
  Changed: 'changed',
};
export const changeMarkNames: readonly ChangeMark[] = Object.values(changeMarks);
export const isChangeMark = (mark: Mark | undefined): mark is ChangeMark =>
  changeMarkNames.some((name) => name === mark);

/**
 * Highlights the differences between two instants. A combined node or line counts as added or removed only if all of
 * its parts were added or removed.
 */
function markDifference({ nodes, lines, shownGraph }: MarkBuilder, { typeOf, folded }: Difference): void {
  for (const id of folded.nodes.keys()) {
    const standInId = shownGraph.standIn.get(id);
    if (standInId !== undefined) nodes.set(standInId, 'changed');
  }
  for (const [id, drawnId] of shownGraph.standIn) if (drawnId !== id && typeOf.has(id)) nodes.set(drawnId, 'changed');
  for (const { id } of [...shownGraph.boxes, ...shownGraph.items]) {
    const type = typeOf.get(id);
    if (type) nodes.set(id, changeMarks[type]);
  }
  for (const { id, links, source, target } of shownGraph.lines) {
    if (folded.lines.has(endsKey(source, target))) lines.set(id, 'changed');
    const types = new Set(links.map((link) => typeOf.get(link.id)));
    const [type] = types;
    if (types.size > 1) lines.set(id, 'changed');
    else if (type) lines.set(id, changeMarks[type]);
  }
}

function markTag(builder: MarkBuilder, tagId: string): void {
  for (const node of builder.picture.nodes.values()) {
    const ownTagIds = node.shape === 'box' ? node.subnetTagIds : [...(node.service?.tagIds ?? [])];
    const inside = node.shape === 'box' ? [] : node.services.flatMap(({ tagIds }) => tagIds);
    const isApplication = node.shape === 'box' && node.entityId === tagId;
    if (isApplication || [...node.hostTagIds, ...ownTagIds, ...inside].includes(tagId)) builder.node(node.id, 'tagged');
  }
}

type VlanAnswer = NonNullable<NonNullable<AskedQuestions['vlan']>['answer']>;

/** Highlights a VLAN or, if `segmentIndex` is not null, one of its segments. Several segments are numbered. */
function markVlan(
  builder: MarkBuilder,
  { ports, links, gaps, unknownEnds, hosts, segmentDetails }: VlanAnswer,
  subnetIds: readonly string[],
  segmentIndex: number | null,
): void {
  const { nodes, links: pictureLinks } = builder.picture;
  const segmentsOf = new Map<string, number[]>();
  segmentDetails.forEach(({ hostIds }, index) => {
    for (const id of hostIds) segmentsOf.set(id, [...(segmentsOf.get(id) ?? []), index]);
  });
  const isChosen = segmentIndex === null ? () => true : (index: number) => index === segmentIndex;
  const isPortChosen = (interfaceId: string): boolean =>
    segmentIndex === null || (segmentsOf.get(nodes.get(interfaceId)?.hostId ?? '') ?? []).some(isChosen);
  for (const { carryingInterfaceId, hostId, interfaceId } of unknownEnds) {
    if (!isPortChosen(carryingInterfaceId)) continue;
    builder.row(hostId, 'evidence');
    if (interfaceId !== null) builder.node(interfaceId, 'evidence');
  }
  for (const id of subnetIds) builder.row(id, 'vlan');
  for (const host of hosts)
    for (const index of (segmentsOf.get(host.id) ?? []).filter(isChosen))
      builder.host(host, 'vlan', segmentDetails.length > 1 ? segmentSign(index) : undefined);
  for (const { interfaceId } of ports) if (isPortChosen(interfaceId)) builder.node(interfaceId, 'vlan');
  const between = linksBetween(pictureLinks);
  for (const { sourceInterfaceId, targetInterfaceId } of links)
    if (isPortChosen(sourceInterfaceId))
      for (const id of between(sourceInterfaceId, targetInterfaceId)) builder.link(id, 'vlan');
  for (const { carryingInterfaceId, lackingInterfaceId } of gaps) {
    if (!isPortChosen(carryingInterfaceId)) continue;
    builder.node(lackingInterfaceId, 'gap');
    for (const id of between(carryingInterfaceId, lackingInterfaceId)) builder.link(id, 'gap');
  }
}

/** Highlights the rows that a check complains about, related rows, and the lines between both. */
function markVerdict(builder: MarkBuilder, { findings, missing }: Verdict): void {
  const between = linksBetween(builder.picture.links);
  for (const { elementIds } of missing) for (const id of elementIds) builder.row(id, 'evidence');
  const open = findings.filter(({ isAccepted }) => !isAccepted);
  for (const { elementIds } of open) for (const id of elementIds.slice(1)) builder.row(id, 'near');
  for (const { elementIds } of open) {
    if (elementIds[0] !== undefined) builder.row(elementIds[0], 'finding');
    elementIds.forEach((id, index) => {
      for (const other of elementIds.slice(index + 1))
        for (const link of between(id, other)) builder.link(link, 'finding');
    });
  }
}

/**
 * Highlights what fails or is connected in a what-if question, what gets cut off, and what is reached on another path.
 */
function markSupposed(
  builder: MarkBuilder,
  supposed: readonly Supposed[],
  { impact, rerouted }: WhatIf,
  difference: Difference | undefined,
): void {
  for (const stop of rerouted ?? []) builder.stop(stop, 'changed');
  for (const stop of impact?.unreachable ?? []) builder.stop(stop, 'lost');
  const markEnd = (id: string): void => {
    if (difference?.typeOf.get(id) !== 'Added') builder.row(id, 'end');
  };
  for (const one of supposed) {
    if (one.type === 'cable') [one.id, one.otherId].forEach(markEnd);
    else builder.row(one.id, 'failed');
  }
}

function nameOfHop({ nodes }: Picture, addressId: string): string {
  const node = nodes.get(addressId);
  return node?.shape === 'item' ? node.hostName : '';
}

function markPath(builder: MarkBuilder, { hops }: Path): void {
  const between = linksBetween(builder.picture.links);
  const linkAll = (a: string | null | undefined, b: string | null | undefined): boolean => {
    const ids = a && b ? between(a, b) : [];
    return ids.filter((id) => builder.link(id, 'path')).length > 0;
  };
  hops.forEach((hop, index) => {
    const { kind, id, inInterfaceId, outInterfaceId, inIpAddress, outIpAddress, outEdgeId } = hop;
    for (const part of [inInterfaceId, outInterfaceId, inIpAddress?.id, outIpAddress?.id])
      if (part) builder.node(part, 'path');
    const box = builder.boxOf(hop);
    if (kind === 'Node') builder.node(id, 'path');
    else if (box) builder.node(box, 'path');
    if (hop.foldedIn.length > 0) builder.stop(hop, 'path');
    const isByEdge = outEdgeId != null && builder.link(outEdgeId, 'path');
    // The addresses of a machine are all linked with its first address. The path does not lead over that address, so a
    // line from the one to the other address is added.
    if (inIpAddress && outIpAddress && !linkAll(inIpAddress.id, outIpAddress.id))
      builder.step(inIpAddress.id, outIpAddress.id, nameOfHop(builder.picture, inIpAddress.id));
    const next = hops[index + 1];
    if (!next) return;
    // If the path does not name the port at an end of the link, the link is found by the box of that end's host.
    const isByPorts = linkAll(outInterfaceId ?? box, next.inInterfaceId ?? builder.boxOf(next));
    // No drawn link matches, because its ends are inside folds: highlight the line between these folds instead.
    if (!isByEdge && !isByPorts) builder.foldedLine(builder.drawnOf(hop), builder.drawnOf(next), 'path');
  });
}

function markNear(builder: MarkBuilder, selected: string): void {
  const { linksOf, nodes } = builder.picture;
  const inside = (id: string): boolean => {
    for (let at: string | null = id; at !== null; at = nodes.get(at)?.parentId ?? null)
      if (at === selected) return true;
    return false;
  };
  for (const [id, links] of linksOf) {
    if (!inside(id)) continue;
    for (const link of links)
      if (builder.link(link.id, 'near')) builder.node(link.source === id ? link.target : link.source, 'near');
  }
}
