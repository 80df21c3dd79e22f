// Well-known ports in the metadata registry.
import { registerMetadata } from '../../../graphql/descriptions/metadata';
import { wellKnownPorts } from './port-names';

registerMetadata(
  'ports',
  wellKnownPorts.map(({ number, protocol, name }) => ({
    id: `${number}/${protocol}`,
    name,
    description: `Port ${number} of ${protocol.toUpperCase()}.`,
    metadata: { number, protocol },
  })),
);
