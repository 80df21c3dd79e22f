// Judges whether a network has the same cables as at an earlier instant.
import type { Inventory } from '../../graph/inventory';
import { memoizeByIdentity } from '../../graph/remembered';
import { cabling } from '../cabling';
import type { Context, Judge } from '../context';
import type { CableFacts } from '../facts';
import type { FindingCode } from '../texts';

type Code = Extract<FindingCode, `cable_${string}`>;

export const judgeBaseline: Judge<'CablesAsAtBaseline'> = (context, { at }) => {
  const { index, report } = context;
  const baseline = index.facts.baselines.get(at);
  if (!baseline) return report.lack('baseline_not_kept');
  const present = presentCables(cabling(index.lookup.inventory.interfaces));
  if (present.length === 0 && baseline.length === 0) return report.lack('no_cables');
  const [before, now] = [matcher(baseline), matcher(present)];
  const reported = new Set<string>();
  const find = (code: Code, cable: CableFacts): void => {
    // A cable that both ends report gives only one finding.
    const key = `${code} ${keyOfCable(cable).join(' ')}`;
    if (reported.has(key)) return;
    reported.add(key);
    findCable(context, code, cable);
  };
  // Both ends may report a cable, and a cable of the baseline may still exist: each cable counts once.
  const judged = new Set<string>();
  for (const cable of baseline.filter((one) => isJudged(context, one))) {
    const match = now(cable);
    judged.add(keyOfCable(match ?? cable).join(' '));
    if (!match) find('cable_gone', cable);
    else if (match.isDown && !cable.isDown) find('cable_down', cable);
  }
  for (const cable of present.filter((one) => isJudged(context, one))) {
    judged.add(keyOfCable(cable).join(' '));
    if (!before(cable)) find('cable_new', cable);
  }
  report.addJudged(judged.size);
};

/**
 * A deleted host can be selected only by id or by selecting all hosts. In other selections, its former cables are not
 * judged.
 */
const isJudged = ({ selected, selection }: Context, { hostId, otherHostId }: CableFacts): boolean =>
  [hostId, otherHostId].some(
    (id) => selected.isAll || selected.hostIds.has(id) || (selection.hostIds?.includes(id) ?? false),
  );

/** All cables as ports report them, including cables that are down. */
const presentCables = memoizeByIdentity((interfaces: Inventory['interfaces']): readonly CableFacts[] =>
  interfaces.flatMap(({ id, hostId, neighbors }) =>
    neighbors
      .filter((neighbor) => neighbor.hostId !== hostId)
      .map((neighbor) => ({
        ...{ interfaceId: id, hostId },
        ...{ otherInterfaceId: neighbor.interfaceId, otherHostId: neighbor.hostId, isDown: !!neighbor.downSince },
      })),
  ),
);

/** Identifies a cable. The key is the same whichever end reports the cable. */
function keyOfCable({ interfaceId, hostId, otherInterfaceId, otherHostId }: CableFacts): (string | null)[] {
  if (otherInterfaceId === null) return [interfaceId, hostId, null, otherHostId];
  return interfaceId < otherInterfaceId
    ? [interfaceId, hostId, otherInterfaceId, otherHostId]
    : [otherInterfaceId, otherHostId, interfaceId, hostId];
}

const pairOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/**
 * Returns a function that finds a cable in the list. If only one port of the cable is known, it is found by this port
 * and the host at the other end.
 */
const matcher = memoizeByIdentity((cables: readonly CableFacts[]): ((cable: CableFacts) => CableFacts | undefined) => {
  const whole = new Map<string, CableFacts>();
  const half = new Map<string, CableFacts>();
  const ofPorts = new Map<string, CableFacts>();
  const put = (map: Map<string, CableFacts>, key: string, cable: CableFacts) => {
    // If both ends report the cable, it counts as up if one of them reports it as up.
    const existing = map.get(key);
    if (!existing || existing.isDown) map.set(key, cable);
  };
  for (const cable of cables) {
    const { interfaceId, hostId, otherInterfaceId, otherHostId } = cable;
    put(ofPorts, `${interfaceId} ${otherHostId}`, cable);
    if (otherInterfaceId === null) put(half, `${interfaceId} ${otherHostId}`, cable);
    else {
      put(whole, pairOf(interfaceId, otherInterfaceId), cable);
      put(ofPorts, `${otherInterfaceId} ${hostId}`, cable);
    }
  }
  return ({ interfaceId, hostId, otherInterfaceId, otherHostId }) => {
    if (otherInterfaceId === null) return ofPorts.get(`${interfaceId} ${otherHostId}`);
    return (
      whole.get(pairOf(interfaceId, otherInterfaceId)) ??
      half.get(`${interfaceId} ${otherHostId}`) ??
      half.get(`${otherInterfaceId} ${hostId}`)
    );
  };
});

function findCable({ index, report }: Context, code: Code, cable: CableFacts): void {
  const facts = keyOfCable(cable);
  report.find(code, facts, () => {
    const [interfaceId, hostId, otherInterfaceId, otherHostId] = facts as [string, string, string | null, string];
    return {
      subject: 'Interface',
      elementIds: [interfaceId, ...(otherInterfaceId === null ? [] : [otherInterfaceId]), hostId, otherHostId],
      params: {
        ...{ host: index.nameOfHost(hostId), port: index.nameOfPort(interfaceId) },
        otherHost: index.nameOfHost(otherHostId),
        otherPort: otherInterfaceId === null ? null : index.nameOfPort(otherInterfaceId),
      },
    };
  });
}
