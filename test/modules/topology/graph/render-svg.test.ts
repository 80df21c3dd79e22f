// SVG images of graphs, checked in a browser: they are well-formed, nothing overlaps or exceeds its box, and every edge
// is drawn once.
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { drawPicture } from '../../../../src/modules/topology/graph/render/draw-picture';
import { buildSketch, type Sketch } from '../../../../src/modules/topology/graph/render/sketch';
import { hasUsualWidth, pictureFont, textWidth } from '../../../../src/modules/topology/graph/render/text-size';
import { describeInBrowser, leaveBrowser, openBrowser } from '../../../pages/browser';
import { namedGraphs } from './exported-graphs';

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
interface DrawnGroup {
  readonly id: string;
  readonly area: Area;
  readonly texts: readonly { readonly text: string; readonly area: Area }[];
}
interface Picture {
  readonly fault: string | null;
  readonly view: Area;
  readonly boxes: readonly DrawnGroup[];
  readonly elements: readonly DrawnGroup[];
  readonly labels: readonly DrawnGroup[];
  readonly edges: readonly { readonly id: string; readonly length: number }[];
  readonly others: readonly Area[];
  /** Names of the elements and attributes in the SVG. */
  readonly names: readonly string[];
  readonly references: readonly string[];
}

/** Runs in the page: reads the areas and texts of the rendered image. */
function look(svg: string): Picture {
  const parsedDocument = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = document.importNode(parsedDocument.documentElement, true) as unknown as SVGSVGElement;
  document.body.style.margin = '0';
  document.body.replaceChildren(root);
  const areaOf = (element: Element): Area => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const all = [...root.querySelectorAll('*'), root];
  const drawRows = (kind: string): DrawnGroup[] =>
    [...root.querySelectorAll(`[data-${kind}]`)].map((group) => ({
      id: group.getAttribute(`data-${kind}`)!,
      area: areaOf(group.querySelector('rect') ?? group),
      texts: [...group.querySelectorAll('text')].map((text) => ({ text: text.textContent, area: areaOf(text) })),
    }));
  const { width, height } = root.viewBox.baseVal;
  return {
    fault: parsedDocument.querySelector('parsererror')?.textContent ?? null,
    view: { left: 0, top: 0, right: width, bottom: height },
    ...{ boxes: drawRows('box'), elements: drawRows('element'), labels: drawRows('label') },
    edges: [...root.querySelectorAll<SVGPathElement>('[data-edge]')].map((path) => ({
      id: path.dataset.edge!,
      length: path.getTotalLength(),
    })),
    others: [...root.querySelectorAll('text')].map(areaOf),
    names: all.flatMap((element) => [element.localName, ...element.getAttributeNames()]),
    references: all.flatMap((element) =>
      [...element.attributes].flatMap(({ value }) => value.match(/url\(.*?\)/g) ?? []),
    ),
  };
}

const tolerance = 0.6;
/**
 * From this length of the text on, only every 97th character is measured, to save time. Most characters of long texts
 * are ideographs of the same width.
 */
const manyCharacters = 800;
const isWithin = (inner: Area, outer: Area): boolean =>
  inner.left > outer.left - tolerance &&
  inner.right < outer.right + tolerance &&
  inner.top > outer.top - tolerance &&
  inner.bottom < outer.bottom + tolerance;
const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right - tolerance &&
  b.left < a.right - tolerance &&
  a.top < b.bottom - tolerance &&
  b.top < a.bottom - tolerance;

