// A network that a UniFi controller manages (a "site"), with a gateway, a switch, an access point and four clients:
// responses of the local API, by API key and by account, with UniFi OS and without it
// (https://ubntwiki.com/products/software/unifi-controller/api). The values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const keySettings = { api_key: 'AbCdEfGhIjKlMnOpQrStUvWxYz012345' };

export const unifiMac = (number: number): string => `78:45:58:00:00:0${number}`;
export const clientMac = (number: number): string => `00:1B:21:00:01:0${number}`;
const lower = (text: string) => text.toLowerCase();

const port = (port_idx: number, more: object = {}) => ({
  ...{ port_idx, name: `Port ${port_idx}`, media: 'GE', up: true, enable: true, speed: 1000, full_duplex: true },
  ...more,
});

export const devices: readonly Readonly<Record<string, unknown>>[] = [
  {
    ...{ mac: lower(unifiMac(1)), name: 'gateway', model: 'UDMPRO', type: 'udm', version: '4.3.6.1', serial: 'F001' },
    ...{ ip: '10.99.1.1', adopted: true, state: 1 },
    port_table: [port(1), port(2)],
    lldp_table: [],
    uplink: { type: 'wire', name: 'eth8', ip: '198.51.100.7' },
  },
  {
    ...{ mac: lower(unifiMac(2)), name: 'sw-access', model: 'USW24P', type: 'usw', version: '7.1.26', serial: 'F002' },
    ...{ ip: '10.99.1.2', adopted: true, state: 1 },
    port_table: [
      port(1, { is_uplink: true }),
      port(2, { name: 'AP hall', poe_enable: true, poe_power: '4.12' }),
      port(3, { native_networkconf_id: 'n20', mac_table: [{ mac: lower(clientMac(1)), vlan: 20, age: 3 }] }),
      port(4),
      port(5, { up: false, speed: 0, enable: false }),
      port(6),
    ],
    lldp_table: [
      {
        ...{ local_port_idx: 4, local_port_name: 'eth3', is_wired: true, chassis_id_subtype: 'mac' },
        ...{ chassis_id: '00:1b:21:00:00:77', port_id: 'ge-0/0/7', system_name: 'core' },
      },
    ],
    uplink: { type: 'wire', port_idx: 1, uplink_mac: lower(unifiMac(1)), uplink_remote_port: 2 },
  },
  {
    ...{ mac: lower(unifiMac(3)), name: 'ap-hall', model: 'U6LR', type: 'uap', version: '6.6.77', serial: 'F003' },
    ...{ ip: '10.99.1.3', adopted: true, state: 1 },
    ethernet_table: [{ name: 'eth0', mac: lower(unifiMac(3)), num_port: 1 }],
    radio_table: [{ name: 'wifi0', radio: 'ng' }],
    uplink: { type: 'wire', uplink_mac: lower(unifiMac(2)), uplink_remote_port: 2 },
  },
  { mac: lower(unifiMac(4)), name: 'ap-old', type: 'uap', ip: '10.99.1.4', adopted: true, state: 0 },
];

const clients = [
  {
    mac: lower(clientMac(1)),
    ip: '10.99.20.11',
    hostname: 'pc',
    is_wired: true,
    sw_mac: unifiMac(2),
    sw_port: 3,
    vlan: 20,
  },
  {
    ...{ mac: lower(clientMac(2)), ip: '10.99.1.12', name: 'Phone', hostname: 'x', is_wired: false, radio: 'na' },
    ...{ ap_mac: lower(unifiMac(3)), essid: 'Hall', bssid: '7a:45:58:00:00:03', channel: 44, signal: -61, uptime: 90 },
  },
  { mac: lower(clientMac(3)), is_wired: false, ap_mac: lower(unifiMac(3)), radio: 'ng', channel: 6, signal: 5 },
  // The UniFi controller also lists the access point as a wired client of the switch.
  { mac: lower(unifiMac(3)), ip: '10.99.1.3', is_wired: true, sw_mac: lower(unifiMac(2)), sw_port: 2 },
];
const networks = [
  { _id: 'n1', name: 'Default', purpose: 'corporate', ip_subnet: '10.99.1.1/24' },
  { _id: 'n20', name: 'IoT', purpose: 'corporate', vlan_enabled: true, vlan: '20', ip_subnet: '10.99.20.1/24' },
];

export function answerOf({ path, headers }: StubRequest): StubAnswer | undefined {
  if (headers['x-api-key'] !== keySettings.api_key) return { status: 401, body: { error: { code: 401 } } };
  if (path === '/proxy/network/integration/v1/info') return { body: { applicationVersion: '9.4.19' } };
  return listAt(path, '/proxy/network');
}

export const accountOfSite = { username: 'netloom', password: 'Secret-Word-of-a-UniFi-1' };

/** State of a stub: whether it imitates UniFi OS, and the state of the client's session. */
interface Controller {
  readonly isConsole: boolean;
  session: 'none' | 'open' | 'ended';
}
const newController = (isConsole: boolean): Controller => ({ isConsole, session: 'none' });

/** Responses to a client that signs in by account, on UniFi OS (`isConsole`) or on a controller without UniFi OS. */
export function answersOfAccount(isConsole: boolean, controller = newController(isConsole)) {
  const [api, root] = isConsole ? ['/api/auth', '/proxy/network'] : ['/api', ''];
  const session: StubAnswer['headers'] = isConsole
    ? { 'set-cookie': 'TOKEN=ab.cd-ef_12; path=/; secure; httponly', 'x-csrf-token': 'c5f7' }
    : { 'set-cookie': ['unifises=Zx81; Path=/; Secure', 'csrf_token=d6a8; Path=/; Secure'] };
  const cookie = isConsole ? 'TOKEN=ab.cd-ef_12' : 'unifises=Zx81; csrf_token=d6a8';
  return ({ method, path, headers, body }: StubRequest): StubAnswer | undefined => {
    if (path === '/')
      return isConsole ? { body: '<html></html>' } : { status: 302, headers: { location: '/manage' }, body: '' };
    if (method === 'POST' && path === `${api}/login`) {
      const { username, password } = JSON.parse(body || '{}') as { username?: string; password?: string };
      if (username !== accountOfSite.username || password !== accountOfSite.password)
        return isConsole
          ? { status: 403, body: { code: 'AUTHENTICATION_FAILED_INVALID_CREDENTIALS' } }
          : { status: 400, body: { meta: { rc: 'error', msg: 'api.err.Invalid' }, data: [] } };
      controller.session = 'open';
      return { headers: session, body: isConsole ? { username } : { meta: { rc: 'ok' }, data: [] } };
    }
    if (controller.session !== 'open' || headers.cookie !== cookie)
      return { status: 401, body: { meta: { rc: 'error', msg: 'api.err.LoginRequired' }, data: [] } };
    if (method === 'POST' && path === `${api}/logout`) {
      if (headers['x-csrf-token'] !== (isConsole ? 'c5f7' : 'd6a8')) return { status: 403, body: {} };
      controller.session = 'ended';
      return { body: {} };
    }
    if (path === `${root}/api/self`) return { body: { meta: { rc: 'ok' }, data: [{ name: 'netloom' }] } };
    return method === 'GET' ? listAt(path, root) : undefined;
  };
}

function listAt(path: string, root: string): StubAnswer | undefined {
  const lists: Readonly<Record<string, unknown>> = {
    'stat/device': devices,
    'stat/sta': clients,
    'rest/networkconf': networks,
  };
  const data = lists[path.replace(`${root}/api/s/default/`, '')];
  return data === undefined ? undefined : { body: { meta: { rc: 'ok' }, data } };
}
