// Judges ports: the members of aggregates, operational states, and error rates.
import { isDownState } from '../../../inventory/shared/port-states';
import { virtualTypes } from '../../../../platform/text/interface-types';
import type { Judge } from '../context';
import { membersByAggregate } from '../../graph/carried-vlans';
import { isAggregate } from './cables';

/** IANA ifType of loopback interfaces (softwareLoopback). */
const loopbackType = 24;

export const judgeAggregateMembers: Judge<'AggregateMembersUp'> = ({ index, selected, report }) => {
  const { interfaces } = index.present;
  const membersOf = membersByAggregate(interfaces);
  for (const aggregate of interfaces) {
    if (!selected.presentHostIds.has(aggregate.hostId) || !isAggregate(aggregate, membersOf)) continue;
    const members = membersOf.get(aggregate.id) ?? [];
    report.addJudged(1);
    if (members.length === 0) report.lack('members_not_known', aggregate.id);
    for (const { id, hostId, operStatus } of members) {
      if (operStatus === 'Up') continue;
      if (operStatus === null || operStatus === 'Unknown') report.lack('oper_status_not_read', id);
      else
        report.find('member_down', [aggregate.id, id, operStatus], () => ({
          subject: 'Interface',
          elementIds: [id, aggregate.id, hostId],
          params: {
            ...{ host: index.nameOfHost(hostId), port: index.nameOfPort(id) },
            ...{ aggregate: index.nameOfPort(aggregate.id), state: operStatus },
          },
        }));
    }
  }
};

export const judgePortsUp: Judge<'PortsUpAsAdministered'> = ({ index, selected, report }) => {
  for (const { id, hostId, ifType, operStatus } of index.present.interfaces) {
    if (!selected.presentHostIds.has(hostId) || ifType === loopbackType) continue;
    // Many systems report the state Unknown for interfaces without a physical port, such as tunnels and bridges.
    if (virtualTypes.has(ifType) && operStatus === 'Unknown') continue;
    const isStateKnown = operStatus !== null && operStatus !== 'Unknown';
    report.addJudged(1);
    const adminStatus = index.portFacts.get(id)?.adminStatus ?? null;
    if (operStatus === 'Up' || (adminStatus !== null && adminStatus !== 'Up')) continue;
    if (adminStatus === null) report.lack('admin_status_not_read', id);
    if (!isStateKnown) report.lack('oper_status_not_read', id);
    if (adminStatus === null || !isStateKnown) continue;
    report.find('port_down', [id, operStatus], () => ({
      subject: 'Interface',
      elementIds: [id, hostId],
      params: { host: index.nameOfHost(hostId), port: index.nameOfPort(id), state: operStatus },
    }));
  }
};

export const judgeErrorRate: Judge<'ErrorRateWithin'> = ({ index, selected, report }, { perHour: limit }) => {
  for (const { id, hostId, ifType, operStatus } of index.present.interfaces) {
    if (!selected.presentHostIds.has(hostId) || virtualTypes.has(ifType)) continue;
    const rate = index.portFacts.get(id)?.errorsPerHour ?? null;
    // A port that is down transfers no frames, so it needs no error rate.
    if (rate === null && isDownState(operStatus)) continue;
    report.addJudged(1);
    if (rate === null) report.lack('counters_not_read', id);
    else if (rate > limit)
      // Users can accept a finding. Its key has only the order of magnitude of the rate, so that a new finding is
      // reported when the rate has grown tenfold.
      report.find('error_rate_high', [id, limit, Math.floor(Math.log10(rate))], () => ({
        subject: 'Interface',
        elementIds: [id, hostId],
        params: {
          host: index.nameOfHost(hostId),
          port: index.nameOfPort(id),
          rate: Math.round(rate * 100) / 100,
          limit,
        },
      }));
  }
};
