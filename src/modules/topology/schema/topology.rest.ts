// REST routes of topologies and of their graphs. GraphQL documents that are written by hand are in
// `topology.rest.graphql`.
import {
  ExportTopologyConfluenceDocument,
  ExportTopologyCytoscapeDocument,
  ExportTopologyDiffCsvDocument,
  ExportTopologyDotDocument,
  ExportTopologyDrawioDocument,
  ExportTopologyEdgesCsvDocument,
  ExportTopologyGraphmlDocument,
  ExportTopologyMermaidDocument,
  ExportTopologySvgDocument,
  GetAllTopologiesDocument,
  GetTopologyByIdDocument,
  GetTopologyDataDocument,
  GetTopologyDiffDocument,
  StreamTopologyDocument,
  UpdateTopologyDocument,
} from '../../../generated/operations';
import { csvRoute, route, textRoute, type Route } from '../../../rest/route';

/** The route for exporting a topology's graph in one format. */
const exportRoute = (
  name: string,
  document: Parameters<typeof textRoute>[1],
  mediaType: string,
  ending: string,
): Route =>
  textRoute(`/topology/:id/export/${name}`, document, {
    ...{ at: ['graph', 'text'], subject: 'topology', nameAt: ['graph', 'view'] },
    ...{ instantAt: ['snapshot', 'taken_at'], mediaType, ending },
  });

export const topologyRoutes = [
  route('get', '/topology', GetAllTopologiesDocument),
  csvRoute('/topology/export/csv', GetAllTopologiesDocument, 'ExportTopologiesCsv'),
  route('get', '/topology/data', GetTopologyDataDocument, { isTagged: true }),
  route('get', '/topology/stream', StreamTopologyDocument),
  route('get', '/topology/:id', GetTopologyByIdDocument),
  route('put', '/topology/:id', UpdateTopologyDocument),
  route('get', '/topology/:id/diff', GetTopologyDiffDocument),
  textRoute('/topology/:id/diff/export/csv', ExportTopologyDiffCsvDocument, {
    ...{ at: ['csv'], subject: 'topology_diff', mediaType: 'text/csv', ending: 'csv' },
  }),
  exportRoute('mermaid', ExportTopologyMermaidDocument, 'text/plain', 'mmd'),
  exportRoute('confluence', ExportTopologyConfluenceDocument, 'text/plain', 'txt'),
  exportRoute('dot', ExportTopologyDotDocument, 'text/vnd.graphviz', 'gv'),
  exportRoute('graphml', ExportTopologyGraphmlDocument, 'application/xml', 'graphml'),
  exportRoute('cytoscape', ExportTopologyCytoscapeDocument, 'application/json', 'json'),
  exportRoute('svg', ExportTopologySvgDocument, 'image/svg+xml', 'svg'),
  exportRoute('drawio', ExportTopologyDrawioDocument, 'application/xml', 'drawio'),
  exportRoute('csv', ExportTopologyEdgesCsvDocument, 'text/csv', 'csv'),
];
