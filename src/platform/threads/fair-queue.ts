// A queue in which many entries of one group do not delay the entries of all other groups.

/** A queue in the order of arrival that alternates between groups. */
export class FairQueue<T> {
  private readonly groups = new Map<unknown, T[]>();
  length = 0;

  /** Adds a value to a group; with `isFirst`, before the other values of the group. */
  add(group: unknown, value: T, isFirst = false): void {
    const existingGroup = this.groups.get(group);
    if (!existingGroup) this.groups.set(group, [value]);
    else if (isFirst) existingGroup.unshift(value);
    else existingGroup.push(value);
    this.length += 1;
  }

  /** Removes the next value; undefined if the queue is empty. */
  take(): T | undefined {
    const next = this.groups.entries().next().value;
    if (!next) return undefined;
    const [group, values] = next;
    const value = values.shift()!;
    this.groups.delete(group);
    if (values.length > 0) this.groups.set(group, values);
    this.length -= 1;
    return value;
  }
}
