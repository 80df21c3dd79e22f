// Facts that the agent reads from its own machine: routes, ports, and lldpd's neighbors.
export { readPortIndex, readBonds, readPortDetails, type Bond } from './linux-ports';
export { readLldpdNeighbors } from './lldpd';
export { readOwnRoutes } from './routes';
