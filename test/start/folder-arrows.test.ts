// Tests the lint rule for folders: sibling folders may import in one direction only, and no folder contains more than
// 25 files.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from './child';

/**
 * Evaluates an expression in a child process. In the expression, `rule` is scripts/folder-arrows.mjs, and `lint`
 * returns the messages for an import [from, to], with both paths below src.
 */
function valueOf<T>(expression: string, given: unknown = null): T {
  const file = pathToFileURL(path.join(projectDir, 'scripts', 'folder-arrows.mjs')).href;
  const script = `
    import path from 'node:path';
    import { Linter } from 'eslint';
    import * as rule from ${JSON.stringify(file)};
    const given = JSON.parse(process.argv[1]);
    const plugins = { netloom: { rules: { arrows: rule.folderArrows } } };
    const config = [{ files: ['**/*.ts'], plugins, rules: { 'netloom/arrows': 'error' } }];
    const lint = ([from, to]) => {
      const specifier = path.posix.relative(path.posix.dirname(from), to);
      const code = 'import ' + JSON.stringify(specifier.startsWith('.') ? specifier : './' + specifier);
      const filename = path.resolve('src', from + '.ts');
      return new Linter().verify(code, config, { filename }).map(({ message }) => message).join();
    };
    console.log(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '-e', script, JSON.stringify(given)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: projectDir });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const [topology, discovery, page] = ['modules/topology', 'modules/discovery', 'pages/topology'];
/** Imports that the rule must refuse. */
const refused: readonly (readonly [from: string, to: string, reason: RegExp])[] = [
  [`${topology}/live/graph-feed`, `${topology}/schema/topology-graph.schema`, /schema stands above live/],
  [`${topology}/schema/graph-identity.schema`, `${topology}/saved-view/saved-view-graph.schema`, /above schema/],
  [`${topology}/answers/saved-options`, `${topology}/schema/topology.schema`, /schema stands above answers/],
  [`${discovery}/daemon/daemon-provision`, `${discovery}/server-poll/poll-round`, /server-poll stands above daemon/],
  [`${discovery}/runs/sessions`, `${discovery}/server-poll/poll-round`, /server-poll stands above runs/],
  [`${discovery}/credentials/wire-credential`, `${discovery}/daemon/daemon.fields`, /daemon stands above credentials/],
  [`${page}/state/page`, `${page}/drawing/canvas`, /drawing stands above state/],
  [`${page}/api/ask`, `${page}/state/times`, /state stands above api/],
  ['data/client', 'data/tenancy/viewer', /tenancy stands above client\.ts/],
  ['modules/inventory/identity/judge', 'modules/inventory/host/host-role', /host imports identity/],
  ['modules/inventory/host/consolidation/host-merge', 'modules/inventory/host/report/host-reports', /report imports/],
  ['modules/access/mail/mailer', 'modules/access/sign-in/accounts', /sign-in imports mail/],
  ['modules/access/second-factor/codes', 'modules/access/sign-in/accounts', /sign-in imports second-factor/],
  ['graphql/plugin/bounds', 'graphql/lists/list', /lists imports plugin/],
  ['rest/documents/selection', 'rest/openapi/schemas', /openapi imports documents/],
];
/** Imports in the allowed directions, which the rule must accept. */
const passed: readonly (readonly [from: string, to: string])[] = [
  [`${topology}/schema/topology-live.schema`, `${topology}/live/graph-streams`],
  [`${topology}/saved-view/saved-view-graph.schema`, `${topology}/schema/topology-graph.schema`],
  [`${discovery}/daemon/daemon-provision`, `${discovery}/runs/default-jobs`],
  [`${page}/drawing/canvas`, `${page}/state/surface`],
  ['data/tenancy/scoped-db', 'data/client'],
  ['modules/inventory/host/host-role', 'modules/inventory/host/host.fields'],
];

describe('sibling folders', () => {
  let messages: string[];
  beforeAll(() => {
    messages = valueOf('given.map(lint)', [...refused, ...passed]);
  });
  test.each(refused.map(([from, to, reason], index) => [from, to, reason, index] as const))(
    '%s may not import %s',
    (_from, _to, reason, index) => expect(messages[index]).toMatch(reason),
  );
  test('imports in the other direction are allowed', () => {
    expect(messages.slice(refused.length)).toEqual(passed.map(() => ''));
  });
});

test('no folders import each other, directly or through others', () => {
  expect(valueOf('rule.folderCircles()')).toEqual([]);
});

test('a cycle over three folders is reported, whichever import closes it', () => {
  const graph = `new Map([['a/x/1.ts', ['a/y/1.ts']], ['a/y/2.ts', ['a/z/1.ts']], ['a/z/2.ts', ['a/x/2.ts']]])`;
  expect(valueOf(`rule.folderCircles(rule.entriesByFolder(${graph}))`)).toEqual(['a: x, y, z']);
  const refusal = (from: string, to: string) =>
    valueOf(`rule.folderRefusal('${from}', '${to}', rule.entriesByFolder(${graph})) ?? null`);
  expect(refusal('a/z/3.ts', 'a/y/1.ts')).toMatch('a/y imports z');
  expect(refusal('a/x/1.ts', 'a/x/2.ts')).toBeNull();
  expect(refusal('a/w/1.ts', 'a/x/2.ts')).toBeNull();
});

test('no folder has more than 25 files directly in it', () => {
  expect(valueOf('rule.crowdedFolders()')).toEqual([]);
});
