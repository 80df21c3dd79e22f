// The vendor of a MAC address, by the registry of the IEEE.
import vendors from 'oui-data';

const registry = vendors as Readonly<Record<string, string>>;

/** Undefined for addresses that no vendor has assigned, such as those that systems make up themselves. */
export function vendorOf(mac: string): string | undefined {
  const digits = mac.replace(/[^0-9a-f]/gi, '').toUpperCase();
  if (digits.length !== 12 || (parseInt(digits.slice(0, 2), 16) & 0b11) !== 0) return undefined;
  // The longest prefix names the real owner: blocks are handed on in parts.
  for (const length of [9, 7, 6]) {
    const [name] = (registry[digits.slice(0, length)] ?? '').split('\n');
    if (name && !/^(IEEE Registration Authority|Private)$/i.test(name)) return name;
  }
  return undefined;
}
