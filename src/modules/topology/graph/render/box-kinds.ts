// Names the kinds of boxes in the legend of an image.
import type { Container } from '../graph';
import type { Lookup } from '../lookup';
import { subnetKind } from '../../../inventory/shared/subnet-types';
import { boxNames } from '../vocabulary';
import { plain } from './picture';

/**
 * What the color of a box means, for the legend: the type of a subnet, the name of a tag or the status of a port. Other
 * boxes have the name of their type.
 */
export function boxMeaning({ containerType, entityId, header, color }: Container, lookup: Lookup): string {
  if (containerType === 'Subnet') return subnetKind(lookup.subnets.get(entityId ?? '')?.subnetType ?? '').label;
  const name = boxNames[containerType];
  const hasMeaning = color !== null && ['Application', 'NestedTag', 'PortOpStatus'].includes(containerType);
  return hasMeaning && header ? `${name}: ${plain(header)}` : name;
}
