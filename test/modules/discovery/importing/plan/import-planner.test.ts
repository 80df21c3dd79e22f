// What a plan makes of a file whose entries are all of one host: many are refused, since each costs as much as the host has.
import type { ImportedEntry } from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import { ImportPlanner } from '../../../../../src/modules/discovery/importing/plan/import-planner';
import type { PlannedRow } from '../../../../../src/modules/discovery/importing/plan/planned-row';

const hostAt = (line: number, mac: string): ImportedEntry => ({
  kind: 'Host',
  line,
  host: {
    addresses: [{ ip: `10.0.${line >> 8}.${line & 255}`, mac }],
    ports: [{ number: line, protocol: 'Tcp' }],
    services: [],
    interfaces: [],
  },
});

test.each([
  ['one MAC address, as a router has that answers for others', () => '00:50:56:00:00:01', 1_000],
  [
    'a MAC address each',
    (line: number) =>
      `00:50:56:00:${(line >> 8).toString(16).padStart(2, '0')}:${(line & 255).toString(16).padStart(2, '0')}`,
    1_500,
  ],
])('of 1,500 entries of %s', async (_what, macOf, taken) => {
  const planner = new ImportPlanner({ subnets: [], vlans: [] }, 'scan.xml');
  const rows: PlannedRow[] = [];
  for (let line = 1; line <= 1_500; line += 1) rows.push(...(await planner.plan(hostAt(line, macOf(line)))));
  const hosts = rows.filter(({ kind }) => kind === 'Host');
  const codes = hosts.map(({ line, action, code }) => (action === 'Refuse' ? `${line} ${code}` : ''));
  expect(codes.filter(Boolean)).toEqual(
    Array.from({ length: 1_500 - taken }, (_none, at) => `${taken + 1 + at} host_repeated`),
  );
  expect(hosts).toHaveLength(1_500);
});
