// The kinds of boxes of a picture, in words for its legend.
import type { Container, ContainerType } from '../graph';
import type { Lookup } from '../lookup';
import { subnetKind } from '../../../inventory/shared/subnet-types';
import { plain } from './picture';

const boxNames: Readonly<Record<Exclude<ContainerType, 'Subnet'>, string>> = {
  ServiceCategory: 'Service category',
  Application: 'Application',
  ApplicationUngrouped: 'No application',
  Root: 'Hidden boxes',
  Host: 'Host',
  NestedTag: 'Tagged',
  NestedServiceCategory: 'Service categories',
  Hypervisor: 'Hypervisor',
  ContainerRuntime: 'Container runtime',
  Stack: 'Stack',
  TrunkPort: 'Trunk ports',
  VLAN: 'VLAN',
  PortOpStatus: 'Port status',
};

/** What the colour of a box says: of a subnet its type, of a tag or a status which one it is. */
export function meaningOf({ containerType, entityId, header, color }: Container, lookup: Lookup): string {
  if (containerType === 'Subnet') return subnetKind(lookup.subnets.get(entityId ?? '')?.subnetType ?? '').label;
  const name = boxNames[containerType];
  const hasMeaning = color !== null && ['Application', 'NestedTag', 'PortOpStatus'].includes(containerType);
  return hasMeaning && header ? `${name}: ${plain(header)}` : name;
}
