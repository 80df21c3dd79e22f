// Finds sets of hosts that are connected by cables. Frames pass through switches, but not through endpoints: an
// endpoint with two cables can be in two sets, and does not connect them.
import { byText } from '../../graph/order';

interface Joining {
  readonly id: string;
  /** Whether the host forwards between its cables, and so connects them. */
  readonly isJoint: boolean;
}

export interface Segments {
  join(one: Joining, other: Joining): void;
  isConnected(one: string, other: string): boolean;
  /** Divides hosts into groups that are connected; the largest group first. */
  partsOf(ids: readonly string[]): string[][];
}

/** Maximum number of hosts for which all pairs are compared. */
const mostCompared = 20;

export function createSegments(): Segments {
  const parents = new Map<string, string>();
  /**
   * For each endpoint: the switches (`joints`) and the other endpoints (`pairs`, each as a text of both ids) to which
   * it has cables.
   */
  const doors = new Map<string, { readonly joints: string[]; readonly pairs: string[] }>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    for (let at = id; at !== root;) {
      const next = parents.get(at)!;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  const doorsOf = (id: string) => {
    const hostDoors = doors.get(id) ?? { joints: [], pairs: [] };
    doors.set(id, hostDoors);
    return hostDoors;
  };
  const setsOf = (id: string): Set<string> => {
    const hostDoors = doors.get(id);
    return hostDoors ? new Set([...hostDoors.joints.map(rootOf), ...hostDoors.pairs]) : new Set([rootOf(id)]);
  };
  return {
    join(one, other) {
      if (one.isJoint && other.isJoint) {
        const [a, b] = [rootOf(one.id), rootOf(other.id)];
        if (a !== b) parents.set(a, b);
      } else if (one.isJoint) doorsOf(other.id).joints.push(one.id);
      else if (other.isJoint) doorsOf(one.id).joints.push(other.id);
      else for (const { id } of [one, other]) doorsOf(id).pairs.push([one.id, other.id].sort().join(' '));
    },
    isConnected: (one, other) => hasCommon(setsOf(one), setsOf(other)),
    partsOf(ids) {
      const members = ids.map((id) => ({ id, sets: setsOf(id), isLeaf: doors.has(id) }));
      // Hosts in a single set of connected hosts come first, because they determine the groups. Endpoints with cables
      // to several switches are in several sets: they come last and join the group of one of these sets.
      members.sort((a, b) => Number(a.isLeaf) - Number(b.isLeaf) || a.sets.size - b.sets.size || byText(a.id, b.id));
      return gather(members)
        .map((part) => part.sort(byText))
        .sort((a, b) => b.length - a.length || byText(a[0]!, b[0]!));
    },
  };
}

const hasCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((set) => other.has(set));

interface Member {
  readonly id: string;
  readonly sets: ReadonlySet<string>;
}

/** Divides hosts into groups of connected hosts: all hosts of a group are in at least one common set. */
function gather(members: readonly Member[]): string[][] {
  interface Part {
    readonly ids: string[];
    sets: ReadonlySet<string>;
  }
  const parts: Part[] = [];
  const partOf = new Map<string, Part>();
  for (const { id, sets } of members) {
    const part = [...sets].map((set) => partOf.get(set)).find((one) => one !== undefined);
    if (!part) {
      const newPart = { ids: [id], sets };
      parts.push(newPart);
      for (const set of sets) partOf.set(set, newPart);
      continue;
    }
    part.ids.push(id);
    const common = new Set([...part.sets].filter((set) => sets.has(set)));
    for (const set of part.sets) if (!common.has(set)) partOf.delete(set);
    part.sets = common;
  }
  // If cables connect each of three endpoints with both others, each cable is a set of its own, and no set contains all
  // three. But every two of the endpoints are connected, so the three are one group.
  const isMesh =
    parts.length > 1 &&
    members.length <= mostCompared &&
    members.every((one) => members.every((other) => one === other || hasCommon(one.sets, other.sets)));
  return isMesh ? [members.map(({ id }) => id)] : parts.map(({ ids }) => ids);
}
