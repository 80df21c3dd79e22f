// Tests tenant isolation of every mutation of the schema. An id of a row that the caller may not see has the same
// effect as an id that no row has, and changes no row.
import { print, parse } from 'graphql';
import { getNamedType, isLeafType, type GraphQLOutputType } from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { schema } from '../../src/modules/types';
import { idPlaces, findOwner, buildValues, type IdPlace, type Inputs } from './id-places';
import { expectIndistinguishable } from './indistinguishable';
import { listCallers, createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterAll(() => walled.close());

const owned = Object.values(schema.getMutationType()!.getFields()).filter(({ name }) => !publicOperations.has(name));
const mutations = owned.map((field) => {
  const inputs: Inputs = new Map(field.args.map(({ name, type }) => [name, type]));
  const answer = getNamedType(field.type as GraphQLOutputType);
  const declaredTexts = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = field.args.map(({ name }) => `${name}: $${name}`);
  const selection = isLeafType(answer) ? '' : '{ __typename }';
  const document = print(
    parse(`mutation(${declaredTexts.join(', ')}) { ${field.name}(${passed.join(', ')}) ${selection} }`),
  );
  return { name: field.name, inputs, owner: findOwner(field.name, answer.name), document };
});

const places = mutations.flatMap(({ name, inputs, owner, document }) =>
  idPlaces(inputs, owner).map(
    (place): [string, IdPlace, { name: string; inputs: Inputs; owner: string; document: string }] => [
      `${name}(${place.path.join('.')}${place.entityType ? ` of a ${place.entityType}` : ''})`,
      place,
      { name, inputs, owner, document },
    ],
  ),
);

test('every mutation that takes a row has a place for its id', () => {
  const judged = new Set(places.map(([title]) => title.split('(')[0]));
  const withoutIds = mutations.map(({ name }) => name).filter((name) => !judged.has(name));
  // This mutation sends a request to a URL, and reads and writes no row.
  expect(withoutIds).toEqual(['testDaemonReachability']);
});

/**
 * Inputs in requests of daemons. The service ignores ids in these inputs if the row is outside the daemon's network.
 */
const skipped = new Set([
  'registerDaemon(input.interfacedSubnetIds)',
  'requestDaemonWork(input.interfacedSubnetIds)',
  'updateDaemonCapabilities(interfacedSubnetIds)',
  'reportDiscoverySession(id)',
  'reportDiscoverySession(input.discoveryId)',
]);

/**
 * `reportHosts` does not refuse the request, but returns an error for each report, which
 * test/modules/inventory/host-reports.test.ts tests.
 */
const isAnswered = (title: string) => title.startsWith('reportHosts(');

test.each(places)(
  '%s for a row out of reach is answered like for a missing one and changes nothing',
  async (title, place, mutation) => {
    await expectIndistinguishable(
      walled,
      listCallers(walled, mutation.name),
      place,
      ({ caller, home }, value) =>
        caller.graphql(mutation.document, buildValues(mutation.inputs, mutation.owner, home, { place, value })),
      { isTolerant: isAnswered(title) || skipped.has(title) },
    );
  },
);
