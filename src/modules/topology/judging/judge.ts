// judge(): the verdict of one rule on the facts of a network. A pure function: equal facts give an equal verdict.
import { judgeAddressTwice, judgeMacs, judgeOutside } from './addresses/hosts-addresses';
import { judgeFull, judgeGateways, judgeOverlaps } from './addresses/subnets';
import type { CheckParameters, CheckSelection, FactsKind, FactsRule } from './check-rules';
import type { Judge } from './context';
import type { NetworkFacts } from './facts';
import { indexFacts } from './facts-index';
import { judgeBaseline } from './layer2/baseline';
import { judgeLinkEnds } from './layer2/link-ends';
import { judgeAggregateMembers, judgeErrorRate, judgePortsUp } from './layer2/ports';
import { judgeSurvival } from './layer2/survival';
import { judgeUnknownMachines } from './layer2/unknown-machines';
import { judgeUplinks } from './layer2/uplinks';
import { judgeVlanPorts, judgeVlanWhole } from './layer2/vlans';
import { judgeCommunity, judgeNew, judgeRevisions, judgeSeen } from './machines/hosts';
import { judgeCertificates, judgeForbidden, judgeRequired } from './machines/services';
import { createReport } from './report';
import { selectRows } from './selection';
import type { Verdict } from './verdict';
import { judgeNoWay, judgeWayExists } from './ways/judge-ways';

const judges: { readonly [Kind in FactsKind]: Judge<Kind> } = {
  SurvivesAnyFailure: judgeSurvival,
  UplinksToDifferentDevices: judgeUplinks,
  VlanIsWhole: judgeVlanWhole,
  VlanOnExactlyThesePorts: judgeVlanPorts,
  LinkEndsAgree: judgeLinkEnds,
  AggregateMembersUp: judgeAggregateMembers,
  PortsUpAsAdministered: judgePortsUp,
  CablesAsAtBaseline: judgeBaseline,
  NothingUnknownBehindPorts: judgeUnknownMachines,
  ErrorRateWithin: judgeErrorRate,
  NoOverlappingSubnets: judgeOverlaps,
  NoAddressTwice: judgeAddressTwice,
  NoMacAtTwoMachines: judgeMacs,
  NoAddressOutsideSubnets: judgeOutside,
  SubnetNotFull: judgeFull,
  EverySubnetHasGateway: judgeGateways,
  SeenWithin: judgeSeen,
  NothingNewWithoutTag: judgeNew,
  OneSoftwareRevisionPerModel: judgeRevisions,
  ServiceRequired: judgeRequired,
  ServiceForbidden: judgeForbidden,
  CertificatesValid: judgeCertificates,
  NoDefaultCommunity: judgeCommunity,
  WayExists: judgeWayExists,
  NoWay: judgeNoWay,
};

/** The kinds of checks that are judged from `NetworkFacts`, in groups: layer 2, addresses, machines, paths. */
export const factsKinds = Object.keys(judges) as readonly FactsKind[];

/**
 * The verdict of a rule on a network. Failing if there is a finding; otherwise Unknown if evidence is missing or no row
 * was judged; otherwise Passing. Facts and verdicts are cached, so neither may be modified.
 */
export function judge(facts: NetworkFacts, rule: FactsRule, selection: CheckSelection): Verdict {
  const index = indexFacts(facts);
  const selected = selectRows(index, selection);
  const report = createReport();
  for (const id of selected.goneIds) report.lack('row_gone', id);
  const judgeKind = judges[rule.kind] as Judge<FactsKind>;
  judgeKind({ index, selection, selected, report }, rule as CheckParameters[FactsKind]);
  return report.toVerdict(rule.kind);
}
