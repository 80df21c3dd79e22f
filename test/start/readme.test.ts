// README tells the truth about what can be checked by machine: the paths it names exist, its settings table is the settings.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from '../../src/config';

const root = path.join(__dirname, '../..');
// The formatter pads the cells of tables.
const readme = readFileSync(path.join(root, 'README.md'), 'utf8').replace(/ +/g, ' ');

test('every path it names exists', () => {
  const named = [
    ...readme.matchAll(/`((?:src|test|prisma|schema|bench|scripts|docs)(?:\/[\w.-]+)*\/?)`|\]\((docs\/[\w.-]+)\)/g),
  ].map(([, inCode, linked]) => (inCode ?? linked)!);
  expect(named.length).toBeGreaterThan(20);
  const examples = /\/thing[./]|\/thing$/;
  expect(named.filter((name) => !examples.test(name) && !existsSync(path.join(root, name)))).toEqual([]);
});

test('its table has every setting, with default and meaning', () => {
  const rows = Object.entries(settings).map(
    ([name, { defaultText, description }]) => `| \`${name}\` | ${defaultText} | ${description} |`,
  );
  expect(rows.filter((row) => !readme.includes(row.replace(/ +/g, ' ')))).toEqual([]);
});
