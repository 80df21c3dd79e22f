// Types for the containers and container networks of a machine, as a data source read them.

export interface Container {
  id: string;
  name: string;
  /** Name of the container's service, if it differs from the container's own name. */
  title?: string;
  /** Explanation for users of how the container was recognized. */
  reason?: string;
  image: string;
  /** The container's state as Docker names it, such as `running`, `exited` or `paused`. */
  state: string;
  labels: Readonly<Record<string, string>>;
  ports: { privatePort: number; publicPort?: number; address?: string; protocol: 'Tcp' | 'Udp' }[];
  networks: {
    name: string;
    id: string;
    /** Docker's name of the network's driver, such as `bridge`, `macvlan`, `overlay` or `host`. */
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
  /** Definition of the service that runs the containers, if it differs from the usual definition for `runtime`. */
  readonly software?: string;
  readonly containers: readonly Container[];
  /** All networks, including those without containers. */
  readonly networks: readonly EngineNetwork[];
}
