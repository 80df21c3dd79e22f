// Guarantees of the import directions: the lint rule lets the house's arrows pass and names the right door otherwise.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectDir } from './child';

type Import = readonly [from: string, to: string, typeOnly?: boolean];

/** What the rule, which lint loads as an ES module, says to each import. */
function refusals(imports: readonly Import[]): (string | null)[] {
  const script = `
    import { refusal } from ${JSON.stringify(path.join(projectDir, 'scripts', 'import-doors.mjs'))};
    const at = (file) => ${JSON.stringify(`${projectDir}/src/`)} + file;
    const imports = JSON.parse(process.argv[1]);
    console.log(JSON.stringify(imports.map(([from, to, typeOnly]) => refusal(at(from + '.ts'), at(to), typeOnly) ?? null)));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, JSON.stringify(imports)],
    {
      encoding: 'utf8',
    },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as (string | null)[];
}

test('the arrows of the house pass', () => {
  const arrows: Import[] = [
    ['main', 'server'],
    ['main', 'db/client'],
    ['server', 'rest/router'],
    ['rest/routes', 'entities/vlan/vlan.rest'],
    ['entities/vlan/vlan.rest', 'generated/operations'],
    ['graphql/schema', 'entities/vlan/vlan.schema'],
    ['entities/vlan/vlan.schema', 'graphql/builder'],
    ['entities/vlan/vlan.schema', 'generated/prisma/client', true],
    ['entities/vlan/vlan.schema', 'entities/vlan/vlan.actions'],
    ['entities/topology/topology.schema', 'topology-graph/build'],
    ['workers/jobs', 'entities/topology/ask-graph'],
    ['tenancy/scoped-db', 'generated/prisma/client'],
    ['auth/authenticate', 'db/client'],
    ['entities/discovery/discovery.fields', 'discovery-runs/schedule'],
    ['discovery-runs/sessions', 'tenancy/row-locks'],
    ['discovery-runs/neighbors', 'neighbor-resolution/resolve'],
    ['background/rounds', 'discovery-runs/sessions'],
    ['background/rounds', 'tenancy/network-changes'],
    ['background/rounds', 'generated/prisma/client', true],
    ['main', 'background/background-work'],
  ];
  expect(refusals(arrows)).toEqual(arrows.map(() => null));
});

test.each<[...Import, RegExp]>([
  ['entities/vlan/vlan.schema', 'db/client', false, /dbFor\(viewer\)/],
  ['entities/vlan/vlan.schema', 'generated/prisma/client', false, /dbFor\(viewer\)/],
  ['graphql/list', 'db/client', false, /dbFor\(viewer\)/],
  ['rest/router', 'generated/prisma/client', false, /dbFor\(viewer\)/],
  ['entities/vlan/vlan.schema', 'entities/host/host.schema', true, /never import each other/],
  ['entities/vlan/vlan.rest', 'tenancy/scoped-db', false, /one line/],
  ['entities/vlan/vlan.schema', 'rest/route', false, /never knows REST/],
  ['rest/router', 'tenancy/scoped-db', false, /adds no rule/],
  ['rest/router', 'entities/vlan/vlan.rest', false, /adds no rule/],
  ['graphql/list', 'entities/vlan/vlan.schema', false, /only graphql\/schema/],
  ['topology-graph/build', 'errors', true, /pure function/],
  ['topology-graph/build', 'tenancy/scoped-db', true, /pure function/],
  ['neighbor-resolution/resolve', 'errors', true, /pure function/],
  ['neighbor-resolution/resolve', 'tenancy/scoped-db', true, /pure function/],
  ['tenancy/scoped-db', 'graphql/context', true, /below the doors/],
  ['config', 'db/connect', false, /depend on nothing/],
  ['discovery-runs/sessions', 'entities/discovery/discovery.fields', false, /not doors/],
  ['discovery-runs/sessions', 'db/client', false, /dbFor\(viewer\)/],
  ['background/rounds', 'db/client', false, /dbFor\(viewer\)/],
  ['background/rounds', 'graphql/context', false, /raw client that main hands it/],
  ['workers/workers', 'entities/topology/ask-graph', false, /only workers\/jobs/],
])('%s → %s is refused, and told where to go instead', (from, to, typeOnly, door) => {
  expect(refusals([[from, to, typeOnly]])[0]).toMatch(door);
});
