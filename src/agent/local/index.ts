// The exports of the readers for the agent's own machine: routes, network ports, and the neighbors that lldpd found.
export { readPortIndex, readBonds, readPortDetails, type Bond } from './linux-ports';
export { readLldpdNeighbors } from './lldpd';
export { readOwnRoutes } from './routes';
