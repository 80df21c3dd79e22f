// Replaces subnet types that a generation cannot parse by Unknown.
import type { Json } from './protocol-versions';

export const typedAs =
  (known: readonly string[]) =>
  (subnet: Json): Json =>
    known.includes(subnet.subnet_type as string) ? subnet : { ...subnet, subnet_type: 'Unknown' };
