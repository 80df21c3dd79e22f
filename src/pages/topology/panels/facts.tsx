// Facts about rows, as the details panel lists them: a service, a port, a subnet, a host with all that is on it.
import type { ComponentChildren } from 'preact';
import type {
  PageHostDetailsQuery,
  PageInterfaceDetailsQuery,
  PageServiceDetailsQuery,
  PageSubnetDetailsQuery,
} from '../../../generated/page-operations';
import { instantWords } from '../state/times';

export interface Facts {
  readonly host?: PageHostDetailsQuery['host'] | undefined;
  readonly service?: PageServiceDetailsQuery['service'] | undefined;
  readonly port?: PageInterfaceDetailsQuery['interface'] | undefined;
  readonly subnet?: PageSubnetDetailsQuery['subnet'] | undefined;
}

function speed(bps: number | string | null): string | null {
  const units = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'];
  let value = Number(bps ?? 0);
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return bps === null ? null : `${value} ${units[unit]}`;
}

function Rows({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl>
      {rows.flatMap(([name, value]) =>
        value === null || value === undefined || value === ''
          ? []
          : [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>],
      )}
    </dl>
  );
}

function Tags({ tags }: { tags: readonly { id: string; name: string; color: string }[] }) {
  if (tags.length === 0) return null;
  return (
    <p class="tags">
      {tags.map(({ id, name, color }) => (
        <span class={`tag color-${color}`} key={id}>
          {name}
        </span>
      ))}
    </p>
  );
}

interface ListProps {
  readonly title: string;
  readonly count: number;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}
function List({ title, count, isOpen = false, children }: ListProps) {
  if (count === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title} ({count})
      </summary>
      <ul class="facts">{children}</ul>
    </details>
  );
}

const roleNames: Readonly<Record<NonNullable<NonNullable<Facts['host']>['role']>, string>> = {
  ...{
    Router: 'Router',
    Switch: 'Switch',
    Firewall: 'Firewall',
    AccessPoint: 'Access point',
    Controller: 'Controller',
  },
  ...{ Server: 'Server', Hypervisor: 'Hypervisor', Storage: 'Storage', Printer: 'Printer', Phone: 'Phone' },
  ...{ Camera: 'Camera', Ups: 'UPS', Pc: 'PC' },
};

