// What the servers of the demo do: roles of virtual machines, and compose projects of container hosts.
import type { Container, Stack } from './containers';
import type { Role } from './equipment';
import type { Software } from './software';
import type { TagName } from './tags';

const windowsServer = 'Windows Server 2022 Standard';
const role = (
  name: string,
  subnet: string,
  software: Role['software'],
  serviceTags: readonly TagName[] = [],
  more: Partial<Role> = {},
): Role => ({ name, subnet, software: [...software, 'ssh'], serviceTags, tags: ['Production'], ...more });
const onWindows = { os: windowsServer, tags: ['Production', 'Daily backup'] } as const satisfies Partial<Role>;

/** The machines of the data centre, the most telling ones first. */
export const dataCentreRoles: readonly Role[] = [
  role('lb', 'web', ['haproxy', 'node-exporter'], ['Web shop'], { tags: ['Production', 'Critical'] }),
  role('shop-web', 'web', ['nginx', 'node-exporter'], ['Web shop']),
  role(
    'shop-api',
    'app',
    [['custom', { name: 'Shop API', definition: 'shop-api', ports: ['8080'], confidence: 'Medium' }], 'node-exporter'],
    ['Web shop'],
    { description: 'Orders, baskets and payments' },
  ),
  role('shop-db', 'data', ['postgresql', 'node-exporter'], ['Web shop'], {
    tags: ['Production', 'Critical', 'Cardholder data', 'Daily backup'],
  }),
  role('cache', 'data', ['redis', 'node-exporter'], ['Web shop']),
  role('queue', 'app', ['rabbitmq', 'node-exporter'], ['Web shop']),
  role('git', 'app', ['gitlab', 'node-exporter'], ['Engineering'], { tags: ['Production', 'Daily backup'] }),
  role('build', 'app', ['jenkins', 'node-exporter'], ['Engineering']),
  {
    ...role('dc', 'app', ['active-directory', 'dns-server'], ['Intranet'], onWindows),
    software: ['active-directory', 'dns-server', 'rdp'],
  },
  role('sso', 'app', ['keycloak'], ['Intranet'], { tags: ['Production', 'Critical'] }),
  role('wiki', 'app', ['wiki-js', 'postgresql'], ['Intranet']),
  role('mail', 'web', ['postfix', 'dovecot'], ['Mail'], { tags: ['Production', 'Daily backup'] }),
  role('metrics', 'app', ['prometheus', 'grafana', 'loki'], ['Monitoring']),
  role('registry', 'app', ['harbor'], ['Engineering']),
  role('search', 'data', ['elasticsearch'], ['Web shop']),
  role('k8s-cp', 'app', ['kubernetes'], [], { os: 'Flatcar Container Linux 3815' }),
  role('k8s-node', 'app', ['kubernetes', 'node-exporter'], [], { os: 'Flatcar Container Linux 3815' }),
  role('ns', 'app', ['bind9'], []),
  role('chat', 'web', ['mattermost', 'jitsi-meet'], ['Intranet']),
  role('issues', 'app', ['jira', 'postgresql'], ['Engineering']),
  { ...role('backup', 'app', ['veeam'], [], onWindows), software: ['veeam', 'rdp'] },
  role('vault', 'app', ['vault'], [], { tags: ['Production', 'Critical'] }),
  role('events', 'data', ['kafka', 'node-exporter'], ['Web shop']),
  role('cms', 'web', ['wordpress', 'mysql'], ['Intranet'], { tags: ['End of life'], os: 'Ubuntu 18.04.6 LTS' }),
  role('flows', 'app', ['n8n'], []),
  role('objects', 'data', ['minio'], []),
  role('vpn', 'web', ['openvpn', 'wireguard'], []),
  role('logs', 'app', ['graylog', 'mongodb'], ['Monitoring']),
  role('projects', 'app', ['openproject'], ['Engineering']),
  { ...role('sql', 'data', ['mssql'], [], onWindows), software: ['mssql', 'rdp'] },
  role('watch', 'app', ['zabbix', 'mariadb'], ['Monitoring']),
  role('proxy', 'web', ['squid'], []),
  role('packages', 'app', ['nexus-repository'], ['Engineering']),
];

