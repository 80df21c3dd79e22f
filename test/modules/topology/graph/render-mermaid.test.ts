// Exported graphs in Mermaid, read by Mermaid itself, which needs a browser.
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import { derivedId } from '../../../../src/platform/text/derived-id';
import { renderMermaid } from '../../../../src/modules/topology/graph/render/mermaid';
import { describeInBrowser, leaveBrowser, openBrowser } from '../../../pages/browser';
import {
  edgeLabels,
  elementTexts,
  expectWhole,
  namedGraphs,
  oneLine,
  sortLines,
  type ReadGraph,
} from './exported-graphs';

/** A flowchart as Mermaid has parsed it. */
interface Flowchart {
  readonly vertices: readonly { readonly id: string; readonly text: string }[];
  readonly edges: readonly { readonly start: string; readonly end: string; readonly text: string }[];
  readonly boxes: readonly { readonly id: string; readonly title: string; readonly nodes: readonly string[] }[];
}

/**
 * Mermaid's parser encodes entities, for example `#quot;` as `ﬂ°quot¶ß`, and only its renderer decodes them. Returns
 * the decoded text.
 */
const textOf = (text: string): string => {
  const namedEntities: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&' };
  return text
    .replaceAll('<br>', ' ')
    .replace(/ﬂ°°(\d+)¶ß/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/ﬂ°(\w+)¶ß/g, (_all, name: string) => namedEntities[name] ?? `unknown entity ${name}`)
    .trim();
};

/**
 * The expected name of each node: the first eight digits of its id, or of an id derived from it if that name is
 * taken.
 */
function shortIds({ nodes }: Graph): ReadonlyMap<string, string> {
  const short = new Map<string, string>();
  const takenIds = new Set<string>();
  for (const { id } of nodes) {
    let candidate = id.slice(0, 8);
    for (let attempt = 1; takenIds.has(candidate); attempt += 1) candidate = derivedId(id, String(attempt)).slice(0, 8);
    takenIds.add(candidate);
    short.set(id, candidate);
  }
  return short;
}

function readGraph({ vertices, edges, boxes }: Flowchart): ReadGraph {
  const parents = new Map(boxes.flatMap(({ id, nodes }) => nodes.map((node) => [node, id] as const)));
  return {
    nodes: [...vertices, ...boxes].map(({ id }) => ({ id, parent: parents.get(id) })),
    edges: edges.map(({ start, end, text }) => ({ source: start, target: end, label: textOf(text) })),
  };
}

describeInBrowser('Mermaid', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    await page.addScriptTag({ path: require.resolve('mermaid/dist/mermaid.min.js') });
  });
  afterAll(() => browser && leaveBrowser(browser));

  const readByMermaid = (texts: readonly string[]): Promise<Flowchart[]> =>
    page.evaluate(async (sources) => {
      const { mermaid } = globalThis as unknown as { mermaid: typeof import('mermaid').default };
      const charts = [];
      for (const text of sources) {
        await mermaid.parse(text);
        const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
        const { getVertices, getEdges, getSubGraphs } = db as unknown as {
          getVertices: () => Map<string, { id: string; text: string }>;
          getEdges: () => Flowchart['edges'];
          getSubGraphs: () => Flowchart['boxes'];
        };
        const boxes = getSubGraphs.call(db);
        const ids = new Set(boxes.map(({ id }) => id));
        // For an edge that ends at a box, Mermaid adds a vertex with the box's id, which is no node of the graph.
        const vertices = [...getVertices.call(db).values()].filter(({ id }) => !ids.has(id));
        charts.push({ vertices, edges: getEdges.call(db), boxes });
      }
      return charts;
    }, texts);

  test('a Mermaid flowchart has every node and edge once, in its box, with short ids and escaped texts', async () => {
    await fc.assert(
      fc.asyncProperty(namedGraphs, async (graphs) => {
        const charts = await readByMermaid(graphs.map(({ graph, lookup }) => renderMermaid(graph, lookup)));
        graphs.forEach(({ graph, lookup }, index) => {
          const chart = charts[index]!;
          const short = shortIds(graph);
          const foundGraph = readGraph(chart);
          expectWhole(foundGraph, graph, (id) => short.get(id)!);
          expect(foundGraph.nodes.every(({ id }) => /^[0-9a-f]{8}$/.test(id))).toBe(true);
          expect(sortLines(foundGraph.edges.map(({ label }) => label))).toEqual(edgeLabels(graph));
          const texts = elementTexts(graph, lookup);
          expect(sortLines(chart.vertices.map(({ text }) => textOf(text)))).toEqual(texts);
          if (graph.view === 'L3Logical') return;
          const headings = graph.nodes.flatMap(({ nodeType, header }) =>
            nodeType === 'Container' ? [oneLine(header ?? '')] : [],
          );
          expect(sortLines(chart.boxes.map(({ title }) => textOf(title)))).toEqual(sortLines(headings));
        });
      }),
      { numRuns: 40 },
    );
  });
});
