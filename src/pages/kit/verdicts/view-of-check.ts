// Finds the topology view in which the findings of a check can be shown, and the URL of the topology page that shows
// the findings of a verdict.
import type { CheckKind } from '../../../generated/kit-operations';

type View = 'L2Physical' | 'L3Logical' | 'Workloads';

/** The topology views that can show the findings of a kind of check, the most suitable first. */
const viewsOfKind: Readonly<Record<CheckKind, readonly View[]>> = {
  SurvivesAnyFailure: ['L2Physical'],
  UplinksToDifferentDevices: ['L2Physical'],
  VlanIsWhole: ['L2Physical'],
  VlanOnExactlyThesePorts: ['L2Physical'],
  LinkEndsAgree: ['L2Physical'],
  AggregateMembersUp: ['L2Physical'],
  PortsUpAsAdministered: ['L2Physical'],
  CablesAsAtBaseline: ['L2Physical'],
  NothingUnknownBehindPorts: ['L2Physical'],
  ErrorRateWithin: ['L2Physical'],
  NoOverlappingSubnets: ['L3Logical'],
  NoAddressTwice: ['L3Logical'],
  NoMacAtTwoMachines: ['L2Physical', 'L3Logical'],
  NoAddressOutsideSubnets: ['L3Logical'],
  SubnetNotFull: ['L3Logical'],
  EverySubnetHasGateway: ['L3Logical'],
  SeenWithin: ['L3Logical', 'L2Physical', 'Workloads'],
  NothingNewWithoutTag: ['L3Logical', 'L2Physical', 'Workloads'],
  OneSoftwareRevisionPerModel: ['L2Physical', 'L3Logical'],
  ServiceRequired: ['L3Logical', 'L2Physical', 'Workloads'],
  ServiceForbidden: ['L3Logical', 'Workloads'],
  CertificatesValid: ['L3Logical', 'Workloads'],
  NoDefaultCommunity: ['L2Physical', 'L3Logical'],
  WayExists: ['L3Logical', 'L2Physical'],
  NoWay: ['L3Logical', 'L2Physical'],
  QueryFindsNothing: ['L3Logical', 'L2Physical', 'Workloads'],
};

/**
 * The topology view in which to show a check's findings: the current view if possible, otherwise the most suitable one.
 */
export function viewOfCheck<Shown extends string>(kind: CheckKind | null | undefined, shownView: Shown): Shown | View {
  const views: readonly string[] = kind == null ? [] : viewsOfKind[kind];
  return kind == null || views.includes(shownView) ? shownView : viewsOfKind[kind][0]!;
}

interface MappedVerdict {
  readonly id: string;
  readonly networkId: string;
  readonly check: { readonly kind?: CheckKind | null };
}

/** The URL of the topology page with the findings of a verdict highlighted. */
export const mapOfVerdict = ({ id, networkId, check }: MappedVerdict): string =>
  `/topology?network=${networkId}&view=${viewOfCheck(check.kind, 'L2Physical')}&verdict=${id}`;
