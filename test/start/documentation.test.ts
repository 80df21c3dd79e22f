// Tests README and docs/ where a program can check them: named paths, links, settings, commands, queries and REST paths
// exist, and sentences are short.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { oidcSettings, settings } from '../../src/config';
import { blocks, curls, pages, projectDir, proseOf, sentencesOf, textOf } from './documentation';

const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');

test('README is short, and every page has one title', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(200);
  expect(pages.length).toBeGreaterThan(6);
  expect(pages.filter((page) => proseOf(page).match(/^# /gm)?.length !== 1)).toEqual([]);
});

test('a sentence has at most 30 words, except on the page for maintainers', () => {
  const wordsOf = (sentence: string) => sentence.split(' ').filter((word) => /\w/.test(word)).length;
  const sentences = pages.filter((page) => page !== 'docs/architecture.md').flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(1_000);
  expect(sentences.filter((sentence) => wordsOf(sentence) > 30)).toEqual([]);
});

test('every path that is named exists', () => {
  const namedPaths = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:src|test|prisma|schema|bench|scripts|docs)(?:\/[\w.-]+)*\/?)`/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(namedPaths.length).toBeGreaterThan(60);
  const examples = /\/thing[./]|\/thing$/;
  expect(namedPaths.filter((name) => !examples.test(name) && !existsSync(path.join(projectDir, name)))).toEqual([]);
});

test('every link leads to a file or heading, and README links to every page', () => {
  const anchorsOf = (page: string) =>
    [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    );
  const links = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => ({ page, to: to! })),
  );
  const internalLinks = links.filter(({ to }) => !/^https?:/.test(to));
  expect(internalLinks.length).toBeGreaterThan(15);
  const leadsNowhere = internalLinks.filter(({ page, to }) => {
    const [file, anchor] = to.split('#');
    const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file!);
    if (!existsSync(path.join(projectDir, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(leadsNowhere).toEqual([]);
  const fromReadme = internalLinks.filter(({ page }) => page === 'README.md').map(({ to }) => to.split('#')[0]);
  expect(pages.filter((page) => page !== 'README.md' && !fromReadme.includes(page))).toEqual([]);
});

test('the table of settings has every setting with default and meaning, and no other', () => {
  // Prettier pads the cells of tables with blanks, so several blanks are compared as one.
  const operating = textOf('docs/operating.md').replace(/ +/g, ' ');
  const rows = Object.entries(settings).map(([name, { defaultText, description }]) =>
    `| \`${name}\` | ${defaultText} | ${description} |`.replace(/ +/g, ' '),
  );
  expect(rows.filter((row) => !operating.includes(row))).toEqual([]);
  const listed = [...operating.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(settings));
  const providers = Object.entries(oidcSettings).map(([name, { defaultText, description }]) =>
    `| \`OIDC_<SLUG>_${name}\` | ${defaultText} | ${description} |`.replace(/ +/g, ' '),
  );
  expect(providers.filter((row) => !operating.includes(row))).toEqual([]);
  expect([...operating.matchAll(/^\| `OIDC_<SLUG>_/gm)].length).toBe(providers.length);
});

test('variables that are set in examples are settings', () => {
  const commands = blocks.filter(({ language }) => ['sh', 'ini'].includes(language)).map(({ text }) => text);
  const set = [...commands.join('\n').matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name]) => name!);
  expect(set.length).toBeGreaterThan(8);
  // Variables of Node and of the image of PostgreSQL.
  const others = ['NODE_ENV', 'POSTGRES_PASSWORD'];
  expect(set.filter((name) => !(name in settings) && !others.includes(name))).toEqual([]);
});

test('every npm command and script that is named exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const text = pages.map(textOf).join('\n');
  const namedScripts = [...text.matchAll(/npm run ([\w-]+(?::[\w-]+)*)/g)].map(([, name]) => name!);
  expect(namedScripts.length).toBeGreaterThan(10);
  expect(namedScripts.filter((name) => !(name in scripts))).toEqual([]);
  const files = [...text.matchAll(/node (scripts\/[\w-]+\.mjs)/g)].map(([, file]) => file!);
  expect(files.filter((file) => !existsSync(path.join(projectDir, file)))).toEqual([]);
});

test('every GraphQL document in the docs is valid, and every operation that is named exists', () => {
  const schema = buildSchema(read('schema/schema.graphql'));
  const documents = [
    ...blocks.filter(({ language }) => language === 'graphql').map(({ text }) => text),
    ...curls.flatMap(({ url, body }) =>
      body === undefined || url.pathname !== '/graphql' ? [] : [(JSON.parse(body) as { query: string }).query],
    ),
  ];
  expect(documents.length).toBeGreaterThan(3);
  expect(documents.flatMap((document) => validate(schema, parse(document)))).toEqual([]);
});

test('every REST path that is named is a route', () => {
  const { paths } = JSON.parse(read('schema/openapi.json')) as { paths: Record<string, unknown> };
  const routePatterns = Object.keys(paths).map((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`));
  const inProse = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/`(?:GET |POST )?(\/api\/[^`\s?]+)[^`]*`/g)].map(([, address]) => address!),
  );
  const namedAddresses = [...inProse, ...curls.map(({ url }) => url.pathname).filter((one) => one.startsWith('/api/'))];
  expect(namedAddresses.length).toBeGreaterThan(10);
  const isKnown = (address: string) => address === '/api/v1' || routePatterns.some((pattern) => pattern.test(address));
  expect(namedAddresses.filter((address) => !isKnown(address))).toEqual([]);
});

test('every code block names its language, and JSON blocks are valid', () => {
  expect(blocks.filter(({ language }) => language === '')).toEqual([]);
  for (const { text, language } of blocks) if (language === 'json') JSON.parse(text);
});
