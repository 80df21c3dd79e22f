// Reads the containers of a Linux machine from the socket of Docker or Podman, by GET requests through the SSH
// connection.
import { errorMessage } from '../../failure';
import type { Engine } from '../container-engine';
import { getFromEngine, readEngine } from '../docker';
import { ApiFailure } from '../http/api-client';
import type { Device } from './device';

/** Sockets in the order in which they are tried. With podman-docker, Docker's path is a link to Podman's socket. */
const sockets = ['/var/run/docker.sock', '/run/podman/podman.sock'] as const;

export const socketsCommand = {
  text: `ls -d ${sockets.join(' ')}`,
  yields: 'which sockets of Docker and Podman there are',
} as const;

export interface EngineReading {
  /** The container engine; undefined if the machine has none, or none that the user may access. */
  readonly engine?: Engine;
  readonly notes: readonly string[];
}

/** Reads the first container engine that responds. If a socket exists but cannot be read, the notes say so. */
export async function readContainers({ run, openSocket }: Pick<Device, 'run' | 'openSocket'>): Promise<EngineReading> {
  const { text } = await run(socketsCommand.text);
  const lines = text.split('\n').map((line) => line.trim());
  const notes: string[] = [];
  for (const socket of sockets.filter((one) => lines.includes(one)))
    try {
      return { engine: await readEngine((path) => getFrom(openSocket, socket, path)), notes };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      notes.push(`the containers at ${socket} were not read (${errorMessage(error)})`);
    }
  return { notes };
}

/** Sends a GET request to the engine. Throws ApiFailure, or the reason of the signal. */
async function getFrom(openSocket: Device['openSocket'], socket: string, path: string): Promise<unknown> {
  const { stream, ...limits } = await openSocket(socket);
  try {
    const answer = await getFromEngine(path, { ...limits, route: { createConnection: () => stream } });
    if (path !== '/version' && !Array.isArray(answer)) throw new Error(`the answer to ${path} is no list`);
    return answer;
  } catch (error) {
    limits.signal.throwIfAborted();
    throw new ApiFailure('broken', errorMessage(error));
  } finally {
    stream.destroy();
  }
}