function expectReadable(picture: Picture, sketch: Sketch): void {
  expect(picture.fault).toBeNull();
  const { boxes, elements, edges, labels, view } = picture;
  expect(boxes.map(({ id }) => id)).toEqual(sketch.boxes.map(({ id }) => id));
  expect(elements.map(({ id }) => id)).toEqual(sketch.cards.map(({ id }) => id));
  expect(edges.map(({ id }) => id)).toEqual(sketch.edges.map(({ id }) => id));
  for (const { length } of edges) expect(length).toBeGreaterThan(1);
  const areas = new Map([...boxes, ...elements].map(({ id, area }) => [id, area]));
  const siblings = new Map<string | null, Area[]>();
  for (const { id, parentId } of [
    ...sketch.boxes,
    ...sketch.cards.map((card) => ({ id: card.id, parentId: card.boxId })),
  ]) {
    const area = areas.get(id)!;
    expect(isWithin(area, parentId === null ? view : areas.get(parentId)!)).toBe(true);
    const beside = siblings.get(parentId) ?? [];
    expect(beside.some((other) => overlap(area, other))).toBe(false);
    siblings.set(parentId, [...beside, area]);
  }
  for (const { area, texts } of [...boxes, ...elements])
    for (const { text, area: of } of texts)
      expect([text, of.left > area.left && of.right < area.right + tolerance]).toEqual([text, true]);
  for (const { area } of labels) expect(isWithin(area, view)).toBe(true);
  // Diacritics may exceed the height that is reserved for a line, so only the width is checked.
  for (const { left, right } of picture.others) expect(left >= 0 && right <= view.right + tolerance).toBe(true);
}

describeInBrowser('SVG', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
  });
  afterAll(() => browser && leaveBrowser(browser));

  const texts = (theme: 'light' | 'dark', title = 'Network: view') => ({ title, subtitle: 'as of now', theme });
  const always = (property: (sketch: Sketch, name: string) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(namedGraphs, async (graphs) => {
        for (const { graph, lookup } of graphs)
          await property(buildSketch(graph, lookup), lookup.inventory.hosts[0]?.displayName ?? '');
      }),
      { numRuns: 25 },
    );

  test('an SVG is readable, in layers with straight lines, on light and dark background', async () => {
    await always(async (sketch, title) => {
      const layeredPicture = await drawPicture({
        format: 'Svg',
        sketch,
        texts: texts('light', title),
        isLayered: true,
      });
      expectReadable(await page.evaluate(look, layeredPicture), sketch);
      const straight = await drawPicture({ format: 'Svg', sketch, texts: texts('dark', title), isLayered: false });
      expectReadable(await page.evaluate(look, straight), sketch);
    });
  });

  test('an SVG is self-contained: no scripts, handlers or external addresses', async () => {
    await always(async (sketch, title) => {
      const svg = await drawPicture({ format: 'Svg', sketch, texts: texts('light', title), isLayered: true });
      const { names, references } = await page.evaluate(look, svg);
      expect(names.filter((name) => /^on|^(script|style|href|image|use|foreignObject|a)$|:href/.test(name))).toEqual(
        [],
      );
      expect(references.filter((reference) => !reference.startsWith('url(#arrow-'))).toEqual([]);
    });
  });

  test('equal graphs give equal SVG files, byte for byte', async () => {
    await always(async (sketch) => {
      const [one, other] = [0, 1].map(() =>
        drawPicture({ format: 'Svg', sketch: structuredClone(sketch), texts: texts('dark'), isLayered: true }),
      );
      expect(await one).toBe(await other);
    });
  });

  test.each([{ size: 120 }, { size: 130, bold: true }])(
    'characters are not wider than the width reserved for them (%j)',
    async (font) => {
      const every = Array.from({ length: 0xffff }, (_none, code) => String.fromCharCode(code));
      const characters = every
        .filter((one) => hasUsualWidth(one) && one.trim() !== '' && !/\p{M}/u.test(one))
        .filter((_one, index) => index < manyCharacters || index % 97 === 0);
      const widths = await page.evaluate(
        ({ list, family, size, bold }) => {
          document.body.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg" font-family="${family}"><text/></svg>`;
          const text = document.querySelector('text')!;
          text.setAttribute('font-size', String(size));
          if (bold) text.setAttribute('font-weight', 'bold');
          return list.map((character) => {
            text.textContent = character;
            return text.getComputedTextLength();
          });
        },
        { list: characters, family: pictureFont, bold: false, ...font },
      );
      expect(characters.filter((one, index) => widths[index]! > textWidth(one, font))).toEqual([]);
    },
  );
});
