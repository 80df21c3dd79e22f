// Tests the lint rule for imports between rooms (folders below src): allowed imports pass, a refusal says where the
// code belongs, every file belongs to a room, and imports form no cycles.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './child';

type Import = readonly [from: string, to: string, typeOnly?: boolean];

/**
 * Evaluates an expression in a child process, because the rule is an ES module. In the expression, `rooms` is
 * scripts/import-rooms.mjs.
 */
function valueOf<T>(expression: string, given: unknown = null): T {
  const file = pathToFileURL(path.join(projectDir, 'scripts', 'import-rooms.mjs')).href;
  const script = `
    import * as rooms from ${JSON.stringify(file)};
    const given = JSON.parse(process.argv[1]);
    console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(given)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
const refusals = (imports: readonly Import[]) =>
  valueOf<(string | null)[]>(
    `given.map(([from, to, typeOnly]) => rooms.refusal(from + '.ts', to + '.ts', typeOnly) ?? null)`,
    imports,
  );

test('every file belongs to a room', () => {
  expect(
    valueOf(`[...rooms.importGraph().keys()].filter((file) => !file.endsWith('.d.ts') && !rooms.findRoom(file))`),
  ).toEqual([]);
  expect(
    valueOf(`['new-file.ts', 'modules/vlan.ts', 'modules/new-module/x.ts', 'data/x.ts'].map(rooms.findRoom)`),
  ).toEqual([null, null, null, null]);
});

test('no files import each other in a cycle, type imports included', () => {
  expect(valueOf('rooms.circles()')).toEqual([]);
  const graph = `new Map([['a', ['b', 'e']], ['b', ['c']], ['c', ['a']], ['d', ['a']], ['e', []]])`;
  expect(valueOf(`rooms.circles(${graph})`)).toEqual([['a', 'b', 'c']]);
});

test('imports of every form are recognized', () => {
  const graph = valueOf<Record<string, string[]>>('Object.fromEntries(rooms.importGraph())');
  expect(graph['main.ts']).toEqual(expect.arrayContaining(['server.ts', 'modules/jobs.ts', 'demo/load.ts']));
  expect(graph['modules/types.ts']).toContain('generated/module-types.ts');
  expect(graph['graphql/context.ts']).toContain('data/tenancy/viewer.ts');
  expect(graph['pages/topology/main.tsx']).toContain('pages/topology/panels/app.tsx');
  expect(Object.values(graph).flat().length).toBeGreaterThan(1_500);
});

test('the imports that the architecture allows are accepted', () => {
  const arrows: Import[] = [
    ['main', 'server'],
    ['main', 'data/client'],
    ['main', 'modules/jobs'],
    ['server', 'modules/routes'],
    ['generated/module-routes', 'modules/inventory/vlan/vlan.rest'],
    ['generated/module-types', 'modules/inventory/vlan/vlan.schema'],
    ['modules/types', 'generated/module-types'],
    ['generated/module-reports', 'modules/inventory/route/reported-route'],
    ['modules/inventory/host/report/reported-tables', 'generated/module-reports'],
    ['modules/inventory/vlan/vlan.rest', 'generated/operations'],
    ['modules/inventory/vlan/vlan.schema', 'graphql/builder'],
    ['modules/inventory/vlan/vlan.schema', 'modules/inventory/shared/service-categories'],
    ['modules/inventory/vlan/vlan.schema', 'generated/prisma/client', true],
    ['modules/topology/options', 'modules/inventory/index'],
    ['modules/discovery/daemon/daemon.schema', 'modules/access/index'],
    ['modules/discovery/runs/neighbors.sql', 'modules/discovery/neighbor-resolution/resolve'],
    ['modules/discovery/runs/neighbors.sql', 'generated/prisma/client'],
    ['modules/discovery/runs/neighbors.sql', 'data/tenancy/tenant-sql'],
    ['modules/topology/answers/drawn-inventory', 'modules/topology/graph/build-graph'],
    ['modules/topology/graph/lookup', 'platform/text/derived-id'],
    ['modules/topology/answers/network-inventory.sql', 'modules/topology/judging/facts'],
    ['modules/topology/judging/judge', 'modules/topology/graph/lookup'],
    ['modules/topology/judging/layer2/unknown-machines', 'modules/inventory/location/places'],
    ['modules/topology/graph/element-rules', 'modules/inventory/shared/subnet-types'],
    ['graphql/lists/list', 'auth/permissions'],
    ['rest/router', 'graphql/create-context'],
    ['mcp/find', 'generated/operations'],
    ['mcp/door', 'graphql/endpoint'],
    ['server', 'mcp/door'],
    ['auth/authenticate', 'data/client'],
    ['data/tenancy/rows', 'platform/text/validation'],
    ['platform/http/negotiation', 'errors'],
    ['pages/topology/state/place', 'modules/topology/graph/options'],
    ['pages/topology/page/page', 'pages/kit/ask'],
    ['pages/people/parts/frame', 'pages/kit/ask'],
    ['pages/discovery/parts/app', 'pages/kit/ask'],
    ['pages/inventory/parts/list', 'pages/kit/asking'],
    ['modules/discovery/importing/formats/netbox', 'platform/text/addresses'],
    ['modules/discovery/importing/formats/netloom-csv', 'modules/inventory/shared/subnet-types'],
    ['modules/thread-jobs', 'modules/discovery/importing/formats/read-import'],
    ['importer/netbox-client', 'modules/discovery/importing/formats/netbox'],
    ['demo/load', 'data/client'],
    ['demo/sites/campus', 'modules/topology/options'],
  ];
  const refused = refusals(arrows);
  expect(arrows.filter((_, index) => refused[index] !== null)).toEqual([]);
});

const refused: [string, string, boolean, RegExp][] = [
  ['modules/inventory/vlan/vlan.schema', 'data/client', false, /ctx\.db/],
  ['modules/topology/answers/network-inventory.sql', 'data/client', false, /ctx\.sql/],
  ['modules/inventory/vlan/vlan.schema', 'generated/prisma/client', false, /SQL by hand/],
  ['modules/inventory/vlan/vlan.schema', 'data/tenancy/tenant-sql', false, /SQL by hand/],
  ['graphql/context', 'data/client', false, /ctx\.db/],
  ['modules/inventory/vlan/vlan.schema', 'modules/topology/options', true, /stands above inventory/],
  ['modules/access/user/user.schema', 'modules/discovery/daemon/daemon.schema', true, /stands above access/],
  ['modules/topology/snapshot/snapshot.schema', 'modules/history/period', false, /known by its door/],
  ['modules/inventory/vlan/vlan.schema', 'rest/route', true, /does not know REST/],
  ['modules/inventory/vlan/vlan.schema', 'modules/inventory/vlan/vlan.rest', false, /does not know REST/],
  ['modules/inventory/vlan/vlan.schema', 'generated/operations', true, /does not know REST/],
  ['modules/inventory/vlan/vlan.schema', 'modules/types', false, /lists that name it/],
  ['modules/inventory/vlan/vlan.schema', 'generated/module-types', false, /lists that name it/],
  ['rest/router', 'generated/module-routes', false, /src\/modules\/routes\.ts/],
  ['modules/discovery/runs/reports', 'generated/module-reports', false, /known by its door/],
  ['modules/topology/graph/build-graph', 'errors', true, /pure function/],
  ['modules/topology/graph/build-graph', 'modules/topology/answers/drawn-inventory', true, /pure function/],
  ['modules/topology/judging/judge', 'modules/topology/answers/drawn-inventory', true, /pure function/],
  ['modules/topology/graph/build-graph', 'modules/topology/judging/judge', false, /pure function/],
  ['modules/discovery/neighbor-resolution/resolve', 'data/tenancy/rows', true, /pure function/],
  ['modules/discovery/importing/formats/netbox', 'data/tenancy/rows', true, /pure function of its bytes/],
  ['modules/discovery/importing/formats/netbox', 'modules/inventory/index', true, /pure function of its bytes/],
  ['importer/netbox-client', 'modules/inventory/index', true, /client of the service/],
  ['graphql/builder', 'modules/inventory/vlan/vlan.schema', true, /engine knows no entity/],
  ['graphql/builder', 'rest/route', true, /no REST/],
  ['rest/router', 'modules/routes', false, /src\/modules\/routes\.ts/],
  ['rest/router', 'modules/inventory/vlan/vlan.rest', true, /src\/modules\/routes\.ts/],
  ['mcp/find', 'modules/inventory/index', true, /belongs to a module/],
  ['mcp/door', 'rest/envelope', true, /no rule of its own/],
  ['modules/inventory/vlan/vlan.schema', 'mcp/tool', true, /does not know/],
  ['auth/sessions', 'rest/envelope', false, /src\/modules\/access/],
  ['data/tenancy/rows', 'auth/permissions', true, /rights belong to src.auth/],
  ['data/tenancy/rows', 'modules/history/kinds', true, /a module/],
  ['platform/http/listener', 'config/index', true, /src\/data or a module/],
  ['platform/text/validation', 'data/tenancy/viewer', true, /knows nothing of networks/],
  ['pages/topology/state/place', 'graphql/context', true, /through its documents/],
  ['pages/people/account', 'pages/topology/panels/command', false, /is kit/],
  ['pages/inventory/parts/list', 'pages/topology/state/place', false, /published schema/],
  ['pages/discovery/parts/app', 'pages/people/parts/frame', false, /discovery page asks/],
  ['pages/kit/ask', 'pages/topology/state/times', true, /knows none of them/],
  ['pages/pages', 'data/client', true, /through the two doors/],
  ['demo/load', 'modules/access/network/create-network.sql', false, /raw client/],
  ['server', 'modules/inventory/vlan/vlan.schema', false, /lists in src\/modules/],
  ['rest/envelope', 'config/index', true, /no rule of its own/],
];
describe('imports between rooms', () => {
  // For each import, the reason why the rule refuses it, or null if the rule accepts it. One child process computes all
  // reasons.
  let reasons: (string | null)[];
  beforeAll(() => {
    reasons = refusals(refused.map(([from, to, isTypeOnly]) => [from, to, isTypeOnly]));
  });
  test.each(refused.map((row, index) => [...row, index] as const))(
    '%s may not import %s',
    (_from, _to, _isTypeOnly, reason, index) => {
      expect(reasons[index]).toMatch(reason);
    },
  );
});
