// Computes which nodes and lines are highlighted, for instance by selection, path, VLAN or check. Pure functions.
import { endsKey, type Difference } from '../graph/difference';
import { linksNamed } from '../graph/lines';
import { linksBetween } from '../graph/links-between';
import type { Picture } from '../graph/picture';
import type { Shown } from '../graph/shown';
import type { AskedQuestions, Verdict, WhatIf } from '../state/answers';
import type { Place } from '../state/place';
import type { Supposed } from '../suppose/supposed';
import { MarkBuilder } from './mark-builder';
import { markPath } from './mark-path';
import { markVlan } from './mark-vlan';
import { changeMarks, type Marks } from './marks';

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
