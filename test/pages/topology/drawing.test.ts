// Tests parts of the drawing of a graph: its first zoom, the routes and widths of lines, and the size and length of
// names.
import fc from 'fast-check';
import { colors } from '../../../src/modules/topology/graph/colors';
import {
  borderOpacity,
  fillOf,
  lineOpacity,
  findShade,
  buildTheme,
  thicknessAt,
} from '../../../src/pages/topology/drawing/theme';
import { fitRect, insideBy } from '../../../src/pages/topology/drawing/fit';
import { takesText } from '../../../src/pages/topology/drawing/keys';
import { dashPatterns, type Dash } from '../../../src/modules/topology/graph/edge-appearances';
import { buildStyles } from '../../../src/pages/topology/drawing/styles';
import { common } from '../../../src/pages/topology/drawing/svg';
import { createLines, titleLines, placeTitle, type Title } from '../../../src/pages/topology/drawing/titles';
import { routeData } from '../../../src/pages/topology/drawing/routes';
import { validRoutes } from '../../../src/pages/topology/layout/routed';
import { cut, shorten } from '../../../src/pages/topology/graph/texts';
import { buildLink } from './pictures';

const room = { width: 1000, height: 600 };

test('the whole picture is centred, enlarged no more than needed', () => {
  const bounds = { x: -50, y: 10, width: 100, height: 100 };
  expect(fitRect(bounds, room)).toEqual({ zoom: 1.25, pan: { x: 500, y: 225 } });
  const wide = { x: 0, y: 0, width: 9360, height: 100 };
  expect(fitRect(wide, room).zoom).toBeCloseTo(0.1);
});

test('a node is moved into the drawing area by as little as needed, unless it is longer than the area', () => {
  expect([insideBy(100, 200, 800), insideBy(700, 780, 800), insideBy(-20, 60, 800)]).toEqual([0, -12, 52]);
  expect([insideBy(760, 1_560, 800), insideBy(32, 768, 800)]).toEqual([0, 0]);
});

test('a route is drawn as segments between midpoints, and as bends beside the straight line', () => {
  const points = [
    { x: 10, y: 0 },
    { x: 10, y: 50 },
    { x: 110, y: 50 },
    { x: 110, y: 0 },
  ];
  expect(routeData(points, { x: 0, y: 0 }, { x: 100, y: 0 })).toEqual({
    sourceEnd: '10px 0px',
    targetEnd: '10px 0px',
    weights: [0, 1],
    distances: [50, 50],
  });
});

test('a route is kept until one of its ends moves', () => {
  const link = buildLink('a', 'b');
  const line = { ...link, label: '', links: [link], count: 1 };
  const [from, to] = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 50, y: 0, width: 10, height: 10 },
  ];
  const points = [
    { x: 10, y: 5 },
    { x: 50, y: 5 },
  ];
  const routes = new Map([[line.id, { points, from, to }]]);
  const validWith = (a: typeof from, b: typeof to) => validRoutes(routes, [line], new Map(Object.entries({ a, b })));
  expect(validWith(from, to)).toEqual(new Map([[line.id, points]]));
  expect(validWith(from, { ...to, x: 60 }).size).toBe(0);
  expect(validWith({ ...from, height: 20 }, to).size).toBe(0);
});

test.each([
  ['INPUT', 'search', true],
  ['INPUT', 'datetime-local', true],
  ['TEXTAREA', 'textarea', true],
  ['INPUT', 'radio', false],
  ['INPUT', 'checkbox', false],
  ['INPUT', 'range', false],
  ['SELECT', 'select-one', false],
  ['DIV', undefined, false],
])('%s of type %s takes text: %s', (tagName, type, expected) => {
  expect(takesText({ tagName, type } as unknown as EventTarget)).toBe(expected);
});

test('a long name is cut to its width; wide letters count more', () => {
  expect(cut('a'.repeat(30))).toBe('a'.repeat(30));
  expect(cut('a'.repeat(31))).toBe(`${'a'.repeat(5)}…${'a'.repeat(24)}`);
  for (const letter of ['W', '@', '網', '😀']) {
    expect([letter, [...cut(letter.repeat(100))].length]).toEqual([letter, 17]);
  }
});

