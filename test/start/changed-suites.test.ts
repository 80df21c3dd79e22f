// Tests which suites `npm test -- --changed` selects: every suite that a change can affect, and no other.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './child';

const urlOf = (file: string) => pathToFileURL(path.join(projectDir, 'scripts', file)).href;

/** For each list of changed files, the suites that the files can affect. */
function touchedBy(...changes: readonly (readonly string[])[]): string[][] {
  const script = `import { findTouchedSuites } from '${urlOf('changed-suites.mjs')}';
    console.log(JSON.stringify(${JSON.stringify(changes)}.map((files) => findTouchedSuites(files))));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[][];
}

const cases: readonly (readonly [change: string, touched: readonly string[], untouched: readonly string[]])[] = [
  ['test/modules/inventory/vlan.test.ts', ['modules/inventory/vlan'], ['modules/inventory/lists', 'start/pure-suites']],
  ['test/support/world.ts', ['modules/inventory/vlan', 'tenancy/isolation'], ['modules/topology/graph/questions']],
  [
    'src/modules/topology/graph/options.ts',
    ['modules/topology/graph/questions', 'modules/topology/snapshot', 'pages/topology/page', 'start/import-rooms'],
    ['agent/vendors'],
  ],
  [
    'src/agent/sources/snmp/des.ts',
    ['agent/sources/snmp/v3', 'agent/lab'],
    ['modules/topology/graph/questions', 'modules/inventory/vlan'],
  ],
  ['src/pages/static/page.css', ['pages/sign-in', 'pages/topology/page'], ['modules/inventory/vlan', 'agent/vendors']],
  // Files that a suite does not import, but runs or copies by their path.
  ['test/agent/lab/in-namespace.ts', ['agent/lab'], ['agent/vendors', 'modules/inventory/vlan']],
  ['test/start/new-kind/prisma/models/site.prisma', ['start/new-kind'], ['agent/vendors', 'modules/inventory/vlan']],
  // Files from which code is generated that the suites use.
  ['src/modules/inventory/vlan/vlan.rest.graphql', ['contract/parity', 'modules/inventory/vlan'], ['agent/vendors']],
  ['prisma/models/vlan.prisma', ['modules/inventory/vlan', 'tenancy/isolation'], ['agent/vendors']],
  [
    'prisma/migrations/20991231_a/migration.sql',
    ['upgrade/upgrade', 'data/new-migration'],
    ['start/pure', 'agent/vendors'],
  ],
  // Files that a suite reads at run time. They are found by their names, which occur in the text of the suite.
  ['schema/openapi.json', ['contract/openapi', 'contract/bounds'], ['modules/topology/graph/questions']],
  ['docs/operating.md', ['start/documentation', 'start/documented-answers'], ['modules/inventory/vlan']],
  ['test/support/known-software.csv', ['modules/inventory/service-definitions'], ['modules/inventory/vlan']],
];
const touchedByCase = touchedBy(...cases.map(([change]) => [change]));

test.each(cases.map((one, at) => [...one, touchedByCase[at]!] as const))(
  'suites affected by a change of %s',
  (_change, touched, untouched, picked) => {
    const suite = (name: string) => `test/${name}.test.ts`;
    expect(touched.map(suite).filter((one) => !picked.includes(one))).toEqual([]);
    expect(untouched.map(suite).filter((one) => picked.includes(one))).toEqual([]);
  },
);

test('several changed files select the suites of each; a file on which all suites depend selects all', () => {
  const [one, other, both, all] = touchedBy(
    ['docs/operating.md'],
    ['test/modules/inventory/vlan.test.ts'],
    ['docs/operating.md', 'test/modules/inventory/vlan.test.ts'],
    ['jest.config.mjs'],
  );
  expect([...both!].sort()).toEqual([...one!, ...other!].sort());
  expect(all!.length).toBeGreaterThan(400);
});
