// Words with which names of ports begin, by vendor and device. `Gi1/0/12` and `GigabitEthernet1/0/12` are the same
// port.

/**
 * Kinds of ports, each with its words in IOS, IOS XE and XR, NX-OS, EOS, Junos, Comware, VRP, FASTPATH and ROS. Words
 * are in lower case without blanks and hyphens.
 */
const words: Readonly<Record<string, readonly string[]>> = {
  fastEthernet: ['fastethernet', 'fa', 'fe'],
  gigabitEthernet: ['gigabitethernet', 'gigaethernet', 'gige', 'gig', 'gi', 'ge', 'g'],
  twoGigabitEthernet: ['twogigabitethernet', 'tw'],
  fiveGigabitEthernet: ['fivegigabitethernet', 'fi'],
  tenGigabitEthernet: [
    ...['tengigabitethernet', 'tengigaethernet', 'tengige', 'xgigabitethernet', 'xgigaethernet'],
    ...['tengig', 'ten', 'te', 'tgi', 'xge', 'xe', '10ge'],
  ],
  twentyFiveGigE: ['twentyfivegige', 'twentyfivegigabitethernet', 'twe', 'wge', '25ge'],
  fortyGigE: ['fortygige', 'fortygigabitethernet', 'fo', 'fge', '40ge'],
  fiftyGigE: ['fiftygige', 'fiftygigabitethernet', 'fif', '50ge'],
  hundredGigE: ['hundredgige', 'hundredgigabitethernet', 'hu', 'hge', '100ge'],
  twoHundredGigE: ['twohundredgige', 'twohundredgigabitethernet', 'tah', '200ge'],
  fourHundredGigE: ['fourhundredgige', 'fourhundredgigabitethernet', 'fou', '400ge'],
  ethernet: ['ethernet', 'eth', 'et', 'e'],
  multiGE: ['multige', 'mge'],
  management: ['managementethernet', 'mgmteth', 'mgmt', 'management', 'ma', 'meth'],
  aggregate: [
    ...['portchannel', 'po', 'bundleether', 'be', 'bridgeaggregation', 'bagg', 'ethtrunk', 'ae', 'lag', 'trunk', 'ch'],
  ],
  vlan: ['vlaninterface', 'vlanif', 'vlan', 'vl', 'irb', 'bvi'],
  loopback: ['loopback', 'lo'],
  tunnel: ['tunnel', 'tu'],
};
const kindByWord = new Map(Object.entries(words).flatMap(([kind, all]) => all.map((word) => [word, kind] as const)));
/** The name of a port without blanks and hyphens. Names are compared in this form. */
export const withoutSeparators = (word: string): string => word.replace(/[- ]/g, '');

/** The kind of port that a word means, ignoring blanks and hyphens; undefined for an unknown word. */
export const portKind = (word: string): string | undefined => kindByWord.get(withoutSeparators(word));

/**
 * Matches names such as `Gi1/0/12`: letters, then numbers separated by slashes, colons or dots. The letters may begin
 * with digits (`10GE1/0/1`).
 */
const typedName = /^(\d*[a-z][a-z\- ]*?)[-\s]*(\d+(?:[/:.]\d+)*)$/;

/** The word and the numbers of a port name in lower case; undefined for other texts. */
export function splitPortName(name: string): { readonly word: string; readonly numbers: string } | undefined {
  const [, word, numbers] = typedName.exec(name) ?? [];
  return word !== undefined && numbers !== undefined ? { word, numbers } : undefined;
}

/**
 * The notations of a port name in lower case without blanks and hyphens, and its numbers; undefined if its word is
 * unknown.
 */
export function portNotations(name: string): { readonly notations: string[]; readonly numbers: string } | undefined {
  const { word, numbers } = splitPortName(name.toLowerCase()) ?? {};
  const kind = word === undefined ? undefined : portKind(word);
  if (kind === undefined || numbers === undefined) return undefined;
  return { notations: words[kind]!.map((one) => `${one}${numbers}`), numbers };
}
