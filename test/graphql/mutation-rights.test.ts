// Tests that every mutation that is not public names its action in the permission table. A mutation without an action
// would be open to every caller.
import { publicOperations } from '../../src/auth/public-operations';
import { schema } from '../../src/modules/types';
import { fieldAction } from '../../src/graphql/plugin/guarded-fields';

test('every mutation that is not public names the action that it requires', () => {
  const mutations = Object.values(schema.getMutationType()!.getFields());
  expect(mutations.length).toBeGreaterThan(50);
  const unnamed = mutations.filter((field) => fieldAction(field) === undefined).map(({ name }) => name);
  expect(unnamed.filter((name) => !publicOperations.has(name))).toEqual([]);
});
