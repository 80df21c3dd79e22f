// The functions that export a graph as text, each under the name of its format.
import { csvHeader, csvLines } from '../../../platform/http/csv';
import { renderConfluence } from '../graph/render/confluence';
import { renderCytoscape } from '../graph/render/cytoscape';
import { renderDot } from '../graph/render/dot';
import type { PictureFormat } from '../graph/render/draw-picture';
import { edgeColumns, edgeRows } from '../graph/render/edge-rows';
import { renderGraphml } from '../graph/render/graphml';
import { renderMermaid } from '../graph/render/mermaid';
import type { Renderer } from '../graph/render/picture';

const columns = edgeColumns.map((name) => [name]);

export const renderers = {
  Mermaid: renderMermaid,
  Confluence: renderConfluence,
  Dot: renderDot,
  Graphml: renderGraphml,
  Cytoscape: renderCytoscape,
  Csv: (graph, lookup) => csvHeader(columns) + csvLines(columns, edgeRows(graph, lookup)),
} as const satisfies Readonly<Record<string, Renderer>>;
export type TextFormat = keyof typeof renderers;
/** All export formats: text formats, which are written at once, and images, whose layout takes long. */
export type ExportFormat = TextFormat | PictureFormat;

export const isTextFormat = (format: ExportFormat): format is TextFormat => format in renderers;
