// Tests `joinTimelines`: a timeline of a check that is requested in parts equals the timeline that is requested at
// once.
import fc from 'fast-check';
import {
  joinTimelines,
  mostStates,
  nextEnd,
  statesPerRequest,
  type Timeline,
} from '../../../src/pages/checks/check/joined-timeline';

interface State {
  readonly at: number;
  readonly state: 'Failing' | 'Passing';
}

/** The service's response for these states: the latest `count` states up to `to`. */
function answerOf(states: readonly State[], to: number, count: number): Timeline {
  const some = states.filter(({ at }) => at <= to);
  const judged = some.slice(-count);
  const parts: { from: string; to: string | null; state: State['state']; findingCount: number }[] = [];
  for (const { at, state } of judged) {
    const from = new Date(at).toISOString();
    const last = parts.at(-1);
    if (last?.state === state) continue;
    if (last) last.to = from;
    parts.push({ from, to: null, state, findingCount: 0 });
  }
  return { parts, judgedStates: judged.length, isTruncated: some.length > judged.length } as Timeline;
}

test('a timeline asked in parts is the one asked at once, and never has more states than are judged together', () => {
  const histories = fc.uniqueArray(fc.integer({ min: 1_000, max: 1_000_000 }), { minLength: 1, maxLength: 260 });
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.boolean()), (instants, isFailing) => {
      const states = instants
        .toSorted((one, other) => one - other)
        .map((at): State => ({ at, state: isFailing.next().value ? 'Failing' : 'Passing' }));
      let joined: Timeline | undefined;
      let to: string | undefined = new Date(2_000_000).toISOString();
      while (to !== undefined) {
        const answer = answerOf(states, new Date(to).getTime(), statesPerRequest);
        joined = joinTimelines(answer, joined);
        to = nextEnd(answer, joined);
      }
      expect(joined).toEqual(answerOf(states, 2_000_000, mostStates));
    }),
  );
});
