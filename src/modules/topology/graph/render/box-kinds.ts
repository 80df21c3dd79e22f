// Texts of an image's legend that name the kinds of boxes.
import type { Container } from '../graph';
import type { Lookup } from '../lookup';
import { subnetKind } from '../../../inventory/shared/subnet-types';
import { boxNames } from '../vocabulary';
import { plain } from './picture';

/**
 * The meaning of a box's color: the type of a subnet, the name of a tag or status, or otherwise the type of the box.
 */
export function boxMeaning({ containerType, entityId, header, color }: Container, lookup: Lookup): string {
  if (containerType === 'Subnet') return subnetKind(lookup.subnets.get(entityId ?? '')?.subnetType ?? '').label;
  const name = boxNames[containerType];
  const hasMeaning = color !== null && ['Application', 'NestedTag', 'PortOpStatus'].includes(containerType);
  return hasMeaning && header ? `${name}: ${plain(header)}` : name;
}
