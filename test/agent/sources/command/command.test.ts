// The data source `command`: the output of an operator's program becomes machines. Whatever the program does or prints,
// the worst result is a warning.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { commandSource } from '../../../../src/agent/sources';
import { machineLine, type CommandLimits } from '../../../../src/agent/sources/command';
import { parseLine } from '../../../../src/agent/sources/command/lines';
import { eventually } from '../../../support/eventually';

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** Writes a shell script to an executable file, and returns the path. */
function program(script: string): string {
  const file = path.join(folder, `source-${(count += 1)}`);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}
const read = (script: string, limits: Partial<CommandLimits> = {}, signal = new AbortController().signal) =>
  commandSource.read({ program: program(script), signal, limits });
const print = (...lines: readonly unknown[]) =>
  `cat <<'END'\n${lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')}\nEND`;

const printer = {
  ...{ name: 'printer', os: 'RTOS', manufacturer: 'Acme', model: 'P', serial_number: 'S9', chassis_id: 'p-1' },
  addresses: [{ address: '10.0.0.7', prefix_length: 24, port: 'lan' }, { address: 'fd00::7' }],
  ports: [
    {
      ...{ name: 'lan', number: 3, alias: 'desk', mac: '001b.2100.0007', type: 6, speed_bps: 1e9, mtu: 1500 },
      ...{ duplex: 'Full', admin_status: 'Up', oper_status: 'Down', native_vlan: 20, tagged_vlans: [30, 30] },
      learned_macs: ['00:1b:21:00:00:08', 'x'],
      neighbors: [{ chassis_id: '00:1b:21:00:00:01', port_id: 'ge1', system_name: 'sw', management_addresses: ['x'] }],
    },
  ],
  vlans: [{ number: 20, name: 'Office' }],
  complete: ['lldp'],
};

test('each line is a machine', async () => {
  const { machines, notes } = await read(print(printer, '', { mac: '00-1B-21-00-00-09', addresses: [] }));
  expect(notes).toEqual([]);
  expect(machines).toMatchObject([
    {
      ...{ name: 'printer', os: 'RTOS', chassisId: 'p-1', entity: { manufacturer: 'Acme', serialNumber: 'S9' } },
      facts: {
        addresses: [
          { address: '10.0.0.7', prefixLength: 24, ifIndex: 3 },
          { address: 'fd00::7', ifIndex: 0 },
        ],
        interfaces: [
          {
            ...{ ifIndex: 3, name: 'lan', alias: 'desk', mac: '00:1B:21:00:00:07', speedBps: 1e9, mtu: 1500 },
            ...{ duplex: 'Full', adminStatus: 'Up', operStatus: 'Down', nativeVlan: 20, taggedVlans: [30] },
            fdbMacs: ['00:1B:21:00:00:08'],
            neighbors: [
              {
                chassisId: { subtype: 'MacAddress', value: '00:1B:21:00:00:01' },
                ...{ portId: { value: 'ge1' }, systemName: 'sw', managementAddresses: [] },
              },
            ],
          },
        ],
        vlans: [{ number: 20, name: 'Office' }],
      },
    },
    { mac: '00:1B:21:00:00:09' },
  ]);
  const { incomplete } = machines[0]!.facts;
  expect([incomplete.includes('lldp'), incomplete.includes('fdb'), incomplete.includes('interfaces')]).toEqual([
    ...[false, true, true],
  ]);
  expect(new Set(machines.map(({ key }) => key)).size).toBe(2);
});

test('lines of another form are left out and named, and the others count', async () => {
  const { machines, notes } = await read(
    print({ name: 'a' }, '{"name":', { ports: [{ mac: 'x' }] }, '['.repeat(20), { name: 'b', unknown: 1 }),
  );
  expect(machines.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(notes).toEqual([
    'line 2 is left out: it is not JSON',
    expect.stringContaining('line 3 is left out: ports.0.name'),
    'line 4 is left out: it is nested deeper than 16 levels',
  ]);
});

test.each<[string, string, Partial<CommandLimits>, string, number]>([
  ['that fails', `${print({ name: 'a' })}\necho 'no access' >&2; exit 3`, {}, 'it ended with status 3: no access', 1],
  ['that does not end', `${print({ name: 'a' })}\nsleep 60`, { totalMs: 300 }, 'it was ended after 0.3 s', 1],
  ['that prints too much', 'yes x', { totalBytes: 1_000 }, 'more than 1000 bytes', 0],
  ['that prints no line break', 'yes x | tr -d "\\n"', { lineBytes: 1_000 }, 'a line of more than 1000 bytes', 0],
  ['that prints too many lines', 'yes "{}"', { lines: 3 }, 'only the first 3 lines', 3],
  ['that ends itself by a signal', 'kill -TERM $$', {}, 'it was ended by SIGTERM', 0],
])('a program %s gives a note, and what it printed before counts', async (_name, script, limits, note, machines) => {
  const reading = await read(script, limits);
  expect(reading.notes.at(-1)).toContain(note);
  expect(reading.machines).toHaveLength(machines);
});

test('a program that does not exist or may not be run is silent', async () => {
  const file = path.join(folder, 'none');
  const { signal } = new AbortController();
  expect(await commandSource.reach({ program: file, signal })).toMatchObject({ outcome: 'silent' });
  writeFileSync(file, 'x', { mode: 0o600 });
  expect((await commandSource.read({ program: file, signal })).notes).toEqual([
    expect.stringContaining('cannot be run'),
  ]);
});

test('a stop ends the program and all that it has started', async () => {
  const mark = path.join(folder, 'mark');
  const controller = new AbortController();
  const reading = read(`(sleep 1; echo x > ${mark}) & echo started > ${mark}.started; wait`, {}, controller.signal);
  const stopped = expect(reading).rejects.toThrow('stopped');
  await eventually(async () => existsSync(`${mark}.started`));
  controller.abort(new Error('stopped'));
  await stopped;
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(existsSync(mark)).toBe(false);
});

test('variables with secrets of the agent are not passed on', async () => {
  process.env.NETLOOM_TEST_SECRET = 'x';
  try {
    const { machines } = await read('echo "{\\"name\\": \\"got $NETLOOM_TEST_SECRET\\"}"');
    expect(machines.map(({ name }) => name)).toEqual(['got ']);
  } finally {
    delete process.env.NETLOOM_TEST_SECRET;
  }
});

test('any line becomes a machine or a problem', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((value) => `{"ports":${value},"addresses":[]}`),
      ),
      (text) => {
        const parsed = parseLine(text, 'own', 'own 1');
        expect('problem' in parsed || parsed.source === 'own').toBe(true);
      },
    ),
  );
});

test('docs/sources.md has the schema of a line, and its example is valid', () => {
  const text = readFileSync(path.resolve(__dirname, '../../../../docs/sources.md'), 'utf8');
  const [, section = ''] = text.split('\n## A source of your own\n');
  const [example, schema] = [...section.matchAll(/```json\n([^`]*)```/g)].map(
    ([, json]) => JSON.parse(json!) as unknown,
  );
  expect(machineLine.safeParse(example).success).toBe(true);
  expect(schema).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(machineLine, { io: 'input' }))));
});
