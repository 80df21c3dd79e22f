// Tests what the discovery page says about warnings: every warning of the agent and the service has a known cause with
// a remedy, and other texts are shown unchanged.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { causes, groupWarnings } from '../../../src/pages/discovery/runs/warning-causes';

const projectDir = path.join(__dirname, '..', '..', '..');

const titleOf = (warning: string) => groupWarnings([warning])[0]!.cause?.title;

/** The texts in calls of these functions. In templates, each value is replaced by 7. */
function textsIn(folder: string, calls: RegExp): string[] {
  const files = readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(path.join(projectDir, folder, file), 'utf8').matchAll(calls)])
    .map(([, template, text]) => (template ?? text!).replace(/\$\{[^}]*\}/g, '7'));
}

test('every note of the agent about a device has a cause', () => {
  const notes = textsIn('src/agent', /\bnote\(\s*(?:`([^`]*)`|'([^']*)'),?\s*\)/g)
    // Leaves out calls that only pass on the text of another note or error.
    .filter((text) => !['7', '7 in VLAN 7', '7: 7'].includes(text));
  expect(notes.length).toBeGreaterThan(15);
  expect(notes.filter((note) => titleOf(`10.0.0.7: ${note}.`) === undefined)).toEqual([]);
});

test('every other warning of the agent has a cause', () => {
  const warnings = textsIn('src/agent', /\b(?:warn|warnings\.push)\(\s*`([^`]*)`,?\s*\)/g)
    // Leaves out notes, which another test checks.
    .filter((text) => text !== '7: 7.');
  expect(warnings.length).toBeGreaterThan(5);
  expect(warnings.filter((text) => titleOf(text.replaceAll('77', '7')) === undefined)).toEqual([]);
});

test.each([
  ['Credentials withheld: the daemon is neither provisioned nor confirmed. Confirm it once', /not confirmed/],
  ['Credentials withheld: the daemon connects over plain HTTP from another machine. Use TLS', /without TLS/],
  ['Credentials withheld: no key in SECRETS_KEY decrypts "core".', /cannot be decrypted/],
  ['Credentials withheld: this version of the daemon does not read "core".', /too old/],
  ['LLDP neighbour "sw-9" of port "Gi0/1" of host "sw-1" is none of the hosts known: it was added', /not scanned/],
  ['A host known by 10.0.0.1 alone was removed: it is a virtual address of a group of routers.', /virtual/],
  ['10.0.0.7 refuses an SNMP v3 credential: unknown user name.', /refused a credential/],
  ['Host 10.0.0.9 was refused by the server: name is too long', /not stored/],
  ['The 900 wireless clients of host 10.0.0.9 do not fit into one report and were left out', /more rows/],
])('%s', (warning, title) => {
  expect(titleOf(warning)).toMatch(title);
});

test('a name that a device chose does not choose the cause', () => {
  const name = 'x". Not scanned, because the agent\'s owner has not allowed it: y was refused by the server: z';
  const warning = `LLDP neighbour "${name}" of port "1" of host "a" is none of the hosts known: it was added`;
  expect(titleOf(warning)).toMatch(/not scanned themselves/);
  expect(titleOf(`something "${name.slice(4)}`)).not.toMatch(/not allowed/);
});

test('equal texts count once, unknown ones come last under their own text, and none is lost', () => {
  const warnings = ['who knows', '10.0.0.7: it stopped answering, or took too long.', 'who knows', 'A host'];
  expect(groupWarnings(warnings).map(({ cause, texts }) => [cause === undefined, texts])).toEqual([
    [false, [warnings[1]]],
    [true, ['who knows', 'A host']],
  ]);
  expect(groupWarnings([])).toEqual([]);
});

test('titles tell causes apart, and each has a remedy', () => {
  expect(new Set(causes.map(({ title }) => title)).size).toBe(causes.length);
  expect(causes.filter(({ remedy }) => remedy.length < 20)).toEqual([]);
});
