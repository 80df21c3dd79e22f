// Judges whether cables connect all ports of a VLAN, and whether only certain ports carry the VLAN.
import { virtualTypes } from '../../../../platform/text/interface-types';
import type { Inventory, InventoryInterface } from '../../graph/inventory';
import { byText } from '../../graph/order';
import { memoizeByIdentity } from '../../graph/remembered';
import { cabling, carrying } from '../cabling';
import type { Context, Judge } from '../context';
import type { FactsIndex } from '../facts-index';
import { forwardingOf } from '../roles';
import {
  bundleId,
  carriedVlans,
  carries,
  isCarriedBetween,
  portsByVlan,
  vlanIdsOf,
  type CarriedVlans,
} from '../../graph/carried-vlans';
import { cablesAmong, neighborHosts, type CableEnd } from './cables';
import { createSegments } from './segments';

const nameOfVlan = ({ lookup }: FactsIndex, vlanId: string): string => {
  const { vlanNumber, name } = lookup.vlans.get(vlanId)!;
  return name === '' ? `VLAN ${vlanNumber}` : `VLAN ${vlanNumber} (${name})`;
};

interface CarryingCable {
  readonly ends: readonly [CableEnd, CableEnd];
  /** The VLANs of the port at each end; null if they were not read or if the port is unknown. */
  readonly vlans: readonly [CarriedVlans | null, CarriedVlans | null];
  /** True if the VLANs of both ends are known. If false, the cable may carry the VLAN. */
  readonly isCertain: boolean;
}

/**
 * Returns a function that finds the cables that carry a VLAN, or may carry it because the VLANs of an end are unknown.
 */
const cablesByVlan = memoizeByIdentity((interfaces: Inventory['interfaces']) => {
  const vlansOf = carriedVlans(interfaces);
  const readAt = ({ port }: CableEnd): CarriedVlans | null => {
    const vlans = port && vlansOf(port);
    return vlans?.isRead ? vlans : null;
  };
  const ofVlans = new Map<string, CarryingCable[]>();
  const unread: CarryingCable[] = [];
  for (const { ends } of cablesAmong(interfaces)) {
    const vlans = [readAt(ends[0]), readAt(ends[1])] as const;
    const [one, other] = vlans[0] ? vlans : [vlans[1], null];
    if (!one) unread.push({ ends, vlans, isCertain: false });
    else
      for (const vlanId of vlanIdsOf(one)) {
        if (other && !isCarriedBetween(one, other, vlanId)) continue;
        const cables = ofVlans.get(vlanId) ?? [];
        if (cables.length === 0) ofVlans.set(vlanId, cables);
        cables.push({ ends, vlans, isCertain: other !== null });
      }
  }
  return (vlanId: string): readonly CarryingCable[] => [...(ofVlans.get(vlanId) ?? []), ...unread];
});

export const judgeVlanWhole: Judge<'VlanIsWhole'> = (context, { vlanId }) => {
  const { index, selected, report } = context;
  if (!index.lookup.vlans.has(vlanId)) return report.lack('row_gone', vlanId);
  const interfaces = carrying(index.present.interfaces);
  const carryingHosts = new Set<string>();
  for (const { hostId } of portsByVlan(interfaces).get(vlanId) ?? []) {
    if (!selected.presentHostIds.has(hostId)) continue;
    carryingHosts.add(hostId);
    report.addJudged(1);
  }
  if (carryingHosts.size === 0) return report.lack('vlan_on_no_port');
  const cabled = neighborHosts(cabling(index.present.interfaces));
  const cabledHosts: string[] = [];
  for (const hostId of carryingHosts)
    if (cabled.has(hostId)) cabledHosts.push(hostId);
    else if (carryingHosts.size > 1) report.lack('host_without_cable', hostId);
  judgeSegments(context, vlanId, cabledHosts.sort(byText));
};

