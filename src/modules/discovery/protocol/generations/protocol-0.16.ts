// Conversions for the daemon protocol up to 0.16: each object in a field `source` has the field `metadata`, and there
// are fewer subnet types.
import { changeEach, isObject, type Json, type Step } from './protocol-versions';
import { limitSubnetTypes } from './subnet-type';

const subnetTypes = [
  ...['Internet', 'Remote', 'Gateway', 'VpnTunnel', 'Dmz', 'Lan', 'WiFi', 'IoT', 'Guest', 'DockerBridge', 'MacVlan'],
  ...['IpVlan', 'Management', 'Storage', 'Loopback', 'Unknown', 'None'],
];

const withMetadata = (row: Json): Json =>
  isObject(row.source) ? { ...row, source: { ...row.source, metadata: [] } } : row;

export const protocol016: Step = {
  write: {
    'hosts/discovery': (host) => changeEach(withMetadata(host), 'services', withMetadata),
    subnets: (subnet) => limitSubnetTypes(subnetTypes)(withMetadata(subnet)),
    initiate: (work) => changeEach(work, 'subnets', (subnet) => limitSubnetTypes(subnetTypes)(withMetadata(subnet))),
  },
};
