// Generates a DHCP lease file with a given number of hosts, for measuring imports.
/** The text of a lease file of dnsmasq, with leases without expiry and 250 leases per subnet. */
export function writeLeases(hosts: number): string {
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  return Array.from({ length: hosts }, (_none, at) => {
    const [mac, subnet] = [`02:00:00:${hex(at >> 16)}:${hex((at >> 8) & 255)}:${hex(at & 255)}`, Math.floor(at / 250)];
    return `0 ${mac} 10.${48 + (subnet >> 8)}.${subnet & 255}.${(at % 250) + 1} leased-${at} *\n`;
  }).join('');
}
