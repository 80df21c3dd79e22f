// A vCenter as responses of the vSphere Automation API, version 8.0
// (https://developer.broadcom.com/xapis/vsphere-automation-api/latest/). The values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const vcenterAccount = { username: 'netloom@vsphere.local', password: 'Secret-Word-of-a-vCenter-1' };
const authorization = `Basic ${Buffer.from('netloom@vsphere.local:Secret-Word-of-a-vCenter-1').toString('base64')}`;
export const sessionId = 'b00db39f948d13ea1e59b4d6fce56389';

export const guestMac = (number: number): string => `00:50:56:AA:00:0${number}`;
export const instanceUuid = (number: number): string => `5029a1b2-0000-4000-8000-00000000000${number}`;

export const hosts = [
  { host: 'host-11', name: '10.99.6.11', connection_state: 'CONNECTED', power_state: 'POWERED_ON' },
  { host: 'host-12', name: '10.99.6.12', connection_state: 'CONNECTED', power_state: 'POWERED_ON' },
  { host: 'host-13', name: '10.99.6.13', connection_state: 'DISCONNECTED' },
];

export const networks = [
  { network: 'network-21', name: 'VM Network', type: 'STANDARD_PORTGROUP' },
  { network: 'dvportgroup-22', name: 'Servers', type: 'DISTRIBUTED_PORTGROUP' },
];

interface StubMachine {
  readonly number: number;
  readonly name: string;
  readonly host: string;
  readonly power?: string;
  /** `run_state` of VMware Tools, such as `RUNNING`; undefined without VMware Tools. */
  readonly tools?: string;
  readonly addresses?: readonly string[];
  readonly nics?: object;
}

const nic = (number: number, network: string, state = 'CONNECTED') => ({
  ...{ label: 'Network adapter 1', type: 'VMXNET3', mac_type: 'ASSIGNED', mac_address: guestMac(number).toLowerCase() },
  ...{ state, start_connected: true, allow_guest_control: true, wake_on_lan_enabled: false },
  backing: { type: 'STANDARD_PORTGROUP', network },
});

export const machines: readonly StubMachine[] = [
  { number: 1, name: 'web', host: 'host-11', tools: 'RUNNING', addresses: ['10.99.6.101', 'fe80::1'] },
  { number: 2, name: 'db', host: 'host-12', tools: 'RUNNING', addresses: ['10.99.6.102'] },
  { number: 3, name: 'legacy', host: 'host-12', tools: 'NOT_RUNNING' },
  { number: 4, name: 'spare', host: 'host-11', power: 'POWERED_OFF' },
  { number: 5, name: 'alone', host: 'host-11', nics: {} },
];

const configOf = ({ number, name, power = 'POWERED_ON', nics }: StubMachine) => ({
  ...{ name, power_state: power, guest_OS: 'DEBIAN_12_64', hardware: { version: 'VMX_21', upgrade_policy: 'NEVER' } },
  identity: { name, bios_uuid: `4229a1b2-0000-4000-8000-00000000000${number}`, instance_uuid: instanceUuid(number) },
  nics: nics ?? { 4000: nic(number, number === 2 ? 'dvportgroup-22' : 'network-21') },
  ...{ disks: {}, cdroms: {}, floppies: {} },
});

/** vCenter's response to a request. `changed` replaces virtual machines. */
export function answerOf(
  { method, path, headers }: StubRequest,
  changed: (machine: StubMachine) => StubMachine = (machine) => machine,
): StubAnswer | undefined {
  const refusal = { status: 401, body: { error_type: 'UNAUTHENTICATED', messages: [] } };
  if (path === '/api/session' && method === 'POST')
    return headers.authorization === authorization ? { status: 201, body: JSON.stringify(sessionId) } : refusal;
  if (headers['vmware-api-session-id'] !== sessionId) return refusal;
  if (path === '/api/session') return { status: 204, body: '' };
  const [, tail = ''] = /^\/api\/vcenter(\/.*)$/.exec(path) ?? [];
  if (tail === '/host') return { body: hosts };
  if (tail === '/network') return { body: networks };
  const all = machines.map(changed);
  const [, hostId] = /^\/vm\?hosts=(.*)$/.exec(tail) ?? [];
  if (hostId !== undefined)
    return {
      body: all
        .filter(({ host }) => host === hostId)
        .map(({ number, name, power = 'POWERED_ON' }) => ({
          ...{ vm: `vm-${number}`, name, power_state: power, cpu_count: 2, memory_size_MiB: 4096 },
        })),
    };
  const [, number, resource] = /^\/vm\/vm-(\d)(\/.*)?$/.exec(tail) ?? [];
  const machine = all.find((one) => String(one.number) === number);
  if (!machine) return undefined;
  if (resource === undefined) return { body: configOf(machine) };
  if (resource === '/tools') return { body: { run_state: machine.tools, version_status: 'CURRENT' } };
  if (machine.tools !== 'RUNNING') return { status: 503, body: { error_type: 'SERVICE_UNAVAILABLE', messages: [] } };
  if (resource === '/guest/identity')
    return {
      body: {
        ...{ name: 'DEBIAN_12_64', family: 'LINUX', host_name: machine.name, ip_address: machine.addresses?.[0] },
        full_name: { id: 'vmsg.guestos', default_message: 'Debian GNU/Linux 12 (64-bit)', args: [] },
      },
    };
  if (resource !== '/guest/networking/interfaces') return undefined;
  const rows = (machine.addresses ?? []).map((ip_address) => ({
    ...{ ip_address, prefix_length: ip_address.includes(':') ? 64 : 24, state: 'PREFERRED' },
  }));
  return {
    body: [
      { mac_address: guestMac(machine.number).toLowerCase(), nic: '4000', ip: { ip_addresses: rows } },
      // A bridge inside the guest, which is no adapter of the virtual machine.
      {
        mac_address: '02:42:5c:00:00:01',
        ip: { ip_addresses: [{ ip_address: '172.17.0.1', prefix_length: 16, state: 'PREFERRED' }] },
      },
    ],
  };
}
