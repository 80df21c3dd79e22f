// Subnet types that a generation knows: it cannot read a subnet of any other.
import type { Json } from './generation';

export const typedAs =
  (known: readonly string[]) =>
  (subnet: Json): Json =>
    known.includes(subnet.subnet_type as string) ? subnet : { ...subnet, subnet_type: 'Unknown' };
