// The facts that the details panel shows about a service and a subnet.
import type {
  PageHostDetailsQuery,
  PageInterfaceDetailsQuery,
  PageServiceDetailsQuery,
  PageSubnetDetailsQuery,
} from '../../../../generated/page-operations';
import { instantWords } from '../../../kit/instants/instant-words';
import { valueWords } from '../../graph/texts';
import { List, Rows, Tags } from './fact-lists';
import { MachineLink } from './machine-link';
import { texts } from './texts';

export interface Facts {
  readonly host?: PageHostDetailsQuery['host'] | undefined;
  readonly virtualMachines?: VirtualMachines | undefined;
  readonly service?: PageServiceDetailsQuery['service'] | undefined;
  readonly port?: PageInterfaceDetailsQuery['interface'] | undefined;
  readonly subnet?: PageSubnetDetailsQuery['subnet'] | undefined;
}

export type Host = NonNullable<Facts['host']>;
export type VirtualMachines = PageHostDetailsQuery['virtualMachines'];

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
          [texts.facts.software, definition.name],
          [texts.facts.category, valueWords(service.category)],
          [texts.facts.container, details?.containerName],
          [texts.facts.project, details?.composeProject],
          [texts.facts.source, service.source.type],
          [texts.facts.lastSeen, instantWords(service.lastSeenAt)],
        ]}
      />
      <List title={texts.facts.listens} count={bindings.length} isOpen>
        {bindings.map(({ id, port, ipAddress }) => (
          <li key={id}>
            {ipAddress?.ipAddress ?? texts.facts.everyAddress}
            {port && `, ${port.number}/${port.protocol}`}
          </li>
        ))}
      </List>
    </section>
  );
}

export function SubnetFacts({ subnet }: { subnet: NonNullable<Facts['subnet']> }) {
  const { totalCount, nodes } = subnet.ipAddresses;
  return (
    <section>
      <Tags tags={subnet.tags} />
      <Rows
        rows={[
          [texts.facts.name, subnet.name],
          [texts.facts.cidr, subnet.cidr],
          [texts.facts.type, subnet.subnetType],
          [texts.facts.description, subnet.description],
          [texts.facts.vlans, subnet.vlans.map(({ vlanNumber, name }) => `${vlanNumber} ${name}`).join(', ')],
          [texts.facts.source, subnet.source.type],
          [texts.facts.lastSeen, instantWords(subnet.lastSeenAt)],
        ]}
      />
      <List title={texts.facts.addresses} count={totalCount} shownCount={nodes.length} isOpen>
        {nodes.map(({ id, ipAddress, host }) => (
          <li key={id}>
            {ipAddress} {host && <MachineLink machine={host} nodeId={id} />}
          </li>
        ))}
      </List>
    </section>
  );
}
