// Tests access without a credential: even if the HTTP layer lets a request pass, each root field that is not public
// refuses the caller.
import { parse, type GraphQLFieldResolver } from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { AppError } from '../../src/errors';
import type { GraphqlContext } from '../../src/graphql/context';
import { asksOnlyPublic } from '../../src/graphql/documents/public-operations';
import { schema } from '../../src/modules/types';

const roots = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) => Object.values(type.getFields()));
const refusal = new AppError('entity_expired', { entity: 'UserApiKey' });

test('the operations that are listed as public exist', () => {
  const names = roots.map(({ name }) => name);
  expect([...publicOperations].filter((name) => !names.includes(name))).toEqual([]);
});

test.each(roots.filter(({ name }) => !publicOperations.has(name)).map((field) => [field.name, field] as const))(
  '%s is refused with the reason why the caller is not known, before any other error',
  async (_name, field) => {
    const resolve = field.resolve as GraphQLFieldResolver<unknown, Pick<GraphqlContext, 'refusal'>>;
    const ask = async () => (await resolve({}, {}, { refusal }, {} as never)) as unknown;
    await expect(ask()).rejects.toBe(refusal);
  },
);

test('a document is public if it selects only public fields, under any name', () => {
  const read = '{ a: publicShare(id: "x") { id } b: publicShareTopology(id: "x") { topology { id } } }';
  const isPublic = (text: string) => asksOnlyPublic(parse(text));
  expect(isPublic(read)).toBe(true);
  expect(isPublic(`${read} fragment F on PublicShare { id }`)).toBe(true);
  for (const other of [
    '{ publicShare: hosts { totalCount } }',
    'type Query { publicShare: Int }',
    `${read} { hosts { totalCount } }`,
    'query A { publicShare(id: "x") { id } } query B { ...F } fragment F on Query { hosts { totalCount } }',
  ])
    expect(isPublic(other)).toBe(false);
});
