// Facts that the agent reads from its own machine: containers, routes, ports, and lldpd's neighbors.
export { readLocalEngine, type Container, type Engine } from './docker';
export { readPortIndex, readBonds, readPortDetails, type Bond } from './linux-ports';
export { readLldpdNeighbors } from './lldpd';
export { readOwnRoutes } from './routes';
