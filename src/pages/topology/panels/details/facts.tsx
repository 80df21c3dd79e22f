// The facts that the details panel shows about a service and a subnet.
import type {
  PageHostDetailsQuery,
  PageInterfaceDetailsQuery,
  PageServiceDetailsQuery,
  PageSubnetDetailsQuery,
} from '../../../../generated/page-operations';
import { instantWords } from '../../../kit/instant-words';
import { List, Rows, Tags } from './fact-lists';

export interface Facts {
  readonly host?: PageHostDetailsQuery['host'] | undefined;
  readonly service?: PageServiceDetailsQuery['service'] | undefined;
  readonly port?: PageInterfaceDetailsQuery['interface'] | undefined;
  readonly subnet?: PageSubnetDetailsQuery['subnet'] | undefined;
}

export type Host = NonNullable<Facts['host']>;

/** Power that the device at a port draws by PoE, in milliwatts; 0 if unknown. */
export const deliveredMilliwatts = ({ poeStatus, counters }: Host['interfaces'][number]): number =>
  (poeStatus === 'Delivering' && counters?.latest.poeMilliwatts) || 0;

export function ServiceFacts({ service }: { service: NonNullable<Facts['service']> }) {
  const { definition, virtualizationMetadata, bindings } = service;
  const details = virtualizationMetadata?.details;
  return (
    <section>
      <Tags tags={service.tags} />
      <Rows
        rows={[
          ['Software', definition.name],
          ['Category', service.category],
          ['Container', details?.containerName],
          ['Project', details?.composeProject],
          ['Source', service.source.type],
          ['Last seen', instantWords(service.lastSeenAt)],
        ]}
      />
      <List title="Listens on" count={bindings.length} isOpen>
        {bindings.map(({ id, port, ipAddress }) => (
          <li key={id}>
            {ipAddress?.ipAddress ?? 'every address'}
            {port && `, ${port.number}/${port.protocol}`}
          </li>
        ))}
      </List>
    </section>
  );
}

export function SubnetFacts({ subnet }: { subnet: NonNullable<Facts['subnet']> }) {
  return (
    <section>
      <Tags tags={subnet.tags} />
      <Rows
        rows={[
          ['Name', subnet.name],
          ['CIDR', subnet.cidr],
          ['Type', subnet.subnetType],
          ['Description', subnet.description],
          ['VLANs', subnet.vlans.map(({ vlanNumber, name }) => `${vlanNumber} ${name}`).join(', ')],
          ['Addresses', subnet.ipAddresses.totalCount],
          ['Source', subnet.source.type],
          ['Last seen', instantWords(subnet.lastSeenAt)],
        ]}
      />
    </section>
  );
}
