// Checks that evaluate an expression on the response to a GraphQL document: errors of expressions, and the resulting
// verdicts.
import { judgeAnswer, pageAlias } from '../../../../src/modules/topology/judging/queries/judge-answer';
import {
  isUsableName,
  problemOfExpression,
  readsClock,
} from '../../../../src/modules/topology/judging/queries/expression';

const at = '2026-05-01T12:00:00.000Z';
const hosts = {
  nodes: [
    { id: 'a', name: 'alpha', ports: [{ id: 'p', speed: 1_000 }], seen: '2026-05-01T11:30:00.000Z' },
    { id: 'b', name: '', ports: [], seen: null },
  ],
};
const judged = (expression: string, answer: object = { hosts }) =>
  judgeAnswer({ answer: JSON.stringify(answer), expression, at });
const brief = (expression: string, answer?: object) => {
  const { state, findings, missing } = judged(expression, answer);
  return [
    state,
    findings.map(({ params, elementIds }) => [elementIds[0] ?? null, params.message]),
    missing.map(({ code }) => code),
  ];
};

test.each<[string, unknown]>([
  ['hosts.nodes.filter(h, h.name == "none")', ['Passing', [], []]],
  ['hosts.nodes.filter(h, h.name == "alpha")', ['Failing', [['a', 'alpha']], []]],
  ['hosts.nodes.filter(h, size(h.ports) == 0)', ['Failing', [['b', 'b']], []]],
  ['hosts.nodes.map(h, h.name == "", {"id": h.id, "message": "no name"})', ['Failing', [['b', 'no name']], []]],
  ['size(hosts.nodes) > 1 ? [{"message": "too many"}] : []', ['Failing', [[null, 'too many']], []]],
  ['hosts.nodes.filter(h, h.ports.exists(p, p.speed < 2000))', ['Failing', [['a', 'alpha']], []]],
  ['hosts.nodes.filter(h, h.seen != null && timestamp(h.seen) < now - duration("1h"))', ['Passing', [], []]],
  [
    'hosts.nodes.filter(h, h.seen != null && timestamp(h.seen) < now - duration("1m"))',
    ['Failing', [['a', 'alpha']], []],
  ],
])('%s', (expression, verdict) => {
  expect(problemOfExpression(expression, ['hosts'])).toBeUndefined();
  expect(brief(expression)).toEqual(verdict);
});

test.each<[string, string]>([
  ['hosts.nodes.map(h, h.name)', 'element 0 of the list is no object with a text `id` or `message`'],
  ['hosts.nodes.map(h, {"id": 1, "message": 2})', 'element 0 of the list is no object with a text `id` or `message`'],
  ['hosts', 'it yields no list'],
  ['hosts.nodes.filter(h, h.nam == "")', 'No such key: nam (line 1, column 25)'],
  [
    'hosts.nodes.filter(h,\n  timestamp(h.seen) < now)',
    "found no matching overload for 'timestamp(null)' (line 2, column 3)",
  ],
])('%s has no value: the verdict is Unknown and says why', (expression, problem) => {
  expect(judged(expression)).toMatchObject({
    state: 'Unknown',
    missing: [{ code: 'expression_failed', params: { problem } }],
  });
});

test.each<[string, object]>([
  ['hosts.nodes.filter(h', { problem: 'Expected RPAREN, got EOF', line: 1, column: 21 }],
  ['hosts.nodes +\n  host.nodes', { problem: 'Unknown variable: host', line: 2, column: 3 }],
  ['hosts.nodes.filter(h, nope(h))', { problem: "found no matching overload for 'nope(dyn)'", line: 1, column: 23 }],
  ['size(hosts.nodes) < 3', { line: 1, column: 1, problem: expect.stringContaining('type bool') }],
  ['["a"]', { line: 1, column: 1, problem: expect.stringContaining('type list<string>') }],
  [`${'('.repeat(60)}hosts${')'.repeat(60)}`, { line: 1, problem: expect.stringMatching(/depth/i) }],
])('%s is no expression', (expression, problem) => {
  expect(problemOfExpression(expression, ['hosts'])).toMatchObject(problem);
});

test('names that the language reserves cannot be members of an answer', () => {
  expect(['hosts', 'in', 'type', 'now', 'optional', 'true', 'null'].map(isUsableName)).toEqual([
    true,
    ...[false, false, false, false, false, false],
  ]);
});

test('a list that has more rows than the answer is missing evidence, but not for what was found', () => {
  const cut = { hosts: { ...hosts, [pageAlias]: { hasNextPage: true, hasPreviousPage: false } } };
  expect(brief('hosts.nodes.filter(h, h.name == "none")', cut)).toEqual(['Unknown', [], ['answer_incomplete']]);
  expect(brief('hosts.nodes.filter(h, h.name == "alpha")', cut)).toEqual([
    ...['Failing', [['a', 'alpha']]],
    ['answer_incomplete'],
  ]);
  const whole = { hosts: { ...hosts, [pageAlias]: { hasNextPage: false, hasPreviousPage: false } } };
  expect(brief('hosts.nodes.filter(h, h.name == "none")', whole)).toEqual(['Passing', [], []]);
  // The expression must not see `hasNextPage` and `hasPreviousPage`, which the service requests for its own use.
  expect(judged(`has(hosts.${pageAlias}) ? [{"message": "seen"}] : []`, whole).state).toBe('Passing');
});

test('a finding keeps its key while its id and message are the same, whatever else the answer has', () => {
  const keyOf = (name: string, expression = 'hosts') =>
    judged(expression, { hosts: [{ id: 'a', name }] }).findings.map(({ key }) => key);
  expect(keyOf('one')).toEqual(keyOf('another'));
  const namedExpression = 'hosts.map(h, {"id": h.id, "message": h.name})';
  expect(keyOf('one', namedExpression)).toEqual(keyOf('one', namedExpression));
  expect(keyOf('one', namedExpression)).not.toEqual(keyOf('another', namedExpression));
  expect(keyOf('one')[0]).toMatch(/^[\w-]{22}$/);
});

test('messages are cut to what can be stored and shown', () => {
  const [finding] = judged('[{"message": "a\\u0000b" + text}]', { text: `${'x'.repeat(496)}😀` }).findings;
  expect(finding!.params.message).toBe(`a b${'x'.repeat(496)} `);
});

test('the number of rows that were judged is the number of rows in the answer', () => {
  expect(judged('hosts.nodes.filter(h, false)').judged).toBe(3);
  expect(judged('hosts', { hosts: [] })).toMatchObject({ judged: 1, state: 'Passing' });
});

test('whether an expression reads the clock is told by the name of the clock', () => {
  expect(['now - duration("1h")', 'hosts.nodes', 'known', 'unknown.now'].map(readsClock)).toEqual([
    ...[true, false, false, true],
  ]);
});
