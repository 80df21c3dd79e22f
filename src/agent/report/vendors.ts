// Looks up the vendor of a MAC address in the IEEE registry.
import { vendors } from '../../generated/vendors';

/**
 * The vendor to which the IEEE has registered the MAC address's prefix. Undefined for locally administered and
 * multicast addresses, and for unassigned prefixes.
 */
export function lookUpVendor(mac: string): string | undefined {
  const digits = mac.replace(/[^0-9a-f]/gi, '').toUpperCase();
  if (digits.length !== 12 || (parseInt(digits.slice(0, 2), 16) & 0b11) !== 0) return undefined;
  // The longest prefix is tried first, because the IEEE assigns parts of a block to other owners.
  for (const length of [9, 7, 6]) {
    const name = findVendor(digits.slice(0, length));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Finds the vendor by a binary search in the registry, whose lines are sorted by prefix. */
function findVendor(prefix: string): string | undefined {
  let [from, to] = [0, vendors.length];
  while (from < to) {
    const start = vendors.lastIndexOf('\n', ((from + to) >> 1) - 1) + 1;
    const end = vendors.indexOf('\n', start);
    const line = vendors.slice(start, end === -1 ? vendors.length : end);
    const at = line.indexOf(' ');
    const linePrefix = line.slice(0, at);
    if (linePrefix === prefix) return line.slice(at + 1);
    if (linePrefix < prefix) from = start + line.length + 1;
    else to = start;
  }
  return undefined;
}
