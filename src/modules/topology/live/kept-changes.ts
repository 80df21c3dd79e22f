// The latest changes of a live graph, up to a limit. Clients that need older changes get the whole graph again.
import { mergeDiffs, sizeOfDiff, type ShownDiff } from '../graph/diff';

/**
 * Number of changed items of a step, which is the difference between two successive graphs. A step without changed
 * items counts as one item, so that the number of steps is limited too.
 */
const sizeOf = (diff: ShownDiff): number => Math.max(1, sizeOfDiff(diff));

export class KeptChanges {
  private readonly steps: ShownDiff[] = [];
  /** Position (a counter of steps) of the graph before the oldest stored step. */
  first = 0;
  private size = 0;

  /** `most` is the maximum number of changed items in the stored steps. */
  constructor(private readonly most: number) {}

  get position(): number {
    return this.first + this.steps.length;
  }

  /** Adds a step. Undefined stands for a step with more changes than the limit; all stored steps are dropped then. */
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
