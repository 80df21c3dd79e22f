// Converts names of fields and types to words: `macAddress` becomes `MAC address`, and `IpAddress` becomes `IP
// address`.

/** Words with a special spelling in texts, such as abbreviations. The keys are lower-case parts of field names. */
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
  email: 'e-mail',
};

/** The words of a field name, as they appear within a sentence. */
export const fieldWords = (field: string): string =>
  field
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
    .split(' ')
    .map((word) => spellings[word] ?? word)
    .join(' ');

/**
 * A label as it appears within a sentence: with a lower-case first letter, unless the label begins with an
 * abbreviation.
 */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Words for types whose names would be unclear. The type names `IPAddress` and `VLAN` occur in errors and in histories.
 */
const types: Readonly<Record<string, string>> = {
  IPAddress: 'IP address',
  VLAN: 'VLAN',
  Port: 'TCP or UDP port',
  FhrpGroup: 'gateway redundancy group',
  ImportPlanRow: 'row of an import plan',
  DaemonApiKey: 'daemon key',
  UserApiKey: 'API key',
  DiscoverySession: 'run',
};

/** The words of a type name, as they appear within a sentence. */
export const typeWords = (type: string): string =>
  Object.hasOwn(types, type) ? types[type]! : fieldWords(lowerFirst(type));
