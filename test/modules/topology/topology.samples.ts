// Sample rows of topologies.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    get_topology_diff: (side) => ({ id: side.id('Topology'), from: '2020-01-01T00:00:00Z', view: 'L3Logical' }),
    export_topology_diff_csv: (side) => ({ id: side.id('Topology'), from: '2020-01-01T00:00:00Z', view: 'L3Logical' }),
    get_topology_data: (side) => ({ network_id: side.networkId }),
    update_topology: ({ id }) => ({ id: id('Topology'), options: { local: { showMinimap: false } } }),
  },
  operations: {
    export_topology_dot: 'Graphviz reads it',
    export_topology_graphml: 'yEd, Gephi and the libraries of most languages read it',
    export_topology_cytoscape: 'Cytoscape reads it',
    export_topology_svg: 'people look at it',
    export_topology_drawio: 'people edit it at diagrams.net',
    export_topology_edges_csv: 'spreadsheets read it',
    get_topology_diff: 'what became of a view, to draw it',
    export_topology_diff_csv: 'spreadsheets read it',
  },
};
