// What views ask of a subnet's type: its looks, whether it is a bridge between containers, how far two types lie apart.
import { subnetTypes, type SubnetTypeFacts } from '../../inventory/shared/subnet-types';

export const subnetKind = (subnetType: string): SubnetTypeFacts =>
  (subnetTypes as Readonly<Record<string, SubnetTypeFacts>>)[subnetType] ?? subnetTypes.Unknown;

const runtimeNames: Readonly<Record<string, string>> = { DockerBridge: 'Docker', PodmanBridge: 'Podman' };

/** Whether it is a network inside one machine, between its containers. */
export const isBridge = ({ subnetType }: { readonly subnetType: string }): boolean => subnetType in runtimeNames;

/** The usual runtime of a bridge whose own runtime is not known. */
export const usualRuntimeName = (subnetType: string): string => runtimeNames[subnetType] ?? 'Container';

const farthestHop = 1;

export const isMultiHop = (from: { readonly subnetType: string }, to: { readonly subnetType: string }): boolean =>
  Math.abs(subnetKind(from.subnetType).layer - subnetKind(to.subnetType).layer) > farthestHop;
