// Values for samples that no two samples share.
import type { Side } from './samples';

/** A name that no other row has. */
export const nextName = ({ next }: Side, what: string) => `${what} ${next()}`;

/** The first three parts of IP addresses that no other row has. */
export const block = ({ next }: Side) => `10.${200 + Math.floor(next() / 250)}.${next() % 250}`;

/** Creates a subnet, and returns it with an address in it. */
export async function subnetAndAddress(side: Side) {
  const net = block(side);
  return { subnet_id: await side.create('create_subnet', { cidr: `${net}.0/24` }), ip_address: `${net}.7` };
}
