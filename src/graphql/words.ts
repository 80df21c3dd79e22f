// Names of types as words, for descriptions.

/** `DaemonApiKey` → "daemon API key". */
export const wordsOf = (typeName: string): string =>
  typeName
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\b(api|ip|vlan)\b/g, (acronym) => acronym.toUpperCase());

/** "discovery" → "discoveries". */
export const pluralOf = (words: string): string =>
  words.endsWith('evidence') ? words : `${words.replace(/(?<![aeiou])y$/, 'ie').replace(/s$/, 'se')}s`;
