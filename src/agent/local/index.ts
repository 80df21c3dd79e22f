// What the machine of the agent knows by itself: its containers, its routes, and the neighbours that its lldpd hears.
export { localEngine, type Container, type Engine } from './docker';
export { indexOfPort, localBonds, portDetails, type Bond } from './linux-ports';
export { localNeighbors } from './lldpd';
export { ownRoutes } from './routes';
