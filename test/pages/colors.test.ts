// Tests that colours are defined in colors.css and in the table of named colours only. All other stylesheets use these
// colours.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Color } from '../../src/generated/prisma/enums';
import { colors } from '../../src/modules/topology/graph/colors';
import { buildTheme } from '../../src/pages/topology/drawing/theme';

const pages = path.join(__dirname, '..', '..', 'src', 'pages');
const read = (file: string) => readFileSync(path.join(pages, file), 'utf8');
const sheets = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

const written = (color: string) => color.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
const hexColors = (css: string) => [...css.matchAll(/#(?:[\da-f]{6}|[\da-f]{3})\b/gi)].map(([color]) => written(color));
/** The custom properties with a hexadecimal colour, for each block of the stylesheet. */
const blocksOf = (css: string) =>
  [...css.matchAll(/\{([^{}]*)\}/g)].map(([, block]) =>
    Object.fromEntries(
      [...block!.matchAll(/(--[\w-]+):\s*(#\w+);/g)].map(([, name, color]) => [name, written(color!)]),
    ),
  );
const [light, dark] = blocksOf(read('static/colors.css')).filter((block) => '--ground' in block);

test('stylesheets use only colours from colors.css or the table of named colours', () => {
  const knownTexts = new Set([
    // The dark squares of QR codes are black.
    '#000000',
    ...hexColors(read('static/colors.css')),
    ...Object.values(colors).flatMap((shades) => Object.values(shades)),
  ]);
  const others = sheets.flatMap((file) =>
    hexColors(read(file)).flatMap((color) => (knownTexts.has(color) ? [] : `${file} ${color}`)),
  );
  expect(others).toEqual([]);
});

test('the table has all colours of tags and groups, and no others', () => {
  expect(Object.keys(colors).toSorted()).toEqual(Object.values(Color).toSorted());
});

test('swatches have the hue of their colour', () => {
  const swatches = [...read('topology/styles/swatches.css').matchAll(/\.color-(\w+) \{\s*--swatch: (#\w+);/g)];
  expect(Object.fromEntries(swatches.map(([, name, hue]) => [name, hue]))).toEqual(
    Object.fromEntries(Object.entries(colors).map(([name, { hue }]) => [name, hue])),
  );
});

test('lists of changes use the colours that mark changes on the map', () => {
  const { marks } = buildTheme(false);
  const css = read('static/colors.css');
  for (const change of ['added', 'removed', 'changed'] as const) {
    expect(read('kit/changes.css')).toMatch(new RegExp(`is-${change} \\{\\s*--change: var\\(--${change}\\)`));
    const [, onLight, onDark] = new RegExp(`--${change}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)!;
    expect([onLight, onDark]).toEqual([marks[change], buildTheme(true).marks[change]]);
  }
});

test('the map and GraphiQL have the same background, surface and text colours as all pages', () => {
  const themes = [buildTheme(false), buildTheme(true)].map(({ ground, paper, ink, quiet }) => ({
    ground,
    paper,
    ink,
    quiet,
  }));
  expect(themes).toEqual(
    [light!, dark!].map((block) => ({
      ...{ ground: block['--ground'], paper: block['--paper'] },
      ...{ ink: block['--ink'], quiet: block['--quiet'] },
    })),
  );
  const graphiql = blocksOf(read('api/styles/graphiql.css')).filter((block) => '--ground' in block);
  expect(graphiql).toEqual([light!, dark!].map((block) => expect.objectContaining({ '--ground': block['--ground'] })));
  graphiql.forEach((block, at) => expect([light!, dark!][at]).toMatchObject(block));
});
