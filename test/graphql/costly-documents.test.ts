/**
 * Tests costly documents: three run at a time, and only one of the heaviest documents. If the last response to a
 * document was large, the document counts as heavy for that organization. The file loads its own modules, because
 * documents of other tests would run at the same time.
 * @own-modules
 */
import { parse, type OperationDefinitionNode } from 'graphql';
import type { AppError } from '../../src/errors';
import { noteAnswered, placeForCostly } from '../../src/graphql/large-answers/costly-documents';
import { nextTurn } from '../../src/platform/threads/event-loop';

const operation = () => parse('{ hosts { totalCount } }').definitions[0] as OperationDefinitionNode;
const inside: { request: ReturnType<typeof request>; name: string }[] = [];
const refused: { name: string; code: string; params: object }[] = [];
const request = (organizationId: string, points = 0) => ({
  answer: { isLarge: false, points, release: () => undefined as void },
  audience: { onGone: () => undefined } as never,
  viewer: { organizationId } as never,
});

/**
 * Requests permission to run a document, and waits for one turn of the event loop. By then, the document is in `inside`
 * (it may run), in `refused`, or in neither list because it still waits for permission.
 */
async function send(name: string, document: OperationDefinitionNode, tokens: number, organizationId = 'one') {
  const asking = request(organizationId);
  placeForCostly(asking, document, tokens).then(
    () => inside.push({ request: asking, name }),
    ({ code, params }: AppError) => refused.push({ name, code, params }),
  );
  await nextTurn();
}
const names = () => inside.map(({ name }) => name).join(' ');
async function answer(name: string) {
  const at = inside.findIndex((one) => one.name === name);
  const [{ request: answered }] = inside.splice(at, 1) as [(typeof inside)[number]];
  answered.answer.release();
  await nextTurn();
}
afterEach(async () => {
  while (inside.length > 0) await answer(inside[0]!.name);
});

test('documents of one token do not wait, and of the more expensive ones three run at the same time', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await send(name, operation(), 2);
  for (const name of ['e', 'f']) await send(name, operation(), 1);
  expect(names()).toBe('a b c e f');
  await answer('b');
  expect(names()).toBe('a c e f d');
});

test('the most expensive documents run one by one, beside the others, and organizations take turns', async () => {
  for (const name of ['a', 'b', 'c']) await send(name, operation(), 8);
  await send('other', operation(), 20, 'two');
  await send('light', operation(), 2);
  expect(names()).toBe('a light');
  await answer('a');
  expect(names()).toBe('light b');
  await answer('b');
  expect(names()).toBe('light other');
  await answer('other');
  expect(names()).toBe('light c');
});

test('a document counts as much as its last answer to the organization, whatever the estimate is', async () => {
  const document = operation();
  noteAnswered(request('one', 20_000), document);
  for (const name of ['a', 'b']) await send(name, document, 1);
  await send('other document', operation(), 1);
  await send('other organization', document, 1, 'two');
  expect(names()).toBe('a other document other organization');
  noteAnswered(request('one', 19_999), document);
  await send('c', document, 1);
  expect(names()).toBe('a other document other organization c');
});

test('a document that waits too long is refused, and its place goes to one that still waits', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  await send('a', operation(), 8);
  await send('early', operation(), 8);
  await jest.advanceTimersByTimeAsync(10_000);
  await send('late', operation(), 8);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(refused).toEqual([{ name: 'early', code: 'rate_limit_exceeded', params: { waited_seconds: 20 } }]);
  expect(names()).toBe('a');
  await answer('a');
  expect(names()).toBe('late');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(refused).toHaveLength(1);
  jest.useRealTimers();
});
