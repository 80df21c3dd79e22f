// Counts calls against the direction of imports while a request is served: calls from a file to a file in a higher room
// (a folder of src). Such a call is possible because the called function was passed to the caller as an argument.
import { pathToFileURL } from 'node:url';
import { importGraph, modules, findRoom } from './import-rooms.mjs';

const builder = 'graphql/builder.ts';
const readsRows = [
  ['data/tenancy/rows.ts', 'data/tenancy/scoped-db.ts'],
  ['data/tenancy/scoped-db.ts', 'data/tenancy/visible-rows.ts'],
  ['data/tenancy/scoped-db.ts', 'data/client.ts'],
  ['data/client.ts', 'data/direct-sql.ts'],
  ['data/direct-sql.ts', 'data/sql/direct-reads.ts'],
  ['data/direct-sql.ts', 'data/sql/direct-writes.ts'],
  ['data/sql/direct-reads.ts', 'data/sql/condition.ts'],
  ['data/sql/condition.ts', 'data/sql/expression.ts'],
  ['data/sql/direct-reads.ts', 'data/sql/statement-sql.ts'],
  ['data/sql/direct-reads.ts', 'data/sql/no-plan.ts'],
];
const enters = [
  ['server.ts', 'auth/authenticate.ts'],
  ['server.ts', 'platform/limits/rate-limit.ts', 'services.ts'],
  ['server.ts', 'auth/csrf.ts'],
  ['server.ts', 'rest/router.ts'],
];
const runsDocument = [
  ['rest/router.ts', 'rest/request-variables.ts'],
  ['rest/router.ts', 'rest/run-operation.ts'],
  ['rest/run-operation.ts', 'rest/documents/compiled-operation.ts'],
  ['rest/documents/compiled-operation.ts', 'graphql/jit/compile.ts'],
  ['graphql/jit/compile.ts', 'graphql/plugin/guarded-fields.ts', 'graphql/schema.ts'],
  ['graphql/plugin/guarded-fields.ts', 'auth/permissions.ts'],
];
const answers = [
  ['rest/router.ts', 'rest/data-answer.ts'],
  ['rest/data-answer.ts', 'rest/envelope.ts'],
  ['rest/envelope.ts', 'platform/http/send.ts'],
];
const dialects = 'modules/discovery/daemon/daemon-dialects.rest.ts';
const report = 'modules/inventory/host/report';

/**
 * By kind of request: the calls between files that serve it, each as [caller, callee]. If the caller does not import
 * the callee, a third file follows, which passes the callee to the caller or declares it.
 */
export const ways = {
  'a REST request': [
    ...enters,
    ...runsDocument,
    ['graphql/jit/compile.ts', 'modules/inventory/vlan/vlan.schema.ts', builder],
    ['modules/inventory/vlan/vlan.schema.ts', 'graphql/entity/entity.ts'],
    ['graphql/entity/entity.ts', 'graphql/entity/listed-entity.ts'],
    ['graphql/entity/listed-entity.ts', 'graphql/lists/list.ts'],
    ['graphql/lists/list.ts', 'data/tenancy/rows.ts'],
    ...readsRows,
    ...answers,
  ],
  'a report of a host': [
    ...enters,
    ['rest/router.ts', dialects, 'rest/route.ts'],
    [dialects, 'modules/discovery/protocol/generations/index.ts'],
    ...runsDocument,
    ['graphql/jit/compile.ts', `${report}/host-report.schema.ts`, builder],
    [`${report}/host-report.schema.ts`, `${report}/host-report.actions.ts`],
    [`${report}/host-report.actions.ts`, 'modules/inventory/shared/host-locks.sql.ts'],
    [`${report}/host-report.actions.ts`, `${report}/host-report-host.ts`],
    [`${report}/host-report-host.ts`, 'modules/inventory/identity/known-hosts.ts'],
    [`${report}/host-report-host.ts`, 'data/tenancy/rows.ts'],
    ...readsRows,
    // This call converts the response to the format of the daemon protocol.
    ['rest/router.ts', dialects, 'rest/route.ts'],
    ...answers,
  ],
};

/** The rooms (parts of src) in the order of imports, lowest first. Each room may import only those before it. */
const heights = ['platform', 'data', 'auth', 'graphql', 'rest', ...modules.toReversed(), 'lists', 'main'];

function heightOf(file) {
  const room = findRoom(file)?.name;
  const height = heights.indexOf(room === 'modules' ? file.split('/')[1] : room);
  if (height === -1) throw new Error(`${file} stands in no room of a request`);
  return height;
}

export const findClimbs = (steps) => steps.filter(([caller, callee]) => heightOf(callee) > heightOf(caller));

/**
 * Returns those calls of `steps` that are outdated: no import connects the caller and the callee (or the third file)
 * any more.
 */
export function unfoundedSteps(steps, graph = importGraph()) {
  const imports = (from, to) => graph.get(from)?.includes(to) ?? false;
  const touch = (one, other) => imports(one, other) || imports(other, one);
  const isKnown = (caller, at) =>
    touch(caller, at) ||
    [...graph.values()].some((namedSteps) => namedSteps.includes(caller) && namedSteps.includes(at));
  return steps.filter(([caller, callee, at]) =>
    at === undefined ? !imports(caller, callee) : !touch(callee, at) || !isKnown(caller, at),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [name, steps] of Object.entries(ways)) {
    const climbs = findClimbs(steps);
    console.log(`${name}: ${steps.length} calls between files, ${climbs.length} climbs`);
    for (const [caller, callee] of climbs) console.log(`  ${caller} → ${callee}`);
    for (const [caller, callee] of unfoundedSteps(steps)) console.log(`  no import shows ${caller} → ${callee}`);
  }