test('a text that is not a name is cut at its end', () => {
  expect(shorten('12 phones, 7 access points', 12)).toBe('12 phones, …');
  expect(shorten('12 phones', 12)).toBe('12 phones');
});

test('a name with several lines is drawn on one line', () => {
  expect(cut('floor 1\n  behind\tthe door')).toBe('floor 1 behind the door');
});

test('names over small boxes are whole if they fit, and otherwise cut so that machines stay distinct', () => {
  const letters = (text: string) => [...text].length;
  const linesOf = (title: string, width: number, most: number) => titleLines(title, width, most, letters);
  const subnet = 'Main Hall staff: 10.16.9.0/24';
  expect(linesOf(subnet, 30, 1)).toEqual({ lines: [subnet], isWhole: true });
  expect(linesOf(subnet, 16, 2)).toEqual({ lines: ['Main Hall staff:', '10.16.9.0/24'], isWhole: true });
  expect(linesOf(subnet, 10, 2)).toEqual({ lines: ['Main Hall', 'staff…0/24'], isWhole: false });
  expect(linesOf('rv-android-01', 11, 2)).toEqual({ lines: ['rv-android-', '01'], isWhole: true });
  expect(linesOf('rv-android-01', 9, 1)).toEqual({ lines: ['rv-a…d-01'], isWhole: false });
  expect(linesOf('W', 0, 1).lines).toEqual(['…']);
});

test('the name of a VLAN keeps its number, however little room it has', () => {
  const ruler = (text: string) => text.length * 0.6;
  const measures = { ruler, linesOf: createLines(ruler) };
  const heading = { ...{ x: 0, y: 0, height: 16, rest: [], isAround: false, telling: 12 }, width: 60 };
  const linesOf = (title: string) => placeTitle({ ...heading, title, shortTitle: title }, 0.01, [], measures)?.lines;
  expect(linesOf('VLAN 50 (Voice)')).toEqual(['VLAN 50…']);
  expect(linesOf('VLANs of it all')).not.toEqual(['VLANs o…']);
});

test('the part of the drawing in the window is what drawing and window have in common', () => {
  const drawing = { x: -100, y: -50, width: 400, height: 300 };
  expect(common(drawing, { x: 0, y: 0, width: 1000, height: 100 })).toEqual({ x: 0, y: 0, width: 300, height: 100 });
  expect(common(drawing, { x: 10, y: 20, width: 30, height: 40 })).toEqual({ x: 10, y: 20, width: 30, height: 40 });
  expect(common(drawing, { x: 300, y: 0, width: 10, height: 10 })).toBeUndefined();
});

test('lines measured for one width of a name are reused for all widths with the same lines', () => {
  const letters = (text: string) => text.length;
  const linesOf = createLines(letters);
  const titles = ['Main Hall staff: 10.16.9.0/24', 'rv-android-01', 'Building 29: rv-b29-dist-1 and rv-b29-dist-2', ''];
  fc.assert(
    fc.property(
      fc.constantFrom(...titles),
      fc.double({ min: 0, max: 60, noNaN: true }),
      fc.integer({ min: 1, max: 4 }),
      (title, width, most) => {
        expect(linesOf(title, width, most)).toEqual(titleLines(title, width, most, letters));
      },
    ),
    { numRuns: 500 },
  );
});

test('a text is measured once for all widths that give the same lines', () => {
  const measured: string[] = [];
  const linesOf = createLines((text) => (measured.push(text), text.length));
  const lines = linesOf('Main Hall staff', 9.5, 2);
  const before = measured.length;
  expect(linesOf('Main Hall staff', 9.9, 2)).toBe(lines);
  expect(measured).toHaveLength(before);
  expect(linesOf('Main Hall staff', 15, 2)).not.toEqual(lines);
});

