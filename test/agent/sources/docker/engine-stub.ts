// Containers and networks of a machine, as responses of the Docker Engine API
// (https://docs.docker.com/reference/api/engine/version/v1.47/). The values are invented.
import { certificate } from '../../support/certificate';
import type { StubAnswer, StubRequest } from '../api-stub';

export const engineSettings = { ssl_cert: certificate.cert, ssl_key: certificate.key };

export const lanMac = (number: number): string => `02:42:0A:63:05:0${number}`;

const onBridge = (last: number) => ({
  shop_default: { NetworkID: 'n1', IPAddress: `172.18.0.${last}`, MacAddress: `02:42:ac:12:00:0${last}` },
});
const onLan = (last: number) => ({
  lan: { NetworkID: 'n2', IPAddress: `10.99.5.10${last}`, MacAddress: lanMac(last).toLowerCase() },
});

interface StubContainer {
  readonly name: string;
  readonly networks: object;
  readonly ports?: readonly object[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly state?: string;
}

const container = ({ name, networks, ports = [], labels = {}, state = 'running' }: StubContainer) => ({
  ...{
    Id: Buffer.from(name).toString('hex').padEnd(64, '0'),
    Names: [`/${name}`],
    Image: 'app:1',
    ImageID: 'sha256:0',
  },
  ...{ Command: 'app', Created: 1_760_000_000, State: state, Status: 'Up 2 days', Labels: labels, Ports: ports },
  ...{ HostConfig: { NetworkMode: 'default' }, Mounts: [], NetworkSettings: { Networks: networks } },
});

export const containers = [
  container({
    ...{ name: 'web', networks: onBridge(2), labels: { 'com.docker.compose.project': 'shop' } },
    ports: [{ IP: '0.0.0.0', PrivatePort: 80, PublicPort: 8080, Type: 'tcp' }],
  }),
  container({ name: 'db', networks: onBridge(3), labels: { 'com.docker.compose.project': 'shop' } }),
  container({ name: 'dns', networks: onLan(1) }),
  container({ name: 'printer', networks: onLan(2) }),
  container({ name: 'old', networks: onLan(3), state: 'exited' }),
];

export const networks = [
  { Id: 'n1', Name: 'shop_default', Driver: 'bridge', Scope: 'local', IPAM: { Config: [{ Subnet: '172.18.0.0/16' }] } },
  { Id: 'n2', Name: 'lan', Driver: 'macvlan', Scope: 'local', IPAM: { Config: [{ Subnet: '10.99.5.0/24' }] } },
  { Id: 'n3', Name: 'host', Driver: 'host', Scope: 'local', IPAM: { Config: null } },
];

const version = { Version: '28.3.0', ApiVersion: '1.51', Os: 'linux', Components: [{ Name: 'Engine' }] };
const info = {
  ...{ ID: '7TRN:IPZB:QYBB:VPBQ', Name: 'docker-1', OperatingSystem: 'Debian GNU/Linux 13 (trixie)' },
  ...{ Containers: 5, ContainersRunning: 4, ServerVersion: '28.3.0' },
};

/**
 * The engine's response to a request; undefined for an unknown path. `runtime` is the component that `/version` names.
 */
export function answerOf({ path }: StubRequest, runtime = 'Engine'): StubAnswer | undefined {
  const body = {
    ...{ '/containers/json': containers, '/networks': networks, '/info': info },
    ...{ '/version': { ...version, Components: [{ Name: runtime }] } },
  }[path.replace(/\?.*$/, '')];
  return body && { body };
}
