// SNMP devices with many rows: the agent reads all rows, with bounded memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDevice } from '../../../../src/agent/sources/snmp';
import { toMac, writeLargeSwitch } from './large-switch';
import { closeAll, options, simulate } from './simulator';

const scratch = mkdtempSync(path.join(tmpdir(), 'netloom-snmp-'));
afterAll(async () => {
  await closeAll();
  rmSync(scratch, { recursive: true });
});

it('reads 26,883 learned addresses of 48 ports, each on its port', async () => {
  const learnedCount = 26_883;
  const file = path.join(scratch, 'large.snmprec');
  writeLargeSwitch(file, { ports: 48, learned: learnedCount });
  const port = await simulate(file);
  const device = await readDevice('127.0.0.1', { version: 'v2c', community: 'public' }, options(port));
  expect(device.incomplete).toEqual([]);
  expect(device.interfaces).toHaveLength(48);
  const [first] = device.interfaces;
  const onFirst = Array.from({ length: Math.ceil(learnedCount / 48) }, (_empty, at) => toMac(at * 48));
  expect(first!.fdbMacs).toEqual(onFirst);
  expect(device.interfaces.reduce((sum, { fdbMacs }) => sum + fdbMacs.length, 0)).toBe(learnedCount);
  for (const [at, { neighbors, nativeVlan }] of device.interfaces.entries()) {
    expect(neighbors.map(({ systemName, localPort }) => `${localPort} ${systemName}`)).toEqual([
      `resolved machine-${at + 1}`,
    ]);
    expect(nativeVlan).toBe(1);
  }
});
