// An Omada controller with two sites as responses of its Open API, after the vendor's "Open API Access Guide" and the
// schemas of its Online API Document (DeviceInfo, ClientInfo, OswPortsSettingOverviewVO, OswPortStatusVO,
// OswLldpNeighborVO). The values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const applicationSettings = {
  omada_id: 'de382a0e78f4deb6',
  client_id: '185586e0df424f5ea938de13cba91e01',
  client_secret: '767372a5258a4fc1a03c57f3d071fc35',
};
const token = 'AT-bjaJkIMIiekZY6NBufoQO4hdmJTswlwU';

export const deviceMac = (number: number): string => `9C-53-22-00-00-0${number}`;
export const stationMac = (number: number): string => `00-1B-21-00-04-0${number}`;

const port = (number: number, more: object = {}, status: object = {}) => ({
  ...{ port: number, portName: `Port${number}`, switchMac: deviceMac(2), switchName: 'sw-floor', disable: false },
  ...{ nativeNetworkId: 'lan-1', networkMode: 0, linkSpeed: 0, duplex: 0 },
  portStatus: { port: number, linkStatus: 1, linkSpeed: 3, duplex: 2, ...status },
  ...more,
});

/** The controller's lists, by their path below `/openapi/v1/{omadacId}`. */
export const lists: Readonly<Record<string, readonly unknown[]>> = {
  '/sites': [
    { siteId: 's1', name: 'Head office', region: 'Germany', timeZone: 'UTC', scenario: 'Office', type: 0 },
    { siteId: 's2', name: 'Branch', region: 'Germany', timeZone: 'UTC', scenario: 'Office', type: 0 },
  ],
  '/sites/s1/devices': [
    {
      ...{ mac: deviceMac(1), name: 'gateway', type: 'gateway', modelName: 'ER-Example', ip: '10.99.10.1', status: 1 },
      ...{ sn: '2230000000001', firmwareVersion: '1.4.0', ipv6: ['fd00:10::1', 'fe80::1'] },
    },
    {
      ...{ mac: deviceMac(2), name: 'sw-floor', type: 'switch', subtype: 'smart', model: 'SG-Example v1.0', status: 1 },
      ...{ ip: '10.99.10.2', sn: '2230000000002', uplinkDeviceMac: deviceMac(1), uplinkDevicePort: '4' },
    },
    {
      ...{ mac: deviceMac(3), name: 'ap-floor', type: 'ap', modelName: 'EAP-Example', ip: '10.99.10.3', status: 1 },
      ...{ uplinkDeviceMac: deviceMac(2), uplinkDevicePort: 'Port2' },
    },
    { mac: deviceMac(4), name: 'ap-old', type: 'ap', ip: '10.99.10.4', status: 0 },
  ],
  '/sites/s1/clients': [
    {
      ...{ mac: stationMac(1), name: 'printer', hostName: 'PRN', ip: '10.99.20.11', connectDevType: 'switch' },
      ...{ switchMac: deviceMac(2), port: 3, vid: 20, wireless: false, active: true },
    },
    {
      ...{ mac: stationMac(2), name: stationMac(2), hostName: 'phone', ip: '10.99.20.12', connectDevType: 'ap' },
      ...{ apMac: deviceMac(3), ssid: 'Office', radioId: 1, channel: 44, rssi: -58, uptime: 77, wireless: true },
    },
    { mac: stationMac(3), name: 'no-address', connectDevType: 'ap', apMac: deviceMac(3), radioId: 0, rssi: 0 },
  ],
  '/sites/s1/switches/ports/overview': [
    port(1),
    port(2, { portName: 'to the access point' }),
    port(3, { nativeNetworkId: 'lan-20', networkMode: 1 }, { linkSpeed: 2, duplex: 1 }),
    port(4, { disable: true }, { linkStatus: 0 }),
    port(5, { stackId: 'stack-1', unit: 1 }),
    port(6, { switchMac: deviceMac(9) }),
  ],
  '/sites/s1/lan-networks': [
    { id: 'lan-1', name: 'Default', purpose: 1, vlan: 1, gatewaySubnet: '10.99.10.1/24' },
    { id: 'lan-20', name: 'Office', purpose: 1, vlan: 20 },
    { id: 'lan-x', name: 'Many', vlanType: 1, vlans: '30-32' },
  ],
  [`/sites/s1/switches/${deviceMac(2)}/lldp-neighbors`]: [
    {
      ...{ portId: 1, deviceId: '00-1C-73-00-03-00', systemName: 'core', neighborPortId: 'Ethernet7', ttl: 120 },
      capabilities: 'Bridge, Router',
    },
  ],
  '/sites/s2/devices': [],
  '/sites/s2/clients': [],
  '/sites/s2/switches/ports/overview': [],
  '/sites/s2/lan-networks': [],
};

/** The controller's response to a request. A page of a list has at most `mostRows` rows. */
export function answerOf({ method, path, headers, body = '' }: StubRequest, mostRows = 1000): StubAnswer | undefined {
  const url = new URL(path, 'https://controller.example');
  if (method === 'POST') {
    const { omadacId, client_id, client_secret } = JSON.parse(body) as Record<string, unknown>;
    const isKnown =
      url.pathname === '/openapi/authorize/token' &&
      url.searchParams.get('grant_type') === 'client_credentials' &&
      omadacId === applicationSettings.omada_id &&
      client_id === applicationSettings.client_id &&
      client_secret === applicationSettings.client_secret;
    if (!isKnown) return { body: { errorCode: -44106, msg: 'The client id or client secret is invalid' } };
    const result = { accessToken: token, tokenType: 'bearer', expiresIn: 7200, refreshToken: 'RT-x' };
    return { body: { errorCode: 0, msg: 'Open API Get Access Token successfully.', result } };
  }
  if (headers.authorization !== `AccessToken=${token}`)
    return { body: { errorCode: -44113, msg: 'The access token is Invalid' } };
  const rows = lists[url.pathname.slice(`/openapi/v1/${applicationSettings.omada_id}`.length)];
  const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('pageSize'))];
  if (!rows || !(page >= 1 && size >= 1 && size <= 1000)) return undefined;
  const length = Math.min(size, mostRows);
  const data = rows.slice((page - 1) * length, page * length);
  return {
    body: {
      errorCode: 0,
      msg: 'Success.',
      result: { totalRows: rows.length, currentPage: page, currentSize: data.length, data },
    },
  };
}
