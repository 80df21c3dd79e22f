// The latest changes of a live graph, up to a limit. Clients that need older changes get the whole graph again.
import { mergeDiffs, sizeOfDiff, type ShownDiff } from '../graph/diff';

/**
 * Size of a change of the graph: its number of changed nodes, edges and folds. A change without any of them counts as
 * one, so that the number of stored changes is limited too.
 */
const sizeOf = (diff: ShownDiff): number => Math.max(1, sizeOfDiff(diff));

export class KeptChanges {
  private readonly steps: ShownDiff[] = [];
  /** Number of changes that are no longer stored. Positions in the feed are counted from its first change. */
  first = 0;
  private size = 0;

  /** `most` is the maximum size of all stored changes together. */
  constructor(private readonly most: number) {}

  get position(): number {
    return this.first + this.steps.length;
  }

  /**
   * Adds a change of the graph. Undefined is a change that is too large to be stored; the earlier changes are useless
   * then.
   */
  add(step: ShownDiff | undefined): void {
    if (!step) return this.forget();
    this.steps.push(step);
    this.size += sizeOf(step);
    while (this.size > this.most) {
      this.size -= sizeOf(this.steps.shift()!);
      this.first += 1;
    }
  }

  private forget(): void {
    this.first = this.position + 1;
    this.steps.length = 0;
    this.size = 0;
  }

  since(position: number): ShownDiff | undefined {
    return position < this.first ? undefined : mergeDiffs(this.steps.slice(position - this.first));
  }
}
