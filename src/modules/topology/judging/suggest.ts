// suggestRules(): suggests checks that a network passes today and that most organizations want.
import { memoizeByIdentity } from '../graph/remembered';
import { byText } from '../graph/order';
import { linkProperties, type FactsRule, type CheckSelection, type CheckSeverity } from './check-rules';
import type { NetworkFacts } from './facts';
import { indexFacts, type FactsIndex } from './facts-index';
import { judge } from './judge';
import { portsByVlan } from '../graph/carried-vlans';
import type { HostRole } from './vocabulary';

export interface SuggestedRule {
  readonly rule: FactsRule;
  readonly selection: CheckSelection;
  readonly severity: CheckSeverity;
}

/** Maximum number of suggested rules. */
export const mostSuggestions = 20;
/** Maximum number of VLANs for which a rule is suggested. */
const mostVlans = 3;

const infrastructure: readonly HostRole[] = ['Router', 'Switch', 'Firewall', 'Server', 'Hypervisor', 'Storage'];
/** In the suggested rule `SurvivesAnyFailure`, the root hosts have the first of these roles that the network has. */
const rootRoles: readonly (readonly HostRole[])[] = [['Firewall'], ['Router']];
const mostRoots = 4;

const rootsOf = ({ hostFacts, lookup }: FactsIndex): string[] => {
  const ofRoles = rootRoles.map((roles) =>
    [...hostFacts.values()]
      .filter(({ id, role }) => role !== null && roles.includes(role) && !lookup.hosts.get(id)?.hidden)
      .map(({ id }) => id)
      .sort(byText),
  );
  return (ofRoles.find((ids) => ids.length > 0) ?? []).slice(0, mostRoots);
};

/** Ids of the VLANs that most ports carry, at most `mostVlans`. */
const usualVlans = ({ present }: FactsIndex): string[] =>
  [...portsByVlan(present.interfaces)]
    .sort(([one, a], [other, b]) => b.length - a.length || byText(one, other))
    .slice(0, mostVlans)
    .map(([id]) => id);

/** Alternatives of one rule with increasing limits. The first that the network passes is suggested. */
const withLimits = (
  limits: readonly number[],
  severity: CheckSeverity,
  selection: CheckSelection,
  toRule: (limit: number) => FactsRule,
): SuggestedRule[][] => [limits.map((limit) => ({ rule: toRule(limit), selection, severity }))];

/**
 * Lists of alternative rules, the most useful list first. Of each list, the first rule that the network passes is
 * suggested.
 */
function candidates(index: FactsIndex): SuggestedRule[][] {
  const all = (severity: CheckSeverity, rule: FactsRule, selection: CheckSelection = {}): SuggestedRule[][] => [
    [{ rule, selection, severity }],
  ];
  const switches: CheckSelection = { roles: ['Switch'] };
  const telnet = { number: 23, protocol: 'Tcp' } as const;
  return [
    ...all('Critical', { kind: 'SurvivesAnyFailure', rootHostIds: rootsOf(index) }, switches),
    ...all('Critical', { kind: 'NoAddressTwice' }),
    ...all('Warning', { kind: 'NoOverlappingSubnets' }),
    ...withLimits([80, 90, 95], 'Warning', {}, (maxPercent) => ({ kind: 'SubnetNotFull', maxPercent })),
    ...all('Warning', { kind: 'UplinksToDifferentDevices', count: 2 }, switches),
    ...all('Warning', { kind: 'AggregateMembersUp' }),
    ...linkProperties.flatMap((property) => all('Warning', { kind: 'LinkEndsAgree', properties: [property] })),
    ...usualVlans(index).flatMap((vlanId) => all('Warning', { kind: 'VlanIsWhole', vlanId })),
    ...withLimits([24, 72, 168], 'Warning', { roles: infrastructure }, (hours) => ({ kind: 'SeenWithin', hours })),
    ...withLimits([30, 14, 7], 'Critical', {}, (days) => ({ kind: 'CertificatesValid', days })),
    ...all('Critical', { kind: 'NoDefaultCommunity' }, { roles: ['Router', 'Switch', 'Firewall'] }),
    ...all('Warning', { kind: 'ServiceForbidden', service: { port: telnet } }, { roles: infrastructure }),
    ...all('Warning', { kind: 'NoMacAtTwoMachines' }),
    ...all('Info', { kind: 'EverySubnetHasGateway' }),
    ...all('Info', { kind: 'OneSoftwareRevisionPerModel' }, switches),
    ...withLimits([0, 10, 100], 'Info', switches, (perHour) => ({ kind: 'ErrorRateWithin', perHour })),
    ...all('Info', { kind: 'NothingUnknownBehindPorts' }, switches),
    ...all('Info', { kind: 'PortsUpAsAdministered' }, { roles: ['Router', 'Firewall'] }),
  ];
}

/** Rules that the network passes today, the most useful first; at most `mostSuggestions`. */
export const suggestRules = memoizeByIdentity((facts: NetworkFacts): readonly SuggestedRule[] =>
  candidates(indexFacts(facts))
    .flatMap(
      (alternatives) =>
        alternatives.find(({ rule, selection }) => judge(facts, rule, selection).state === 'Passing') ?? [],
    )
    .slice(0, mostSuggestions),
);
