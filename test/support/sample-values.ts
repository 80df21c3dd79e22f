// Values for sample rows. No two sample rows get the same value.
import type { Side } from './samples';

/** A name that no other row has. */
export const nextName = ({ next }: Side, noun: string) => `${noun} ${next()}`;

/** The first three parts of IP addresses that no other row has. */
export const block = ({ next }: Side) => `10.${200 + Math.floor(next() / 250)}.${next() % 250}`;

/** Creates a subnet. Returns the subnet's id and an address in the subnet. */
export async function subnetAndAddress(side: Side) {
  const net = block(side);
  return { subnet_id: await side.create('create_subnet', { cidr: `${net}.0/24` }), ip_address: `${net}.7` };
}
