// Tests the words in which the page says why a row is not in the picture: they name no options of the API.
import { hiddenReasons, type HiddenReason } from '../../../src/modules/topology/graph/questions/why-hidden';
import { hiddenWords } from '../../../src/pages/topology/panels/search/hidden-words';

const reasons = Object.keys(hiddenReasons) as HiddenReason[];
const wordsFor = (reason: HiddenReason, isPort: boolean) =>
  hiddenWords({ reason, message: hiddenReasons[reason], tag: null }, isPort);

test('every reason has words, without names of options, fields or types', () => {
  for (const reason of reasons)
    for (const isPort of [false, true]) {
      const words = wordsFor(reason, isPort);
      expect(words).toMatch(/^[A-Z].*\.$/);
      // `hide_entities`, `ifType`, `ByVLAN`, `L3Logical`; names such as LLDP have no small letters.
      expect([reason, /\w_\w|\b[a-z]+[A-Z]|\b[A-Z][a-z]+[A-Z]|\bL\d\w|entit|\brows?\b/.exec(words)]).toEqual([
        reason,
        null,
      ]);
    }
});

test('ports have words of their own', () => {
  expect(wordsFor('NotDrawnInView', true)).toBe('Only the view Physical (L2) draws ports.');
  expect(wordsFor('NotDrawnInView', false)).toBe('This view does not draw nodes of this kind.');
});

test('the words keep the instant, the tag, and what neighbour records say', () => {
  const instant = '2026-09-09T02:14:00.000Z';
  const down = hiddenWords({ reason: 'LinkDown', message: `${hiddenReasons.LinkDown} Since ${instant}.`, tag: null });
  expect(down).toMatch(/^The link is not drawn: a port at one of its ends is down\. Since .*2026.*\.$/);
  expect(down).not.toContain(instant);
  expect(hiddenWords({ reason: 'TagFilter', message: '', tag: { name: 'Lab' } })).toMatch(/ The tag: Lab\.$/);
  const message = `${hiddenReasons.UnresolvedNeighbour} No link: several hosts have the name.`;
  expect(hiddenWords({ reason: 'UnresolvedNeighbour', message, tag: null })).toBe(message);
});
