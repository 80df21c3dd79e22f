// Tests that the bounds of VLAN numbers are defined in one file only.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isVlanNumber, maximumVlans, vlanNumbers } from '../../../src/platform/text/vlan-numbers';

const src = path.join(__dirname, '..', '..', '..', 'src');
/** The code of a file without comments. */
const codeOf = (file: string) => readFileSync(path.join(src, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

test('VLAN IDs are 1 to 4094 (IEEE 802.1Q)', () => {
  expect([0, 1, 4094, 4095, undefined].map(isVlanNumber)).toEqual([false, true, true, false, false]);
  expect([vlanNumbers, maximumVlans]).toEqual([{ min: 1, max: 4094 }, 4094]);
});

test('no other file of the service, the pages, the agent and the importer repeats these bounds', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('generated'),
  );
  expect(files.length).toBeGreaterThan(500);
  const holders = files.filter((file) => /(?<![\d.-])409[45](?![\d.-])/.test(codeOf(file)));
  expect(holders).toEqual([path.join('platform', 'text', 'vlan-numbers.ts')]);
});
