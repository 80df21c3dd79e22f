// Which responses, turns of the event loop and waiting times `npm run attack` counts as findings, and which it does
// not.
import { Canaries } from '../../attack/canaries';
import type { Answer, Request } from '../../attack/exchange';
import { judgeAnswer, judgeInnocent, judgeLogLine, judgeTurn, judgeWaits } from '../../attack/judge';
import { watchTurns } from '../../attack/turn-watch';

const ownCanary = 'secret-0123456789ab';
const foreignCanary = 'secret-ba9876543210';
const foreignId = '11111111-2222-4333-8444-555555555555';
const canaries = new Canaries();
canaries.addSecret(ownCanary, 'A');
canaries.addSecret(foreignCanary, 'B');
canaries.addIds([foreignId], 'B');
canaries.addMarks(['10.111.7.'], 'B');

const judgeFindings = (answer: Partial<Omit<Answer, 'body'>> & { text?: string }, request: Partial<Request> = {}) => {
  const { text = '{}', ...rest } = answer;
  return judgeAnswer(
    { method: 'GET', path: '/api/v1/hosts', ...request },
    { status: 200, headers: {}, startedAt: 0, ms: 5, body: Buffer.from(text), ...rest },
    { canaries, reach: new Set(['A']), operation: 'GET /api/v1/hosts' },
  ).map(({ kind }) => kind);
};
const unavailable = '{"code":"service_unavailable"}';

test('a background job that failed is a finding, with the same signature for every row', () => {
  const logged = (id: string, msg: string) =>
    JSON.stringify({ level: 50, pid: 1, err: { type: 'RowFailure', message: `events: failed on the row ${id}` }, msg });
  const [first, second] = [foreignId, foreignId.replace('1', '2')].map((id) =>
    judgeLogLine(logged(id, 'background work failed')),
  );
  expect(first).toMatchObject([{ kind: 'job', message: expect.stringContaining(foreignId) }]);
  expect(second![0]!.signature).toBe(first![0]!.signature);
  expect(judgeLogLine(logged(foreignId, 'request failed'))).toEqual([]);
  expect(judgeLogLine('  Ctrl-C stops it.')).toEqual([]);
});

test.each<[string, Parameters<typeof judgeFindings>, string[]]>([
  ['an answer', [{ text: `{"name":"${ownCanary}"}` }], []],
  ['a refusal', [{ status: 404, text: '{"code":"entity_not_found"}' }], []],
  ['500', [{ status: 500, text: '{"code":"internal_error"}' }], ['5xx']],
  ['a told 503', [{ status: 503, headers: { 'retry-after': '1' }, text: unavailable }], []],
  ['a 503 that does not say when to come back', [{ status: 503, text: unavailable }], ['5xx']],
  ['a 503 of another making', [{ status: 503, headers: { 'retry-after': '1' }, text: 'sorry' }], ['5xx']],
  [
    'a failed field',
    [{ text: '{"errors":[{"extensions":{"code":"internal_error"}}]}' }, { path: '/graphql' }],
    ['5xx'],
  ],
  ...[
    '{"result":{"content":[{"type":"text","text":"{\\"code\\":\\"internal_error\\"}"}],"isError":true}}',
    '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}',
  ].map((text): [string, Parameters<typeof judgeFindings>, string[]] => [
    `a failure of a tool: ${text}`,
    [{ text }, { path: '/mcp' }],
    ['5xx'],
  ]),
  ['a tool that refuses', [{ text: '{"error":{"code":-32602,"message":"no tool"}}' }, { path: '/mcp' }], []],
  ["another organization's word", [{ text: `{"name":"x ${foreignCanary} y"}` }], ['canary']],
  ["another organization's id", [{ text: `["${foreignId}"]` }], ['canary']],
  ["another organization's address", [{ text: '{"ip":"10.111.7.1"}' }], ['canary']],
  ['an id that was asked for', [{ text: `["${foreignId}"]` }, { path: `/api/v1/hosts/${foreignId}` }], []],
  ['a canary in an error', [{ status: 500, text: foreignCanary }], ['5xx', 'canary']],
  ['no answer', [{ status: 0, failure: 'hung' }], ['hung']],
  ['a connection that was cut', [{ status: 0, failure: 'ECONNRESET' }], ['cut']],
  ['one that had to be cut', [{ status: 0, failure: 'ECONNRESET' }, { mayBeCut: true }], []],
  ['a caller who left', [{ status: 0, failure: 'left' }], []],
])('%s', (_what, [answer, request], kinds) => {
  expect(judgeFindings(answer, request)).toEqual(kinds);
});

test('a turn counts by the processor time of the process, not by that of others', () => {
  const of = (wallMs: number, ownMs: number) =>
    judgeTurn({ startedAt: 0, wallMs, ownMs, collectingMs: 0 }, 'x').map(({ kind }) => kind);
  expect([of(100, 100), of(3000, 100), of(110, 110)]).toEqual([[], [], ['slow turn']]);
});

test('a turn that computes for long is measured', async () => {
  const turns = watchTurns();
  await new Promise((resolve) => setTimeout(resolve, 30));
  turns.take();
  const began = process.cpuUsage();
  for (let usedCount = 0; usedCount < 300_000;) {
    const { user, system } = process.cpuUsage(began);
    usedCount = user + system;
  }
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { longest, slow } = turns.take();
  expect(longest.ownMs).toBeGreaterThan(250);
  expect(slow).toContainEqual(longest);
});

test.each<[string, object, string[]]>([
  ['soon', { ms: 1900 }, []],
  ['late', { ms: 2100 }, ['slow innocent']],
  ['late by its own fault', { ms: 2100, ownDelayMs: 200 }, []],
  ['with an error', { status: 500 }, ['5xx']],
  ['with a refusal', { status: 429 }, ['rule']],
  ['never', { ms: 30_000, status: 0, failure: 'hung' }, ['slow innocent', 'hung']],
])('an innocent caller is answered %s', (_how, answer, kinds) => {
  const usual = { path: 'GET /', startedAt: 0, ms: 10, ownDelayMs: 0, status: 200 };
  expect(judgeInnocent({ ...usual, ...answer }, 'x').map(({ kind }) => kind)).toEqual(kinds);
});

test.each<[string, number[], string[]]>([
  ['one wait of a hundred is long', [...Array(99).fill(10), 1900], []],
  ['two are', [...Array(98).fill(10), 1900, 600], ['slow innocent']],
  ['two are as long as may be', [...Array(98).fill(10), 500, 500], []],
  ['there are too few for a hundredth', [600, 600, 600], []],
  ['there are none', [], []],
])('the waits in a phase: %s', (_what, waits, kinds) => {
  expect(judgeWaits(waits, 'x').map(({ kind }) => kind)).toEqual(kinds);
});
