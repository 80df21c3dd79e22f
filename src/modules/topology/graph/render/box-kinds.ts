// The kinds of boxes of a picture, in words for its legend.
import type { Container } from '../graph';
import type { Lookup } from '../lookup';
import { subnetKind } from '../../../inventory/shared/subnet-types';
import { boxNames } from '../vocabulary';
import { plain } from './picture';

/** What the colour of a box says: of a subnet its type, of a tag or a status which one it is. */
export function meaningOf({ containerType, entityId, header, color }: Container, lookup: Lookup): string {
  if (containerType === 'Subnet') return subnetKind(lookup.subnets.get(entityId ?? '')?.subnetType ?? '').label;
  const name = boxNames[containerType];
  const hasMeaning = color !== null && ['Application', 'NestedTag', 'PortOpStatus'].includes(containerType);
  return hasMeaning && header ? `${name}: ${plain(header)}` : name;
}
