// Tests that lint refuses a function of more than 80 lines unless a comment gives a reason.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './child';

const rule = 'max-lines-per-function';

/** Lints a text with the options that the rule has in eslint.config.mjs. Returns the rule's name once per message. */
function lintedWith(code: string): string[] {
  const script = `
    import { Linter } from 'eslint';
    import { pathToFileURL } from 'node:url';
    const { default: entries } = await import(pathToFileURL(process.argv[1]).href);
    const entry = entries.find(({ rules }) => rules?.[${JSON.stringify(rule)}]);
    const config = { rules: { [${JSON.stringify(rule)}]: entry.rules[${JSON.stringify(rule)}] } };
    console.log(JSON.stringify(new Linter().verify(process.argv[2], config).map(({ ruleId }) => ruleId)));`;
  const config = path.join(projectDir, 'eslint.config.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, config, code], {
    cwd: projectDir,
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => `  step(${at});`).join('\n');

test('80 lines pass and 81 fail; blank lines and comments do not count; a reason lifts the limit', () => {
  const longest = `function f() {\n${linesOf(78)}\n\n  // Why.\n}`;
  const tooLong = `function f() {\n${linesOf(79)}\n}`;
  const excused = `// eslint-disable-next-line ${rule} -- a table of steps\n${tooLong}`;
  expect([longest, tooLong, excused].map(lintedWith)).toEqual([[], [rule], []]);
});

test('each exception names only this rule, precedes its function, and gives a reason', () => {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith('generated'))
      .map((file) => path.join(folder, file)),
  );
  const exceptions = files.flatMap((file) =>
    readFileSync(path.join(projectDir, file), 'utf8')
      .split('\n')
      .flatMap((line) => (line.includes('eslint-disable') && line.includes(rule) ? [`${file}: ${line.trim()}`] : [])),
  );
  const form = new RegExp(`: // eslint-disable-next-line ${rule} -- \\S+ \\S+ \\S+`);
  expect(exceptions.filter((exception) => !form.test(exception))).toEqual([]);
});