function judgeSegments({ index, report }: Context, vlanId: string, hostIds: readonly string[]): void {
  const interfaces = carrying(index.present.interfaces);
  const forwarding = forwardingOf(index);
  const cables = cablesByVlan(interfaces)(vlanId);
  const [knownSegments, possibleSegments] = [createSegments(), createSegments()];
  for (const { ends, isCertain } of cables) {
    const [a, b] = ends.map(({ hostId }) => ({ hostId, passes: forwarding.byCable(hostId) })) as [Passing, Passing];
    possibleSegments.join(joining(a, 'Possible'), joining(b, 'Possible'));
    if (isCertain) knownSegments.join(joining(a, 'Known'), joining(b, 'Known'));
  }
  const parts = possibleSegments.partsOf(hostIds);
  for (const part of parts.slice(1))
    report.find('vlan_split', [vlanId, ...part], () => ({
      subject: 'Vlan',
      elementIds: [vlanId, ...part],
      params: { vlan: nameOfVlan(index, vlanId), count: part.length, host: index.nameOfHost(part[0]!) },
    }));
  if (parts.length > 1 || knownSegments.partsOf(hostIds).length < 2) return;
  // It is unknown whether some cables and switches forward the VLAN, and the hosts are connected only if these do. The
  // check is undecided, so report the missing evidence.
  for (const { ends, vlans, isCertain } of cables) {
    if (isCertain || knownSegments.isConnected(ends[0].hostId, ends[1].hostId)) continue;
    for (const [at, { port, hostId }] of ends.entries())
      if (!port) report.lack('far_port_not_known', hostId);
      else if (!vlans[at]) report.lack('vlans_not_read', port.id);
  }
  for (const { ends } of cables)
    for (const { hostId } of ends)
      if (forwarding.byCable(hostId) === 'Maybe') report.lack('forwarding_not_known', hostId);
}

interface Passing {
  readonly hostId: string;
  readonly passes: 'Yes' | 'Maybe' | 'No';
}
const joining = ({ hostId, passes }: Passing, reading: 'Known' | 'Possible') => ({
  id: hostId,
  isJoint: passes === 'Yes' || (passes === 'Maybe' && reading === 'Possible'),
});

export const judgeVlanPorts: Judge<'VlanOnExactlyThesePorts'> = (
  { index, selected, report },
  { vlanId, interfaceIds },
) => {
  const { lookup } = index;
  if (!lookup.vlans.has(vlanId)) return report.lack('row_gone', vlanId);
  const interfaces = carrying(index.present.interfaces);
  const vlansOf = carriedVlans(interfaces);
  const namedBundles = new Set(interfaceIds.map((id) => bundleIdOf(index, id)));
  const reported = new Set<string>();
  const find = (code: 'vlan_on_other_port' | 'vlan_not_on_port', port: InventoryInterface): void => {
    const id = bundleId(port);
    if (reported.has(id)) return;
    reported.add(id);
    report.find(code, [vlanId, id], () => ({
      subject: 'Interface',
      elementIds: [id, vlanId],
      params: { port: index.nameOfPort(id), host: index.nameOfHost(port.hostId), vlan: nameOfVlan(index, vlanId) },
    }));
  };
  for (const port of portsByVlan(interfaces).get(vlanId) ?? []) {
    if (!selected.presentHostIds.has(port.hostId)) continue;
    // The VLAN interface of a switch is virtual: it gives the switch an address in the VLAN, and no machine is
    // connected to it.
    if (virtualTypes.has(port.ifType) && !namedBundles.has(bundleId(port))) continue;
    report.addJudged(1);
    if (!namedBundles.has(bundleId(port))) find('vlan_on_other_port', port);
  }
  for (const id of interfaceIds) {
    const port = lookup.interfaces.get(id);
    if (!port) report.lack('row_gone', id);
    else if (selected.hostIds.has(port.hostId)) {
      const vlans = vlansOf(port);
      const { isNative, isTagged } = carries(vlans, vlanId);
      if (isNative || isTagged) continue;
      report.addJudged(1);
      if (!selected.presentHostIds.has(port.hostId)) report.lack('host_missing', port.hostId);
      else if (!vlans.isRead) report.lack('vlans_not_read', id);
      else find('vlan_not_on_port', port);
    }
  }
};

const bundleIdOf = ({ lookup }: FactsIndex, interfaceId: string): string => {
  const port = lookup.interfaces.get(interfaceId);
  return port ? bundleId(port) : interfaceId;
};
