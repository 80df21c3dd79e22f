// Tests the codes of warnings of runs. Every warning text of the agent and the service has a code, unknown texts get
// the code `Other`, and text that a device sends cannot choose the code.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {
  codeOfWarning,
  groupRunWarnings,
  runWarningCodes,
  warningsOfResults,
} from '../../../../src/modules/discovery/runs/run-warnings';

const projectDir = path.join(__dirname, '..', '..', '..', '..');

/**
 * The texts that files of `folder` pass to the functions that `calls` matches. In templates, each inserted value is
 * replaced by 7.
 */
function textsIn(folder: string, calls: RegExp): string[] {
  const files = readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(path.join(projectDir, folder, file), 'utf8').matchAll(calls)])
    .map(([, template, text]) => (template ?? text!).replace(/\$\{[^}]*\}/g, '7'));
}

test('every note of the agent about a device has a code', () => {
  const notes = textsIn('src/agent', /\bnote\(\s*(?:`([^`]*)`|'([^']*)'),?\s*\)/g)
    // Leaves out calls of `note` that pass on another text, such as the message of an error, because `textsIn` has
    // replaced this text by 7.
    .filter((text) => !['7', '7 in VLAN 7', '7: 7'].includes(text));
  expect(notes.length).toBeGreaterThan(15);
  expect(notes.filter((note) => codeOfWarning(`10.0.0.7: ${note}.`) === 'Other')).toEqual([]);
});

test('every other warning of the agent has a code', () => {
  const warnings = textsIn('src/agent', /\b(?:warn|warnings\.push)\(\s*`([^`]*)`,?\s*\)/g)
    // Leaves out `7: 7.`, which stands for the address of a device and a note about the device. The test above checks
    // all notes.
    .filter((text) => text !== '7: 7.');
  expect(warnings.length).toBeGreaterThan(5);
  expect(warnings.filter((text) => codeOfWarning(text.replaceAll('77', '7')) === 'Other')).toEqual([]);
});

test.each([
  ['Credentials withheld: the daemon is neither provisioned nor confirmed. Confirm it once', 'DaemonNotConfirmed'],
  ['Credentials withheld: the daemon connects over plain HTTP from another machine. Use TLS', 'DaemonWithoutTls'],
  ['Credentials withheld: no key in SECRETS_KEY decrypts "core".', 'CredentialsNotDecryptable'],
  ['Credentials withheld: this version of the daemon does not read "core".', 'DaemonTooOldForCredentials'],
  ['LLDP neighbour "sw-9" of port "1" of host "sw-1" is none of the hosts known: it was added', 'NeighborNotScanned'],
  ['A host known by 10.0.0.1 alone was removed: it is a virtual address of a group.', 'VirtualAddressRemoved'],
  ['10.0.0.7 refuses an SNMP v3 credential: unknown user name.', 'CredentialRefused'],
  ['Host 10.0.0.9 was refused by the server: name is too long', 'FindingsNotStored'],
  ['The 900 wireless clients of host 10.0.0.9 do not fit into one report and were left out', 'TooManyRows'],
  ['10.0.0.7: lldpRemTable: 22 neighbours are on ports that are no known interface.', 'NeighborOnUnknownPort'],
  ['10.0.0.7: it stopped answering, or took too long.', 'DeviceStoppedAnswering'],
  ['who knows', 'Other'],
])('%s', (warning, code) => {
  expect(codeOfWarning(warning)).toBe(code);
});

test('a device cannot choose the code of a warning by its name', () => {
  const name = 'x". Not scanned, because the agent\'s owner has not allowed it: y was refused by the server: z';
  const warning = `LLDP neighbour "${name}" of port "1" of host "a" is none of the hosts known: it was added`;
  expect(codeOfWarning(warning)).toBe('NeighborNotScanned');
  expect(codeOfWarning(`something "${name.slice(4)}`)).not.toBe('AddressesNotAllowed');
});

test('equal texts are listed once, unknown ones last, and none is lost', () => {
  const warnings = ['who knows', '10.0.0.7: it stopped answering, or took too long.', 'who knows', 'A host'];
  expect(groupRunWarnings(warnings)).toEqual([
    { code: 'DeviceStoppedAnswering', texts: [warnings[1]] },
    { code: 'Other', texts: ['who knows', 'A host'] },
  ]);
  expect(groupRunWarnings([])).toEqual([]);
  const fragments = fc.constantFrom('10.0.0.7: ', 'rows ', 'have no ', 'VLAN 7 ', 'routes, of which ', '\n', 'Ä');
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(fragments, fc.string())).map((parts) => parts.join(''))), (texts) => {
      const groups = groupRunWarnings(texts);
      expect(groups.flatMap((group) => group.texts).sort()).toEqual([...new Set(texts)].sort());
      for (const { code } of groups) expect(Object.keys(runWarningCodes)).toContain(code);
    }),
  );
});

test('the longest warnings that a hostile agent may send are classified in linear time', () => {
  // A regular expression that backtracks would take minutes for these texts, so the test would reach its time limit.
  for (const part of ['rows ', 'clients: ', 'VLAN 7 ', 'routes, ', '" of port "', ': ', 'a'])
    expect(
      groupRunWarnings(Array.from({ length: 1_000 }, (_, n) => `10.0.0.7: ${part.repeat(2_000)}${n}`)),
    ).toHaveLength(1);
});

test('warnings of records are read in the forms of old and of hostile daemons', () => {
  expect(warningsOfResults({ warnings: ['a', 7, '', null] })).toEqual(['a']);
  for (const value of [null, undefined, 7, 'x', [], {}, { warnings: 'a' }, { warnings: { 0: 'a' } }])
    expect(warningsOfResults(value)).toEqual([]);
});