export function HostFacts({ host, isPart }: { host: NonNullable<Facts['host']>; isPart: boolean }) {
  const device = [host.manufacturer, host.model].filter(Boolean).join(' ');
  return (
    <section>
      {isPart && <h3>Host {host.displayName}</h3>}
      <Tags tags={host.tags} />
      <Rows
        rows={[
          ['Hostname', host.hostname],
          ['Role', host.role && roleNames[host.role]],
          ['Device', device],
          ['System', host.os],
          ['Serial number', host.serialNumber],
          ['Location', host.sysLocation],
          ['Virtual on', host.virtualizationMetadata?.type],
          ['Description', host.description],
          ['Known by', host.source.type],
          ['Last seen', instantWords(host.lastSeenAt)],
        ]}
      />
      <List title="Addresses" count={host.ipAddresses.length} isOpen>
        {host.ipAddresses.map((address) => (
          <li key={address.id}>
            {address.ipAddress}{' '}
            <span class="quiet">
              {[address.subnet?.name, address.macAddress, virtualWords(address, host)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </List>
      <List title="Router groups" count={host.fhrpMemberships.nodes.length}>
        {host.fhrpMemberships.nodes.map(({ id, state, priority, group }) => (
          <li key={id}>
            {group ? groupName(group) : 'A group'}: {group?.virtualAddresses.join(', ')}{' '}
            <span class="quiet">
              {[state, priority !== null && `priority ${priority}`].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </List>
      <List title="Services" count={host.services.length} isOpen={!isPart}>
        {host.services.map(({ id, name, category, tags }) => (
          <li key={id}>
            {name} <span class="quiet">{category}</span>
            <Tags tags={tags} />
          </li>
        ))}
      </List>
      <List title="Open ports" count={host.ports.length}>
        {host.ports.map(({ id, number, protocol, type }) => (
          <li key={id}>
            {number}/{protocol} <span class="quiet">{type}</span>
          </li>
        ))}
      </List>
      <List title="Interfaces" count={host.interfaces.length}>
        {host.interfaces.map((port) => (
          <li key={port.id}>
            {port.displayName}{' '}
            <span class="quiet">
              {[port.operStatus, speed(port.speedBps), vlansOf(port.nativeVlan, port.taggedVlans)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {port.neighbors.map(({ id, basis, remoteInterface, remoteHost }) => (
              <div class="quiet" key={id}>
                {basis} neighbour: {remoteInterface?.host?.displayName ?? remoteHost?.displayName}{' '}
                {remoteInterface?.displayName}
              </div>
            ))}
          </li>
        ))}
      </List>
    </section>
  );
}

type RouterGroup = NonNullable<NonNullable<Facts['host']>['fhrpMemberships']['nodes'][number]['group']>;
const protocolNames: Readonly<Record<RouterGroup['protocol'], string>> = {
  Vrrp2: 'VRRP',
  Vrrp3: 'VRRPv3',
  Hsrp: 'HSRP',
};
const groupName = ({ protocol, groupNumber }: RouterGroup): string => `${protocolNames[protocol]} ${groupNumber}`;

/** Of an address that a group of the host shares. */
function virtualWords(
  { ipAddress, namespace }: NonNullable<Facts['host']>['ipAddresses'][number],
  { fhrpMemberships }: NonNullable<Facts['host']>,
): string {
  const groups = fhrpMemberships.nodes.flatMap(({ group }) =>
    group?.namespace === namespace && group.virtualAddresses.includes(ipAddress) ? groupName(group) : [],
  );
  return groups.length > 0 ? `virtual, of ${[...new Set(groups)].join(', ')}` : '';
}

function vlansOf(native: { vlanNumber: number } | null, tagged: readonly { vlanNumber: number }[]): string {
  const parts = [
    native && `VLAN ${native.vlanNumber}`,
    tagged.length > 0 && `tagged ${tagged.map(({ vlanNumber }) => vlanNumber).join(', ')}`,
  ];
  return parts.filter(Boolean).join(', ');
}

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
          ['Known by', service.source.type],
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

export function PortFacts({ port }: { port: NonNullable<Facts['port']> }) {
  return (
    <section>
      <Rows
        rows={[
          ['Name', port.ifName],
          ['Description', port.ifDescr],
          ['Alias', port.ifAlias],
          ['Status', [port.operStatus, port.adminStatus && `set ${port.adminStatus}`].filter(Boolean).join(', ')],
          [
            'Speed',
            [speed(port.speedBps), port.duplex && `${port.duplex.toLowerCase()} duplex`].filter(Boolean).join(', '),
          ],
          ['MTU', port.mtu],
          ['Ends differ', mismatchesOf(port).join('; ')],
          ['MAC', port.macAddress],
          ['Aggregate', port.aggregate?.displayName],
          ['Members', port.members.nodes.map(({ displayName }) => displayName).join(', ')],
          ['Spanning tree', [port.stpState, port.isStpRootPort && 'leads to the root'].filter(Boolean).join(', ')],
          ['Power', [port.poeStatus, port.poeClass !== null && `class ${port.poeClass}`].filter(Boolean).join(', ')],
          ['Address', port.ipAddress?.ipAddress],
          ['Native VLAN', port.nativeVlan && `${port.nativeVlan.vlanNumber} ${port.nativeVlan.name}`],
          ['Tagged VLANs', port.taggedVlans.map(({ vlanNumber, name }) => `${vlanNumber} ${name}`).join(', ')],
          ['Forwarding table', port.forwardingEvidence?.message],
          ['ARP table', port.arpEvidence?.message],
          ['Last seen', instantWords(port.lastSeenAt)],
        ]}
      />
      <List title="Documented cables" count={port.documentedLinks.length} isOpen>
        {port.documentedLinks.map(({ id, remoteHostName, remotePortName, sourceName, message }) => (
          <li key={id}>
            <bdi>{remoteHostName}</bdi> <bdi>{remotePortName}</bdi>
            <div class="quiet">
              {message} From <bdi>{sourceName}</bdi>.
            </div>
          </li>
        ))}
      </List>
      <List title="Reported neighbours" count={port.neighborEvidence.length} isOpen>
        {port.neighborEvidence.map((record) => (
          <li key={record.id}>
            {record.protocol}: {reportedName(record)}
            <div class="quiet">
              {resolvedName(record)}
              {[record.message, `Observed ${instantWords(record.observedAt)}.`].filter(Boolean).join(' ')}
            </div>
          </li>
        ))}
      </List>
    </section>
  );
}

/** What the two ends of a link that is up do not agree on. */
function mismatchesOf(port: NonNullable<Facts['port']>): string[] {
  return port.neighbors.flatMap(({ remoteInterface: far }) => {
    if (!far || port.operStatus !== 'Up' || far.operStatus !== 'Up') return [];
    const values = [
      ['speed', speed(port.speedBps), speed(far.speedBps)],
      ['duplex', port.duplex, far.duplex],
      ['MTU', port.mtu, far.mtu],
    ] as const;
    const name = [far.host?.displayName, far.displayName].filter(Boolean).join(' ');
    return values.flatMap(([what, here, there]) =>
      here === null || there === null || here === there ? [] : [`${what} ${here} here, ${there} at ${name}`],
    );
  });
}

type NeighborRecord = NonNullable<Facts['port']>['neighborEvidence'][number];

/** What the neighbour calls itself and its port. */
function reportedName({ lldpSysName, lldpChassisId, lldpPortId, cdpDeviceId, cdpPortId }: NeighborRecord): string {
  const device = lldpSysName ?? lldpChassisId?.value ?? cdpDeviceId ?? 'a device without a name';
  const port = lldpPortId?.value ?? cdpPortId;
  return port ? `${device}, port ${port}` : device;
}

function resolvedName({ resolvedTo }: NeighborRecord): string {
  const names = [
    resolvedTo?.interface?.host?.displayName ?? resolvedTo?.host?.displayName,
    resolvedTo?.interface?.displayName,
  ];
  const known = names.filter(Boolean).join(' ');
  return known && `This is ${known}. `;
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
          ['Known by', subnet.source.type],
          ['Last seen', instantWords(subnet.lastSeenAt)],
        ]}
      />
    </section>
  );
}
