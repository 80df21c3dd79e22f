// Short names of Cisco ports as in ifName (IF-MIB), so that a port has the same name whether it was read by SSH or
// SNMP.

/** Maps long names of IOS, in lower case, to short names. */
const shortNames: Readonly<Record<string, string>> = {
  ethernet: 'Et',
  fastethernet: 'Fa',
  gigabitethernet: 'Gi',
  twogigabitethernet: 'Tw',
  fivegigabitethernet: 'Fi',
  tengigabitethernet: 'Te',
  twentyfivegige: 'Twe',
  twentyfivegigabitethernet: 'Twe',
  fortygigabitethernet: 'Fo',
  hundredgige: 'Hu',
  hundredgigabitethernet: 'Hu',
  fourhundredgige: 'Fou',
  appgigabitethernet: 'Ap',
  'port-channel': 'Po',
  vlan: 'Vl',
  loopback: 'Lo',
  tunnel: 'Tu',
  serial: 'Se',
  bdi: 'BD',
};

/** The short name of a port: `Gi1/0/1` for `GigabitEthernet1/0/1`. Other names are returned unchanged. */
export function shortPortName(name: string): string {
  const [, kind = '', number = ''] = /^([A-Za-z-]{2,30})\s?(\d[\d/.:]{0,30})$/.exec(name.trim()) ?? [];
  const short = shortNames[kind.toLowerCase()];
  return short === undefined ? name.trim() : `${short}${number}`;
}

/** ifType (IANAifType-MIB) by the name of a port of Cisco, Arista or Juniper; undefined for unknown names. */
export function portType(name: string): number | undefined {
  if (/^(?:po(?:rt-?channel)?|ae)\d/i.test(name)) return 161;
  if (/^(?:vl(?:an)?|irb|bvi|bdi?)[.\d]/i.test(name)) return 53;
  if (/^(?:lo(?:opback)?)[.\d]/i.test(name)) return 24;
  if (/^(?:tu(?:nnel)?|gr-|st0|vxlan|nve)/i.test(name)) return 131;
  return /^(?:et|fa|gi|tw|fi|te|fo|hu|ap|ge-|xe-|fe-|mge-|ma|mgmt|em|fxp|me)[a-z-]{0,30}\d/i.test(name) ? 6 : undefined;
}
