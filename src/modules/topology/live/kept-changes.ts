// The last changes of a live graph, as many as there is room for: readers that are further behind begin anew.
import { mergeDiffs, sizeOfDiff, type ShownDiff } from '../graph/diff';

/** A step that changes nothing of the graph takes room as well. */
const sizeOf = (diff: ShownDiff): number => Math.max(1, sizeOfDiff(diff));

export class KeptChanges {
  private readonly steps: ShownDiff[] = [];
  /** The position that the first of the steps begins at. */
  first = 0;
  private size = 0;

  /** `most` is in items that changed. */
  constructor(private readonly most: number) {}

  get position(): number {
    return this.first + this.steps.length;
  }

  /** Undefined: a step of more than there is room for. */
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
