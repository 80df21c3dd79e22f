// The containers of the agent's machine as services: each on its runtime, bound to the ports that it publishes.
import { randomUUID } from 'node:crypto';
import type { Container } from '../local';
import type { PendingHost } from '../protocol/outbox';

/** A port of the report, with the id that bindings name. */
export type PortRow = { id: string; number: number; protocol: 'Tcp' | 'Udp' };
type Service = NonNullable<PendingHost['services']>[number];

const most = 1_000;

/** TCP ports that the machine opens for the container. */
export const publishedPorts = ({ state, ports }: Container): number[] =>
  state === 'running'
    ? ports.flatMap(({ publicPort, protocol }) => (publicPort !== undefined && protocol === 'Tcp' ? publicPort : []))
    : [];

/** The runtime and its running containers; nothing where there are none. */
export function containerRows(containers: readonly Container[], ports: ReadonlyMap<number, PortRow>): Service[] {
  const running = containers.filter(({ state }) => state === 'running').slice(0, most);
  if (running.length === 0) return [];
  const runtime = { id: randomUUID(), name: 'Docker', service_definition: 'Docker', bindings: [] };
  const claimed = new Set<number>();
  const services = running.map((container): Service => {
    const { id, name, labels } = container;
    const own = [...new Set(publishedPorts(container))].filter((port) => ports.has(port) && !claimed.has(port));
    for (const port of own) claimed.add(port);
    return {
      id: randomUUID(),
      name: name.slice(0, 100),
      service_definition: 'Docker Container',
      virtualization_service_id: runtime.id,
      virtualization_metadata: {
        type: 'Docker',
        details: {
          container_name: name.slice(0, 255),
          container_id: id.slice(0, 255),
          compose_project: labels['com.docker.compose.project']?.slice(0, 255),
        },
      },
      bindings: own.map((port) => ({ type: 'Port' as const, port_id: ports.get(port)!.id })),
    };
  });
  return [runtime, ...services];
}
