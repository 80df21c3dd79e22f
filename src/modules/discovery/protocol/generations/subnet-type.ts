// Replaces subnet types that a protocol generation cannot parse by Unknown.
import type { Json } from './protocol-versions';

export const limitSubnetTypes =
  (knownTypes: readonly string[]) =>
  (subnet: Json): Json =>
    knownTypes.includes(subnet.subnet_type as string) ? subnet : { ...subnet, subnet_type: 'Unknown' };