/** The machines of a campus. */
export const campusRoles: readonly Role[] = [
  role('dns', 'servers', ['bind9', 'dhcp-server'], [], { tags: ['Production', 'Critical'] }),
  role('radius', 'servers', ['freeradius'], [], { tags: ['Production', 'Critical'] }),
  role('pbx', 'servers', ['freepbx'], ['Telephony'], { tags: ['Production', 'Daily backup'] }),
  role('print', 'servers', ['cups', 'samba'], []),
  role('nms', 'servers', ['librenms', 'mariadb'], ['Monitoring']),
];

const container = (
  name: string,
  software: Software,
  tags: readonly TagName[] = [],
  more: Partial<Container> = {},
): Container => ({
  name,
  software,
  tags,
  ...more,
});

const shop = ['Web shop', 'Staging'] as const;
const intranet = ['Intranet'] as const;
const building = ['Smart building'] as const;
const media = ['Media library'] as const;

export const stacks = {
  shopStaging: {
    project: 'shop-staging',
    containers: [
      container('proxy', 'traefik', shop, { published: ['80', '443'] }),
      container('api', 'custom', shop, { title: 'Shop API', definition: 'shop-api', ports: ['8080'] }),
      container('db', 'postgresql', shop),
      container('cache', 'redis', shop),
    ],
  },
  files: {
    project: 'nextcloud',
    containers: [
      container('app', 'nextcloud', intranet, { published: ['8444'] }),
      container('db', 'mariadb', intranet),
      container('cache', 'redis', intranet),
      container('office', 'onlyoffice', intranet, { published: ['9980'] }),
    ],
  },
  papers: {
    project: 'paperless',
    containers: [
      container('web', 'paperless-ngx', intranet, { published: ['8010'] }),
      container('db', 'postgresql', intranet),
      container('broker', 'redis', intranet),
    ],
  },
  dashboards: {
    project: 'dashboards',
    containers: [
      container('start', 'homepage', [], { published: ['3080'] }),
      container('status', 'uptime-kuma', ['Monitoring'], { published: ['3001'] }),
      container('netbox', 'netbox', ['Monitoring'], { published: ['8090'] }),
      container('netbox-db', 'postgresql', ['Monitoring']),
    ],
  },
  byHand: {
    project: null,
    containers: [
      container('portainer', 'portainer', [], { published: ['9443'] }),
      container('clever_hopper', 'docker-container'),
    ],
  },
  podmanByHand: {
    project: null,
    containers: [
      container('blog', 'ghost', [], { published: ['2368'] }),
      container('nightly-report', 'podman-container'),
    ],
  },
  smartOffice: {
    project: 'smart-office',
    containers: [
      container('home-assistant', 'home-assistant', building, { published: ['8123'] }),
      container('zigbee2mqtt', 'zigbee2mqtt', building, { published: ['8080'] }),
      container('mosquitto', 'mosquitto', building, { published: ['1883'] }),
      container('node-red', 'node-red', building, { published: ['1880'] }),
      container('influxdb', 'influxdb', building),
    ],
  },
  resolver: {
    project: 'pihole',
    containers: [container('pihole', 'pi-hole', [], { published: ['53', '53/udp', '8053'] })],
  },
  wireless: {
    project: 'unifi',
    containers: [container('controller', 'unifi-controller', [], { published: ['8443'] })],
  },
  media: {
    project: 'media',
    containers: [
      container('jellyfin', 'jellyfin', media, { published: ['8096'] }),
      container('immich', 'immich', media, { published: ['2283'] }),
      container('immich-db', 'postgresql', media),
      container('immich-cache', 'redis', media),
    ],
  },
} as const satisfies Record<string, Stack>;
