// Computes what stays of the questions and of the selection when the page opens another view of the same network.
import type { Picture } from '../graph/picture';
import { withoutQuestions, type Place } from '../state/place';

/** Id of the machine that a node represents or belongs to; null for nodes of no machine, such as subnets and folds. */
function machineOf({ nodes, boxes, items }: Picture, id: string | null): string | null {
  const node = id === null ? undefined : nodes.get(id);
  if (node) return node.hostId;
  // A question may name a machine by the machine's own id.
  return [...boxes, ...items].some(({ hostId }) => hostId === id) ? id : null;
}

/**
 * The change of the page's state that opens another view. Views draw different nodes, but the same machines: the ends
 * of a path, the failing nodes, the root and the selection become the machines that these nodes belong to.
 */
export function toOtherView({ from, to, root, failing, selected }: Place, picture: Picture | undefined) {
  const machine = (id: string | null): string | null => (picture ? machineOf(picture, id) : null);
  const selectedMachine = machine(selected);
  return {
    ...withoutQuestions,
    edgeTypes: null,
    ...{ from: machine(from), to: machine(to), root: machine(root), selected: selectedMachine },
    failing: [...new Set(failing.flatMap((id) => machine(id) ?? []))],
    revealed: selectedMachine === null ? [] : [selectedMachine],
  };
}
