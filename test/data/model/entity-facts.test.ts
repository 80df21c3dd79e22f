// Tests checks of `npm run generate`. Each model belongs to one entity manifest, a manifest names only constraints of
// its own tables, and a file with routes exports them as lists.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Manifest {
  readonly model: string;
  readonly parts?: readonly string[];
  readonly constraints?: Readonly<Record<string, readonly string[]>>;
  readonly conflicts?: Readonly<Record<string, object>>;
}

/**
 * Calls a function that a file in scripts/ exports. Returns the result, or the message of the error that the function
 * throws.
 */
function runScript<T>(script: string, name: string, scriptArguments: readonly unknown[]): T {
  const file = pathToFileURL(path.resolve(__dirname, '../../../scripts', script)).href;
  const text = `
    import { ${name} } from ${JSON.stringify(file)};
    const answer = () => ${name}(...JSON.parse(process.argv[1]));
    try { console.log(JSON.stringify(answer())); } catch ({ message }) { console.log(JSON.stringify(message)); }`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', text, JSON.stringify(scriptArguments)],
    {
      encoding: 'utf8',
    },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

/**
 * The errors that scripts/entity-facts.mjs finds in the manifests. `tables` has the table of each model by the name of
 * the model.
 */
function faultsOf(manifests: readonly Manifest[], tables: Readonly<Record<string, string>>): string[] {
  return runScript('entity-facts.mjs', 'findFaults', [
    manifests.map((one) => ({ parts: [], constraints: {}, conflicts: {}, answersExisting: [], ...one })),
    Object.fromEntries(Object.entries(tables).map(([model, table]) => [model, { table }])),
  ]);
}
const tables = { Vlan: 'vlans', Subnet: 'subnets', VlanSubnet: 'vlan_subnets' };

test('manifests that have every model once, and constraints of their own tables, have no fault', () => {
  const vlan = { model: 'Vlan', parts: ['VlanSubnet'], constraints: { vlan_subnets_pkey: [], vlans_name_key: [] } };
  expect(faultsOf([vlan, { model: 'Subnet', conflicts: { deleteSubnet: {} } }], tables)).toEqual([]);
});

test('a model without a manifest is named', () => {
  expect(faultsOf([{ model: 'Vlan' }, { model: 'VlanSubnet' }], tables)).toEqual([
    expect.stringMatching(/^Subnet has no manifest: /),
  ]);
});

test('a model in two manifests is named with both', () => {
  const manifests = [
    { model: 'Vlan', parts: ['VlanSubnet'] },
    { model: 'Subnet', parts: ['VlanSubnet'] },
  ];
  expect(faultsOf(manifests, tables)).toEqual(['VlanSubnet stands in the manifests of Vlan and Subnet.']);
});

test('a constraint belongs to the longest table that its name begins with', () => {
  const manifests: Manifest[] = [
    { model: 'Vlan', constraints: { vlan_subnets_pkey: [] } },
    { model: 'Subnet', constraints: { sites_name_key: [] }, parts: ['VlanSubnet'] },
  ];
  expect(faultsOf(manifests, tables)).toEqual([
    'vlan_subnets_pkey is a constraint of no table of Vlan.',
    'sites_name_key is a constraint of no table of Subnet.',
  ]);
});

test('conflicts of a mutation stand in one manifest', () => {
  const conflicts = { createVlan: {} };
  const manifests = [{ model: 'Vlan', conflicts }, { model: 'Subnet', conflicts }, { model: 'VlanSubnet' }];
  expect(faultsOf(manifests, tables)).toEqual(['createVlan has conflicts in the manifests of Vlan and Subnet.']);
});

test('routes that no exported list has are refused by the name of their file', () => {
  const listsIn = (text: string) => runScript('module-lists.mjs', 'findRouteLists', [text, 'vlan.rest.ts']);
  expect(listsIn(`export const vlanRoutes = [\n  route('get', '/vlans', Document),\n];`)).toEqual(['vlanRoutes']);
  expect(listsIn(`export const shareRoutes: Route[] = [];\nexport const publicShareRoutes = [];`)).toEqual([
    'shareRoutes',
    'publicShareRoutes',
  ]);
  expect(listsIn(`export const withDialects = (route: Route) => route;`)).toEqual([]);
  for (const text of [
    `export const vlans = [route('get', '/vlans', Document)];`,
    `const vlanRoutes = [csvRoute('/vlans')];`,
  ])
    expect(listsIn(text)).toMatch(/^vlan\.rest\.ts exports no list of its routes/);
});
