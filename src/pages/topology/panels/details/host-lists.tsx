// Lists of what is on a host, for the details panel: IP addresses, services, open ports and interfaces.
import { instantWords } from '../../../kit/instants/instant-words';
import { valueWords } from '../../graph/texts';
import { displayNameBeside, ownNameOf, portOnDevice } from '../../../../modules/topology/graph/ports/port-name';
import { usePage } from '../use-page';
import { List, joinFirst, speed, Tags, watts } from './fact-lists';
import { deliveredMilliwatts, type Host, type VirtualMachines } from './facts';
import { MachineLink } from './machine-link';
import { groupName } from './routing-lists';
import { showPort } from '../search/show-port';
import { texts } from './texts';

export function AddressList({ host }: { host: Host }) {
  return (
    <List title={texts.hostLists.addresses} count={host.ipAddresses.length} isOpen>
      {host.ipAddresses.map((address) => (
        <li key={address.id}>
          {address.ipAddress}{' '}
          <span class="quiet">
            {[address.subnet?.name, address.macAddress, virtualWords(address, host)].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </List>
  );
}

export function VirtualMachineList({ machines: { totalCount, nodes } }: { machines: VirtualMachines }) {
  return (
    <List title={texts.hostLists.virtualMachines} count={totalCount} shownCount={nodes.length} isOpen>
      {nodes.map((machine) => (
        <li key={machine.id}>
          <MachineLink machine={machine} />
        </li>
      ))}
    </List>
  );
}

export function ServiceList({ host, isOpen }: { host: Host; isOpen: boolean }) {
  return (
    <List title={texts.hostLists.services} count={host.services.length} isOpen={isOpen}>
      {host.services.map(({ id, name, category, tags }) => (
        <li key={id}>
          {name} <span class="quiet">{valueWords(category)}</span>
          <Tags tags={tags} />
        </li>
      ))}
    </List>
  );
}

const certificateWords = ({
  subject,
  alternativeNames,
  notAfter,
}: NonNullable<Host['ports'][number]['certificate']>): string =>
  texts.hostLists.certificate(subject ?? alternativeNames[0], instantWords(notAfter));

export function OpenPortList({ host }: { host: Host }) {
  return (
    <List title={texts.hostLists.openPorts} count={host.ports.length}>
      {host.ports.map(({ id, number, protocol, type, certificate, sshHostKeys }) => (
        <li key={id}>
          {number}/{protocol}{' '}
          <span class="quiet">
            {[type, certificate && certificateWords(certificate), ...sshHostKeys.map(texts.hostLists.hostKey)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </List>
  );
}

export function InterfaceList({ host }: { host: Host }) {
  const page = usePage();
  return (
    <List title={texts.hostLists.interfaces} count={host.interfaces.length}>
      {host.interfaces.map((port) => (
        <li key={port.id}>
          <button type="button" class="link" onClick={() => showPort(page, port.id)}>
            <bdi>{ownNameOf(port)}</bdi>
          </button>{' '}
          <span class="quiet">
            {[
              displayNameBeside(port),
              port.operStatus,
              speed(port.speedBps),
              port.stpState === 'Blocking' && 'blocked',
              port.aggregate && `in ${ownNameOf(port.aggregate)}`,
              deliveredMilliwatts(port) > 0 && `PoE ${watts(deliveredMilliwatts(port))}`,
              vlansOf(port.nativeVlan, port.taggedVlans),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {port.neighbors.map(({ id, basis, remoteInterface, remoteHost }) => (
            <div class="quiet" key={id}>
              {texts.hostLists.neighbour(basis)}{' '}
              {remoteInterface ? portOnDevice(remoteInterface) : remoteHost?.displayName}
            </div>
          ))}
        </li>
      ))}
    </List>
  );
}

/** Says which redundancy groups (such as VRRP) of the host share the IP address; empty if there are none. */
function virtualWords({ ipAddress, namespace }: Host['ipAddresses'][number], { fhrpMemberships }: Host): string {
  const groups = fhrpMemberships.nodes.flatMap(({ group }) =>
    group?.namespace === namespace && group.virtualAddresses.includes(ipAddress) ? groupName(group) : [],
  );
  return groups.length > 0 ? texts.hostLists.virtual([...new Set(groups)].join(', ')) : '';
}

function vlansOf(native: { vlanNumber: number } | null, tagged: readonly { vlanNumber: number }[]): string {
  const parts = [
    native && texts.hostLists.vlan(native.vlanNumber),
    tagged.length > 0 && `tagged ${joinFirst(tagged.map(({ vlanNumber }) => `${vlanNumber}`))}`,
  ];
  return parts.filter(Boolean).join(', ');
}
