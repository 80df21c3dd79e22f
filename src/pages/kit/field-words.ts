// Words for the names of fields: `macAddress` becomes `MAC address`.

/** Words that names of fields spell in a special way, such as abbreviations. */
const spellings: Readonly<Record<string, string>> = {
  ip: 'IP',
  os: 'OS',
  mac: 'MAC',
  macs: 'MACs',
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  vlan: 'VLAN',
  vlans: 'VLANs',
  cidr: 'CIDR',
  mtu: 'MTU',
  stp: 'STP',
  fdb: 'FDB',
  arp: 'ARP',
  vm: 'VM',
  ssid: 'SSID',
  bssid: 'BSSID',
  poe: 'PoE',
  bps: 'bit/s',
  as: 'AS',
  fhrp: 'FHRP',
  api: 'API',
};

/** The name of a field as words within a sentence. */
export const fieldWords = (field: string): string =>
  field
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
    .split(' ')
    .map((word) => spellings[word] ?? word)
    .join(' ');
