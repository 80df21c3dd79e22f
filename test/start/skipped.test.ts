// Tests that a test is skipped only by `requirement`, which adds the missing requirement to the title of the test.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './child';
import { requirement } from '../support/requirement';

const files = readdirSync(path.join(projectDir, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

test('no suite skips a test unconditionally', () => {
  const skipping = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|failing)\b|\bx(?:it|test|describe)\b/;
  const suitesWithSkips = files.filter((file) =>
    skipping.test(readFileSync(path.join(projectDir, 'test', file), 'utf8')),
  );
  expect(suitesWithSkips.filter((file) => file !== path.join('support', 'requirement.ts'))).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
});

test('an unmet requirement skips the test, with the missing part in the title', () => {
  const body = () => undefined;
  const skipped = [jest.spyOn(globalThis.test, 'skip'), jest.spyOn(globalThis.describe, 'skip')] as jest.SpyInstance[];
  for (const skip of skipped) skip.mockImplementation(() => undefined);
  const unmet = requirement('the moon', false);
  unmet.test('shines', body, 5);
  unmet.describe('at night', body);
  expect(skipped.map(({ mock }) => mock.calls as unknown[])).toEqual([
    [['shines [needs the moon]', body, 5]],
    [['at night [needs the moon]', body]],
  ]);
  jest.restoreAllMocks();
});
