// The exports of the inventory module for other modules. This file must not load Prisma or Pothos, because worker
// threads and the demo import it.
export { hostDisplayNameSql, interfaceDisplayNameSql } from './shared/display-names';
export { forwardingReasonTexts, neighborProtocolText, neighborReasonTexts } from './interface/neighbor-reasons';
export { infrastructureCategories, serviceCategories } from './shared/service-categories';
export { computeRates, type CounterReading } from './interface/interface-rates';
export { registryTag, findServiceDefinition, requireServiceDefinition } from './shared/service-definitions';
export { EqualSubnets, writeReportedSubnets } from './host/report/host-report-subnets';
export { isSettingsType, type Settings, type SettingsType } from './credential/credential-settings';
export { openSecrets, type SnmpSecrets, type SnmpVersion } from './credential/snmp-secrets';
// Functions with which imports match and merge hosts and their parts.
export { Claims } from './host/report/host-report-claims';
export { KnownServices, type KnownService } from './host/report/host-report-service-match';
export { derivedRole } from './host/host-role';
export { findSurvivors } from './identity/aliases';
export { judgeAmong, spellings, type KnownHosts } from './identity/known-hosts';
export type { Candidate, Judgement, ReasonedHost as Named } from './identity/judge';
export { findMoves, type Move } from './identity/moves';
export { describeReason } from './identity/words';
export { compare } from './identity/compare';
export { buildIdentity, type MachineEvidence } from './identity/identity';
export {
  completedAddress,
  completedInterface,
  differences,
  isEmpty,
  matchRows,
  parts,
  positionAfterLast,
  type MatchedChild,
  type Row,
} from './shared/part-matching';
export { isOfPeople, outranks } from './shared/source-ranks';
export { downPortStates, isDownState } from './shared/port-states';
export { containerBridges, isBridge } from './shared/subnet-types';
