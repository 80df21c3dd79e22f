// Rooms (folders below src) have an order. Tests how many calls of a request lead from a lower to a higher room: at
// most two for a REST request, and three for the report of a host.
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './child';

type Step = readonly [caller: string, callee: string, at?: string];

function valueOf<T>(expression: string, given: unknown = null): T {
  const urlOf = (name: string) => JSON.stringify(pathToFileURL(path.join(projectDir, 'scripts', name)).href);
  const script = `
    import * as requests from ${urlOf('room-climbs.mjs')};
    const given = JSON.parse(process.argv[1]);
    console.log(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '-e', script, JSON.stringify(given)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
const readSteps = () => valueOf<Record<string, Step[]>>('requests.ways');

test.each([
  ['a REST request', 2],
  ['a report of a host', 3],
])('%s calls into higher rooms at most %i times', (requestName, most) => {
  const climbs = valueOf<Step[]>(`requests.findClimbs(requests.ways[given])`, requestName);
  expect(climbs.length).toBeGreaterThan(0);
  expect(climbs.length).toBeLessThanOrEqual(most);
});

test('each recorded call is one that the imports show', () => {
  expect(valueOf('Object.values(requests.ways).flatMap((steps) => requests.unfoundedSteps(steps))')).toEqual([]);
});

test('a call that no import shows is named', () => {
  const unfounded: Step[] = [
    ['rest/router.ts', 'data/tenancy/rows.ts'],
    ['data/tenancy/rows.ts', 'modules/inventory/vlan/vlan.schema.ts', 'data/model/historied.ts'],
  ];
  expect(valueOf('requests.unfoundedSteps(given)', unfounded)).toEqual(unfounded);
});

test('calls within a room and into lower rooms are not counted', () => {
  const steps: Step[] = [
    ['server.ts', 'rest/router.ts'],
    ['modules/discovery/runs/sessions.ts', 'modules/inventory/writes.ts'],
    ['graphql/lists/list.ts', 'graphql/lists/keyset.ts'],
    ['modules/inventory/writes.ts', 'modules/discovery/runs/sessions.ts'],
    ['data/client.ts', 'auth/sessions.ts'],
  ];
  expect(valueOf('requests.findClimbs(given)', steps)).toEqual(steps.slice(3));
});

test('the files that docs/architecture.md names for a request are used by one', () => {
  const text = readFileSync(path.join(projectDir, 'docs', 'architecture.md'), 'utf8');
  const [, section = ''] = /## How a request runs\n([\s\S]*?)\nGraphQL differs/.exec(text) ?? [];
  const namedFiles = [...section.matchAll(/`src\/([^`]+\.ts)`/g)].map(([, file]) => file!);
  expect(namedFiles.length).toBeGreaterThan(8);
  // Files with lists of routes are left out: the router reads them when it is created, not during a request.
  const files = new Set(readSteps()['a REST request']!.flatMap(([caller, callee]) => [caller, callee]));
  expect(namedFiles.filter((file) => !files.has(file) && !file.endsWith('.rest.ts'))).toEqual([]);
});
