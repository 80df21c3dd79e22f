// When a field of a GraphQL request fails, the executor stops waiting for the other fields. Tests that their later
// errors do not stop the process, and that all other unhandled rejections do.
import { GraphQLError } from 'graphql';
import { rejectionHandler } from '../../../src/platform/process/abandoned-fields';

const collect = (reason: unknown) => {
  const [warnings, failures]: [unknown[], string[]] = [[], []];
  rejectionHandler({ warn: (facts: unknown) => void warnings.push(facts) } as never, (why) => failures.push(why))(
    reason,
  );
  return { warnings, failures };
};

test('the error of a field is logged with its path', () => {
  const reason = new GraphQLError('start is not an IP address', { path: ['subnets', 'nodes', 0, 'addressRanges'] });
  expect(collect(reason)).toEqual({ warnings: [{ path: reason.path, reason: reason.message }], failures: [] });
});

test.each([
  ['an error', new Error('gone')],
  ['an error of a document', new GraphQLError('no field')],
  ['a text', 'gone'],
  ['nothing', undefined],
])('any other rejection stops the process with its reason: %s', (_what, reason) => {
  const { warnings, failures } = collect(reason);
  expect([warnings, failures]).toEqual([[], [expect.stringContaining(String((reason as Error)?.message ?? reason))]]);
});
