// Lists the links of a port. Each entry has the remote end, the evidence, and the user's decision to confirm or reject
// the link.
import type { PagePortLinksQuery } from '../../../generated/page-operations';
import { portOnDevice } from '../../../modules/topology/graph/ports/port-name';

export type PortLinks = PagePortLinksQuery;
type Link = NonNullable<PortLinks['interface']>['neighbors'][number];
export type LinkDecision = PortLinks['linkDecisions']['nodes'][number];
export type Verdict = LinkDecision['verdict'];

/** The remote end of a link: a port, or only a host if the port is unknown. */
export interface End {
  readonly portId: string | null;
  readonly hostId: string;
  readonly name: string;
}

export interface LinkLine {
  readonly key: string;
  readonly far: End;
  /** The evidence, such as `reported by LLDP`; empty for a link that only a user has added. */
  readonly bases: readonly string[];
  readonly isDown: boolean;
  /** The user's decision on this link. It may name only the host at one end, instead of the port. */
  readonly decision: LinkDecision | undefined;
  /**
   * Whether the user decided from the other end of the link. Such a decision names only the host at this end, not the
   * port.
   */
  readonly isTurned: boolean;
}

const basisNames: Record<Link['basis'], string> = {
  LLDP: 'reported by LLDP',
  CDP: 'reported by CDP',
  FDB: 'by a forwarding table alone',
  ARP: 'by an ARP table alone',
  Documented: 'by its documentation alone',
  Manual: 'by hand alone',
};

type Port = Link['interface'];
type Host = NonNullable<Link['remoteHost']>;
const endOfPort = (port: Port): End => ({ portId: port.id, hostId: port.host?.id ?? '', name: portOnDevice(port) });
const endOfHost = ({ id, displayName }: Host): End => ({ portId: null, hostId: id, name: displayName });
const keyOf = ({ portId, hostId }: End): string => portId ?? hostId;

function otherEnd(
  portId: string,
  { interface: near, remoteInterface, remoteHost }: Pick<LinkDecision, 'interface' | 'remoteInterface' | 'remoteHost'>,
): End | undefined {
  if (near && near.id !== portId) return endOfPort(near);
  return remoteInterface ? endOfPort(remoteInterface) : remoteHost ? endOfHost(remoteHost) : undefined;
}

export function toLinkLines(portId: string, { interface: port, linkDecisions }: PortLinks): LinkLine[] {
  const decisions = linkDecisions.nodes.flatMap((decision) => {
    const far = otherEnd(portId, decision);
    return far
      ? [{ decision, far, isTurned: decision.interface?.id !== portId && decision.remoteInterface === null }]
      : [];
  });
  const lines = new Map<string, LinkLine>();
  for (const link of [...(port?.neighbors ?? []), ...(port?.neighborOf.nodes ?? [])]) {
    const far = otherEnd(portId, link);
    if (!far) continue;
    const existing = lines.get(keyOf(far));
    const bases = new Set([...(existing?.bases ?? []), basisNames[link.basis]]);
    const exact = decisions.find((one) => keyOf(one.far) === keyOf(far) && !one.isTurned);
    const wide = decisions.find((one) =>
      one.far.portId === null ? one.far.hostId === far.hostId : one.isTurned && one.far.portId === far.portId,
    );
    lines.set(keyOf(far), {
      ...{ key: keyOf(far), far, bases: [...bases], isDown: existing?.isDown || link.downSince !== null },
      ...{ decision: (exact ?? wide)?.decision, isTurned: (exact ?? wide)?.isTurned ?? false },
    });
  }
  const listedDecisionIds = new Set([...lines.values()].map(({ decision }) => decision?.id));
  const others = decisions
    .filter(({ decision }) => !listedDecisionIds.has(decision.id))
    .map(({ decision, far, isTurned }) => ({ key: decision.id, far, bases: [], isDown: false, decision, isTurned }));
  return [...lines.values(), ...others];
}
