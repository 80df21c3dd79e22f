// Tests draw.io diagrams: they are well-formed mxGraph XML that follows the format, whatever names the rows have, and
// contain every box, card and edge once.
import fc from 'fast-check';
import { drawPicture } from '../../../../src/modules/topology/graph/render/draw-picture';
import { rowMark } from '../../../../src/modules/topology/graph/render/drawio';
import { plain } from '../../../../src/modules/topology/graph/render/picture';
import { buildSketch, type Sketch } from '../../../../src/modules/topology/graph/render/sketch';
import { namedGraphs } from './exported-graphs';
import { readXml, type XmlElement } from './render-readers';

const texts = (title: string, theme: 'light' | 'dark' = 'light') => ({ title, subtitle: 'as of now', theme });
const always = (property: (sketch: Sketch, name: string) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(namedGraphs, async (graphs) => {
      for (const { graph, lookup } of graphs)
        await property(buildSketch(graph, lookup), lookup.inventory.hosts[0]?.displayName ?? '');
    }),
    { numRuns: 60 },
  );

/** The style as its keys and values; a bare token has an empty value. */
const styleOf = ({ attributes }: XmlElement): Record<string, string> =>
  Object.fromEntries(
    attributes
      .style!.split(';')
      .slice(0, -1)
      .map((part) => [part.split('=')[0]!, part.split('=').slice(1).join('=')]),
  );
const names = ({ name, children }: XmlElement): string[] => [name, ...children.flatMap(names)];

/** The cells of the diagram. Expects the nesting of elements that the draw.io format requires. */
function cellsOf(text: string): readonly XmlElement[] {
  const file = readXml(text);
  const [diagram, ...pages] = file.children;
  const [model, ...models] = diagram!.children;
  const [root, ...roots] = model!.children;
  expect([file.name, diagram!.name, model!.name, root!.name]).toEqual(['mxfile', 'diagram', 'mxGraphModel', 'root']);
  expect([pages, models, roots]).toEqual([[], [], []]);
  // Math typesetting is off, because draw.io would otherwise render formulas in names.
  expect(model!.attributes.math).toBe('0');
  return root!.children;
}

function expectWhole(text: string, sketch: Sketch): void {
  const cells = cellsOf(text);
  const [rootCell, layer, title, ...parts] = cells;
  expect([rootCell!.attributes, layer!.attributes]).toEqual([{ id: '0' }, { id: '1', parent: '0' }]);
  expect(title!.attributes.id).toBe('title');
  const ids = cells.map(({ attributes }) => attributes.id!);
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    [...new Set(cells.flatMap(names))].filter((name) => !/^(mxCell|mxGeometry|mxPoint|Array)$/.test(name)),
  ).toEqual([]);
  const shapes = parts.filter(({ attributes }) => attributes.vertex === '1');
  const lines = parts.filter(({ attributes }) => attributes.edge === '1');
  expect(shapes.length + lines.length).toBe(parts.length);
  expect(shapes.map(({ attributes: { id, parent } }) => [id, parent])).toEqual([
    ...sketch.boxes.map(({ id, parentId }) => [id, parentId ?? '1']),
    ...sketch.cards.map(({ id, boxId }) => [id, boxId]),
  ]);
  expect(lines.map(({ attributes: { id, source, target } }) => [id, source, target])).toEqual(
    sketch.edges.map(({ id, source, target }) => [`edge ${id}`, source, target]),
  );
  // Labels are plain text, so that draw.io does not parse a name as HTML, as a placeholder or as a style.
  for (const part of [title!, ...parts]) {
    expect([styleOf(part).html, part.attributes.placeholders, part.attributes.link]).toEqual([
      '0',
      undefined,
      undefined,
    ]);
    expect(part.attributes.style).toMatch(/^(text;)?([A-Za-z]+=[\w#. ]+;)+$/);
  }
  sketch.cards.forEach((card, index) => {
    const value = shapes[sketch.boxes.length + index]!.attributes.value!;
    const lines = card.lines.map(({ text, indent }) => plain(indent > 0 ? `${rowMark}${plain(text)}` : text));
    expect(value.split('\n')).toEqual(lines);
  });
}

/** Children are inside their box and do not overlap. Their positions are relative to the box. */
function expectNested(text: string): void {
  const shapes = cellsOf(text).filter(({ attributes }) => attributes.vertex === '1');
  const places = new Map(
    shapes.map(({ attributes, children: [geometry] }) => {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(geometry!.attributes[key]));
      return [attributes.id!, { x: x!, y: y!, width: width!, height: height! }];
    }),
  );
  for (const { attributes } of shapes) {
    const { x, y, width, height } = places.get(attributes.id!)!;
    expect([x, y, width, height].every(Number.isFinite)).toBe(true);
    const box = places.get(attributes.parent!);
    if (!box) continue;
    expect([x >= -0.2, y >= -0.2, x + width <= box.width + 0.2, y + height <= box.height + 0.2]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  }
}

test('a draw.io file has every part once, in its box, with its name as plain text', async () => {
  await always(async (sketch, title) => {
    for (const isLayered of [true, false]) {
      const text = await drawPicture({ format: 'Drawio', sketch, texts: texts(title), isLayered });
      expectWhole(text, sketch);
      expectNested(text);
      // Names contain no characters that change the direction of the text after them.
      expect(text).not.toMatch(/[\u2028-\u202e\u2066-\u2069]/);
    }
  });
});

test('equal graphs give equal draw.io files, byte for byte', async () => {
  await always(async (sketch) => {
    const [one, other] = [0, 1].map(() =>
      drawPicture({ format: 'Drawio', sketch: structuredClone(sketch), texts: texts('x', 'dark'), isLayered: true }),
    );
    expect(await one).toBe(await other);
  });
});
