// Data source `docker`: reads containers and networks from the container engine on the agent's machine.
import { errorMessage } from '../../failure';
import type { Engine } from '../container-engine';
import type { Source } from '../source';
import { readLocalEngine } from './engine';

export type { Container, Engine } from '../container-engine';
export { getFromEngine, readEngine, readLocalEngine } from './engine';
export { machinesOnLan } from './machines-on-lan';
export { dockerApiSource, podmanApiSource } from './remote';

export interface EngineTarget {
  readonly socketPath: string;
  readonly signal: AbortSignal;
}

/** The data source `docker`. `read` resolves with undefined if the machine has no container engine. */
export const dockerSource: Source<EngineTarget, Engine | undefined> = {
  name: 'docker',
  needs: {
    credentials: [],
    rights: 'membership in the group of the socket, or root',
    ports: 'the socket of Docker or Podman',
  },
  async reach({ socketPath, signal }) {
    try {
      return { outcome: (await readLocalEngine(socketPath, signal)) ? 'opened' : 'silent' };
    } catch (error) {
      signal.throwIfAborted();
      return { outcome: 'refused', reason: errorMessage(error) };
    }
  },
  read: ({ socketPath, signal }) => readLocalEngine(socketPath, signal),
};
