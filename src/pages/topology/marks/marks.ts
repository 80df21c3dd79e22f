// The kinds of highlights of nodes and lines, and their sets.
import type { ChangeType } from '../../../generated/page-operations';

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

export const changeMarks: Readonly<Record<ChangeType, ChangeMark>> = {
  Added: 'added',
  Removed: 'removed',
  Changed: 'changed',
};
export const changeMarkNames: readonly ChangeMark[] = Object.values(changeMarks);
export const isChangeMark = (mark: Mark | undefined): mark is ChangeMark =>
  changeMarkNames.some((name) => name === mark);
