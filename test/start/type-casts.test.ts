// Tests that the number of casts in src that bypass the type system (`as never`, `as unknown as`) does not grow.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const src = path.join(__dirname, '..', '..', 'src');
const lines = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
  .flatMap((file) => readFileSync(path.join(src, file), 'utf8').split('\n'))
  .filter((line) => !/^\s*(\/\/|\*|\/\*\*)/.test(line));

test.each([
  ['as never', 16],
  ['as unknown as', 10],
])('the number of casts by `%s` does not grow', (cast, most) => {
  const count = lines.filter((line) => new RegExp(`\\b${cast}\\b`).test(line)).length;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(most);
});
