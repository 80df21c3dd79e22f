// What a source knows of the containers of a machine.

export interface Container {
  id: string;
  name: string;
  /** Name of the container's service, if it differs from the container's own name. */
  title?: string;
  /** What people read of how the container was recognized. */
  reason?: string;
  image: string;
  /** The container's state: running, exited, paused … */
  state: string;
  labels: Readonly<Record<string, string>>;
  ports: { privatePort: number; publicPort?: number; address?: string; protocol: 'Tcp' | 'Udp' }[];
  networks: {
    name: string;
    id: string;
    /** The network's driver: bridge, macvlan, overlay, host … */
    driver?: string;
    /** CIDRs of the network. */
    subnets: string[];
    addresses: string[];
    mac?: string;
  }[];
}

export interface EngineNetwork {
  readonly name: string;
  readonly driver: string;
  /** CIDRs of the container network. */
  readonly subnets: readonly string[];
}

/** The containers and networks that the API of a container engine returned. */
export interface Engine {
  readonly runtime: 'Docker' | 'Podman' | 'Kubernetes';
  /** Definition of the service that runs the containers, if it is not the usual one of the runtime. */
  readonly software?: string;
  readonly containers: readonly Container[];
  /** All networks, including those without containers. */
  readonly networks: readonly EngineNetwork[];
}
