// Converts names: camelCase fields, snake_case in REST and the database, kebab-case paths; capitals and plurals.

/**
 * `vlanNumber` or `VlanNumber` → `vlan_number`. Each capital letter begins a word, so names must be written
 * `ipAddress`, not `IPAddress`.
 */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '_') + letter.toLowerCase());

/** `vlan_number` → `vlanNumber`; the inverse of `snakeCase` for names that begin in lower case. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** `ip_addresses`, `ipAddresses` → `ip-addresses`. */
export const kebabCase = (name: string): string => snakeCase(name).replaceAll('_', '-');

/** `vlan_number`, `vlan-number`, `vlanNumber` → `vlan number`. */
export const toWords = (name: string): string => snakeCase(name).replace(/[-_]/g, ' ');

/** `DaemonApiKey` → `daemon API key`, with acronyms in capitals; for descriptions. */
export const inWords = (name: string): string =>
  toWords(name).replace(/\b(api|fhrp|ip|vlan)\b/g, (acronym) => acronym.toUpperCase());

/** `vlan` → `Vlan`. */
export const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `Vlan` → `vlan`. */
export const uncapitalize = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** `Vlan` → `Vlans`, `IpAddress` → `IpAddresses`, `Discovery` → `Discoveries`, `DaemonApiKey` → `DaemonApiKeys`. */
export const toPlural = (name: string): string =>
  /(evidence|counters)$/.test(name) ? name : name.replace(/(?<![aeiou])y$/, 'ie').replace(/s$/, 'se') + 's';

/**
 * `discoveries` → `discovery`, `ip_addresses` → `ip_address`; the inverse of `toPlural` for the names of Netloom's
 * entities.
 */
export const toSingular = (name: string): string =>
  name.replace(/ies$/, 'ys').replace(/sses$/, 'sss').replace(/s$/, '');
