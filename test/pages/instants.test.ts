// Tests the conversion between instants and the texts of input fields, and that all such fields have the same bounds.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { instantAttributes, instantFrom, localText } from '../../src/pages/kit/instants/instant-words';
import { kinds } from '../../src/pages/checks/form/form-facts';
import { formValues, storedName, storedValues, toRule } from '../../src/pages/checks/form/rule-values';

const instants = fc
  .date({ min: new Date('1000-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

test('a text that was not changed means the stored instant, to the millisecond', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom('minute', 'second'), (stored, precision) => {
      const text = localText(stored, precision);
      expect(text).toMatch(precision === 'minute' ? /^\d{4}-\d\d-\d\dT\d\d:\d\d$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(instantFrom(text, stored, precision)).toBe(stored);
    }),
  );
  expect(instantFrom('2026-11-21T10:01', '2026-11-21T10:00:45.123Z')).toBe(new Date('2026-11-21T10:01').toISOString());
  expect(instantFrom('2026-11-21T10:01', null)).toBe(new Date('2026-11-21T10:01').toISOString());
});

test('a text is shown again as it was entered, in each year that a field takes', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const text = localText(instant);
      expect(localText(instantFrom(text))).toBe(text);
      expect(text >= instantAttributes.min && text <= instantAttributes.max).toBe(true);
    }),
  );
});

test('saving a check of any kind without changes keeps its instants', () => {
  const kindsWithInstants = kinds.filter(({ fields }) => fields.some(({ type }) => type === 'Instant'));
  expect(kindsWithInstants.length).toBeGreaterThan(0);
  const stored = '2026-11-30T12:00:45.123Z';
  for (const kind of kindsWithInstants) {
    const instantFields = kind.fields.filter(({ type }) => type === 'Instant');
    const data = new FormData();
    for (const { path: name } of instantFields) {
      data.append(`rule.${name}`, localText(stored));
      data.append(storedName(`rule.${name}`), stored);
    }
    const rule: unknown = toRule(kind, formValues(data, 'rule'));
    const again = storedValues(kind.fields, (rule as Record<string, never>)[kind.member]);
    for (const { path: name } of instantFields)
      expect([kind.kind, name, again(name)]).toEqual([kind.kind, name, [stored]]);
  }
});

test('each field for an instant has the common bounds', () => {
  const root = path.join(__dirname, '..', '..', 'src', 'pages');
  const inputs = globSync('**/*.tsx', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/<input\b[^>]*?type="datetime-local"/g)].map(() => file),
  );
  expect(inputs).toEqual([]);
});
