// Tests questions on the topology page: a response that arrives after the question has changed is ignored.
import { askQuestions, type AskedQuestions } from '../../../src/pages/topology/state/answers';
import { readPlace } from '../../../src/pages/topology/state/place';

afterEach(() => jest.restoreAllMocks());

const scene = {
  graph: { id: 'graph', view: 'L2Physical' as const, detail: null, optionalEdgeTypes: [] },
  at: null,
  absenceOf: () => '',
  ...{ supposition: undefined, usualRoot: () => null },
};
/** A response with a number, by which the test recognizes it. */
const reply = (number: number) => Response.json({ data: { topology: { graph: { vlanPath: { number } } } } });

function openPage() {
  const requests: ((response: Response) => void)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise((resolve) => requests.push(resolve)));
  let answers: AskedQuestions = {};
  const ask = (vlanId: string | null) =>
    askQuestions(
      scene,
      { ...readPlace(''), vlanId },
      1,
      () => answers,
      (kind, answer) => (answers = { ...answers, [kind]: answer }),
      String,
    );
  return { requests, ask, vlan: () => answers.vlan };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each([
  ['an answer', () => reply(1)],
  ['a refusal', () => Response.json({ errors: [{ message: 'refused' }] }, { status: 400 })],
])('%s to an earlier question does not replace the answer to the current one', async (_what, late) => {
  const { requests, ask, vlan } = openPage();
  ask('one');
  ask('two');
  requests[1]!(reply(2));
  await settled();
  requests[0]!(late());
  await settled();
  expect(vlan()).toEqual({ key: '1 two', answer: { number: 2 } });
});

test('an answer to a withdrawn question is dropped', async () => {
  const { requests, ask, vlan } = openPage();
  ask('one');
  ask(null);
  requests[0]!(reply(1));
  await settled();
  expect(vlan()).toBeUndefined();
});