test('names are as large as their room allows, and never overlap', () => {
  const ruler = (text: string) => text.length * 0.6;
  const measures = { ruler, linesOf: createLines(ruler) };
  const box = fc.record({
    ...{ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 300 }) },
    ...{ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 80 }) },
    title: fc.constantFrom('Main Hall', 'rv-android-01', 'Building 29: rv-b29-dist-1 and rv-b29-dist-2'),
    shortTitle: fc.constantFrom('Main Hall', 'rv-android-01'),
    rest: fc.constantFrom([], ['31 workstations, 12 phones']),
    isAround: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 12 }), fc.double({ min: 0.03, max: 1, noNaN: true }), (boxes, zoom) => {
      const names: Title[] = [];
      for (const one of boxes) {
        const title = placeTitle(one, zoom, names, measures);
        if (title) names.push(title);
      }
      for (const [at, one] of names.entries()) {
        expect(one.fontSize).toBeGreaterThanOrEqual(11);
        for (const other of names.slice(at + 1))
          expect(
            one.x < other.x + other.width &&
              other.x < one.x + one.width &&
              one.y < other.y + other.height &&
              other.y < one.y + one.height,
          ).toBe(false);
      }
    }),
    { numRuns: 100 },
  );
});

test('a name drops the number beside it before it is cut, and is cut if it still has no room', () => {
  const ruler = (text: string) => text.length * 0.6;
  const measures = { ruler, linesOf: createLines(ruler) };
  const core = {
    ...{ x: 0, y: 0, height: 16 },
    title: 'rv-core-1 (120)',
    shortTitle: 'rv-core-1',
    rest: [],
    isAround: false,
  };
  const linesAt = (width: number) => placeTitle({ ...core, width }, 0.01, [], measures)?.lines;
  expect([120, 70, 50].map(linesAt)).toEqual([['rv-core-1 (120)'], ['rv-core-1'], ['rv-…-1']]);
});

/** The contrast ratio as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [r, g, b] = channels(color).map((value) =>
      value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
const over = (color: string, ground: string, opacity: number): string =>
  `#${channels(color)
    .map((value, at) => Math.round(value * opacity + channels(ground)[at]! * (1 - opacity)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

test.each([
  ['light', false],
  ['dark', true],
])('on a %s background, lines and borders of every colour have contrast 3:1, texts 4.5:1', (_name, isDark) => {
  const theme = buildTheme(isDark);
  const { ground, paper } = theme;
  const { open, closed } = fillOf(theme);
  const shades = Object.keys(colors).map((name) => findShade(isDark, name));
  const inBoxes = shades.map((color) => over(color, ground, open));
  const faint = [
    ...shades.flatMap((color) => [
      ...[ground, paper, ...inBoxes].map((behind) => [over(color, behind, lineOpacity), behind] as const),
      [over(color, ground, borderOpacity), ground] as const,
      [over(color, ground, borderOpacity), over(color, ground, closed)] as const,
    ]),
    ...[theme.line, ...Object.values(theme.marks)].flatMap((color) =>
      [ground, paper].map((behind) => [color, behind] as const),
    ),
  ].filter(([color, behind]) => contrast(color, behind) < 3);
  expect(faint).toEqual([]);
  const texts = [theme.ink, theme.quiet].flatMap((color) =>
    [ground, paper, ...inBoxes].map((behind) => contrast(color, behind)),
  );
  expect(Math.min(...texts)).toBeGreaterThanOrEqual(4.5);
});

test('lines are about a pixel wide on the screen at every zoom', () => {
  const zooms = Array.from({ length: 60 }, (_none, index) => 0.06 * 1.06 ** index);
  expect(zooms.filter((zoom) => 1.5 * thicknessAt(zoom) * zoom < 1)).toEqual([]);
  expect([thicknessAt(1), thicknessAt(3)]).toEqual([1, 1]);
});

test('dashes are as long on the screen at a low zoom as at zoom 1, and each meaning has another pattern', () => {
  type Rule = { selector: string; style: Record<string, (edge: { data(): Dash }) => unknown> };
  const styleAt = (thickness: number) =>
    (buildStyles(buildTheme(false), () => thickness) as unknown as Rule[]).find(({ selector }) => selector === 'edge')!
      .style;
  const dashes = Object.keys(dashPatterns) as (keyof typeof dashPatterns)[];
  for (const dash of dashes) {
    const edge = { data: () => dash };
    expect(styleAt(4)['line-style']!(edge)).toBe('dashed');
    expect(styleAt(4)['line-dash-pattern']!(edge)).toEqual(dashPatterns[dash].map((length) => length * 4));
  }
  expect(styleAt(4)['line-style']!({ data: () => 'solid' })).toBe('solid');
  expect(new Set(dashes.map((dash) => dashPatterns[dash].join())).size).toBe(dashes.length);
});
