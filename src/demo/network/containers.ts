// Container runtimes: bridges with their addresses, and the containers of compose projects.
import type { HostDraft, ServiceRow } from './host-draft';
import type { NetworkDraft } from './network-draft';
import { containerMac } from './numbering';
import type { Software } from '../equipment/software';
import type { TagName } from './tags';

export interface Container {
  readonly name: string;
  readonly software: Software;
  /** Published ports: ports of the host that are forwarded to the container. */
  readonly publishedPorts?: readonly string[];
  readonly tags?: readonly TagName[];
  readonly title?: string;
  readonly definition?: string;
  readonly ports?: readonly string[];
}

export interface Stack {
  /** Compose project; null for containers that were started by hand, which are on the default bridge. */
  readonly project: string | null;
  readonly containers: readonly Container[];
}

export function addContainers(
  network: NetworkDraft,
  host: HostDraft,
  runtime: 'Docker' | 'Podman',
  stacks: readonly Stack[],
  tags: readonly TagName[] = [],
): Map<string, ServiceRow> {
  const isDocker = runtime === 'Docker';
  const lanAddress = host.firstAddress;
  const service = host.addService(isDocker ? 'Docker' : 'podman', { on: lanAddress, confidence: 'Certain', tags });
  const servicesByName = new Map<string, ServiceRow>();
  stacks.forEach(({ project, containers }, index) => {
    // Docker's subnets start at 172.17.0.0/16, the subnets of rootful Podman at 10.88.0.0/16.
    const cidr = isDocker ? `172.${17 + index}.0.0/16` : `10.${88 + index}.0.0/16`;
    const bridge = project === null ? (isDocker ? 'docker0' : 'podman0') : `${project}_default`;
    const subnet = network.addSubnet(bridge, cidr, isDocker ? 'DockerBridge' : 'PodmanBridge', {
      runtimeServiceId: service.id,
      cidrSource: isDocker ? 'dockerApi' : 'podmanApi',
      seenColumns: host.seenColumns,
    });
    const portName = project === null ? bridge : `br-${service.id.slice(0, 8)}${index}`;
    const gateway = network.takeAddress(subnet, 1);
    const mac = containerMac(gateway);
    if (host.interfaces.length > 0) {
      host.addPort({ ifName: portName, ifDescr: portName, ifType: 209, gbps: null, use: 'virtual', mac, isUp: true });
    }
    host.addAddress(subnet, { address: gateway, mac, name: portName });
    subnet.next = 2;
    for (const container of containers) {
      const ip = network.takeAddress(subnet);
      const address = host.addAddress(subnet, { address: ip, mac: containerMac(ip), name: container.name });
      const containerName = project === null ? container.name : `${project}-${container.name}-1`;
      const row = host.addService(container.software, {
        name: container.title ?? (/\bcontainer$/i.test(container.software) ? containerName : undefined),
        definition: container.definition,
        ports: container.ports,
        on: address,
        confidence: 'Certain',
        tags: container.tags,
        container: { runtime, name: containerName, project, serviceId: service.id },
      });
      if (!host.bindings.has(row.id)) host.bind(row, undefined, address);
      for (const hostPort of container.publishedPorts ?? []) host.bind(row, hostPort, lanAddress);
      servicesByName.set(container.name, row);
    }
  });
  return servicesByName;
}
