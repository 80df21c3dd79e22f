// Metadata (names) of well-known TCP and UDP ports.
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
