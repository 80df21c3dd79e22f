// The vendor of a MAC address, by the registry of the IEEE.
import { vendors } from '../../generated/vendors';

/** Undefined for addresses that no vendor has assigned, such as those that systems make up themselves. */
export function vendorOf(mac: string): string | undefined {
  const digits = mac.replace(/[^0-9a-f]/gi, '').toUpperCase();
  if (digits.length !== 12 || (parseInt(digits.slice(0, 2), 16) & 0b11) !== 0) return undefined;
  // The longest prefix names the real owner: blocks are handed on in parts.
  for (const length of [9, 7, 6]) {
    const name = nameOf(digits.slice(0, length));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The lines are in the order of their prefixes. */
function nameOf(prefix: string): string | undefined {
  let [from, to] = [0, vendors.length];
  while (from < to) {
    const start = vendors.lastIndexOf('\n', ((from + to) >> 1) - 1) + 1;
    const end = vendors.indexOf('\n', start);
    const line = vendors.slice(start, end === -1 ? vendors.length : end);
    const at = line.indexOf(' ');
    const known = line.slice(0, at);
    if (known === prefix) return line.slice(at + 1);
    if (known < prefix) from = start + line.length + 1;
    else to = start;
  }
  return undefined;
}
