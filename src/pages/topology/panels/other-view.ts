// Computes what stays selected when the user switches to another view of the same network.
import type { Picture } from '../graph/picture';
import { withoutQuestions, type Place } from '../state/place';

function machineOf({ nodes, boxes, items }: Picture, id: string | null): string | null {
  const node = id === null ? undefined : nodes.get(id);
  if (node) return node.hostId;
  // No node has this id. It may be the id of a machine of which the view draws only boxes or parts.
  return [...boxes, ...items].some(({ hostId }) => hostId === id) ? id : null;
}

/**
 * Views draw different nodes of the same machines. So the new view gets the machines of the nodes that were selected,
 * failing, or ends of a path.
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
