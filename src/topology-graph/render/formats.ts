// The formats that a graph can be written in, by name.
import { renderConfluence } from './confluence';
import { renderCsv } from './csv';
import { renderCytoscape } from './cytoscape';
import { renderDot } from './dot';
import { renderGraphml } from './graphml';
import { renderMermaid } from './mermaid';
import type { Renderer } from './picture';

export const renderers = {
  Mermaid: renderMermaid,
  Confluence: renderConfluence,
  Dot: renderDot,
  Graphml: renderGraphml,
  Cytoscape: renderCytoscape,
  Csv: renderCsv,
} as const satisfies Readonly<Record<string, Renderer>>;
export type ExportFormat = keyof typeof renderers;
