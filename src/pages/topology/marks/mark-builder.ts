// Collects the highlights of drawn nodes and lines. A row that is inside a fold or a closed box highlights this.
import type { Node, Picture } from '../graph/picture';
import type { Shown } from '../graph/shown';
import type { Stop } from '../state/answers';
import type { Mark, PathStep } from './marks';

export class MarkBuilder {
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

  /**
   * Highlights a host by its box or, if it is inside a fold, by the fold. If it has neither, by those of its nodes that
   * `isMeant` selects. Puts the sign, if any, before the names.
   */
  host(
    host: Pick<Stop, 'kind' | 'id' | 'foldedIn'>,
    mark: Mark,
    sign: string | undefined,
    isMeant: (node: Node | undefined) => boolean,
  ): void {
    const box = host.foldedIn.length > 0 ? undefined : this.boxOf(host);
    const drawnIds = box === undefined ? this.drawnOf(host) : [box];
    for (const id of drawnIds.filter((one) => isMeant(this.picture.nodes.get(one)))) {
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
