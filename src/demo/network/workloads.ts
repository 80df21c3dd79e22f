// The software of the demo's servers: roles of virtual machines, and compose projects on container hosts.
import type { Container, Stack } from './containers';
import type { Role } from './equipment';
import type { Software } from '../equipment/software';
import type { TagName } from './tags';

const windowsServer = 'Windows Server 2022 Standard';
const role = (
  name: string,
  subnet: string,
  software: Role['software'],
  serviceTags: readonly TagName[] = [],
  more: Partial<Role> = {},
): Role => ({ name, subnet, software: [...software, 'SSH'], serviceTags, tags: ['Production'], ...more });
const onWindows = { os: windowsServer, tags: ['Production', 'Daily backup'] } as const satisfies Partial<Role>;

/** The roles of machines in the data center, most typical ones first. */
export const dataCentreRoles: readonly Role[] = [
  role('lb', 'web', ['HAProxy', 'Prometheus Node Exporter'], ['Web shop'], { tags: ['Production', 'Critical'] }),
  role('shop-web', 'web', ['nginx', 'Prometheus Node Exporter'], ['Web shop']),
  role(
    'shop-api',
    'app',
    [
      ['custom', { name: 'Shop API', definition: 'shop-api', ports: ['8080'], confidence: 'Medium' }],
      'Prometheus Node Exporter',
    ],
    ['Web shop'],
    { description: 'Orders, baskets and payments' },
  ),
  role('shop-db', 'data', ['PostgreSQL', 'Prometheus Node Exporter'], ['Web shop'], {
    tags: ['Production', 'Critical', 'Cardholder data', 'Daily backup'],
  }),
  role('cache', 'data', ['Redis', 'Prometheus Node Exporter'], ['Web shop']),
  role('queue', 'app', ['RabbitMQ', 'Prometheus Node Exporter'], ['Web shop']),
  role('git', 'app', ['GitLab', 'Prometheus Node Exporter'], ['Engineering'], { tags: ['Production', 'Daily backup'] }),
  role('build', 'app', ['Jenkins', 'Prometheus Node Exporter'], ['Engineering']),
  {
    ...role('dc', 'app', ['Active Directory', 'DNS Server'], ['Intranet'], onWindows),
    software: ['Active Directory', 'DNS Server', 'Remote Desktop'],
  },
  role('sso', 'app', ['Keycloak'], ['Intranet'], { tags: ['Production', 'Critical'] }),
  role('wiki', 'app', ['wiki-js', 'PostgreSQL'], ['Intranet']),
  role('mail', 'web', ['postfix', 'dovecot'], ['Mail'], { tags: ['Production', 'Daily backup'] }),
  role('metrics', 'app', ['Prometheus', 'Grafana', 'Loki'], ['Monitoring']),
  role('registry', 'app', ['harbor'], ['Engineering']),
  role('search', 'data', ['Elasticsearch'], ['Web shop']),
  role('k8s-cp', 'app', ['Kubernetes'], [], { os: 'Flatcar Container Linux 3815' }),
  role('k8s-node', 'app', ['Kubernetes', 'Prometheus Node Exporter'], [], { os: 'Flatcar Container Linux 3815' }),
  role('ns', 'app', ['Bind9'], []),
  role('chat', 'web', ['Mattermost', 'Jitsi Meet'], ['Intranet']),
  role('issues', 'app', ['Jira', 'PostgreSQL'], ['Engineering']),
  { ...role('backup', 'app', ['Veeam'], [], onWindows), software: ['Veeam', 'Remote Desktop'] },
  role('vault', 'app', ['Vault'], [], { tags: ['Production', 'Critical'] }),
  role('events', 'data', ['Kafka', 'Prometheus Node Exporter'], ['Web shop']),
  role('cms', 'web', ['WordPress', 'MySQL'], ['Intranet'], { tags: ['End of life'], os: 'Ubuntu 18.04.6 LTS' }),
  role('flows', 'app', ['n8n'], []),
  role('objects', 'data', ['MinIO'], []),
  role('vpn', 'web', ['OpenVPN', 'WireGuard'], []),
  role('logs', 'app', ['Graylog', 'MongoDB'], ['Monitoring']),
  role('projects', 'app', ['openproject'], ['Engineering']),
  {
    ...role('sql', 'data', ['Microsoft SQL Server'], [], onWindows),
    software: ['Microsoft SQL Server', 'Remote Desktop'],
  },
  role('watch', 'app', ['Zabbix', 'MariaDB'], ['Monitoring']),
  role('proxy', 'web', ['squid'], []),
  role('packages', 'app', ['nexus-repository'], ['Engineering']),
];

/** The roles of machines on a campus. */
export const campusRoles: readonly Role[] = [
  role('dns', 'servers', ['Bind9', 'DHCP Server'], [], { tags: ['Production', 'Critical'] }),
  role('radius', 'servers', ['freeradius'], [], { tags: ['Production', 'Critical'] }),
  role('pbx', 'servers', ['FreePBX'], ['Telephony'], { tags: ['Production', 'Daily backup'] }),
  role('print', 'servers', ['CUPS', 'Samba'], []),
  role('nms', 'servers', ['librenms', 'MariaDB'], ['Monitoring']),
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
      container('proxy', 'Traefik', shop, { publishedPorts: ['80', '443'] }),
      container('api', 'custom', shop, { title: 'Shop API', definition: 'shop-api', ports: ['8080'] }),
      container('db', 'PostgreSQL', shop),
      container('cache', 'Redis', shop),
    ],
  },
  files: {
    project: 'nextcloud',
    containers: [
      container('app', 'NextCloud', intranet, { publishedPorts: ['8444'] }),
      container('db', 'MariaDB', intranet),
      container('cache', 'Redis', intranet),
      container('office', 'onlyoffice', intranet, { publishedPorts: ['9980'] }),
    ],
  },
  papers: {
    project: 'paperless',
    containers: [
      container('web', 'Paperless-NGX', intranet, { publishedPorts: ['8010'] }),
      container('db', 'PostgreSQL', intranet),
      container('broker', 'Redis', intranet),
    ],
  },
  dashboards: {
    project: 'dashboards',
    containers: [
      container('start', 'Homepage', [], { publishedPorts: ['3080'] }),
      container('status', 'UptimeKuma', ['Monitoring'], { publishedPorts: ['3001'] }),
      container('netbox', 'netbox', ['Monitoring'], { publishedPorts: ['8090'] }),
      container('netbox-db', 'PostgreSQL', ['Monitoring']),
    ],
  },
  byHand: {
    project: null,
    containers: [
      container('portainer', 'Portainer', [], { publishedPorts: ['9443'] }),
      container('clever_hopper', 'Docker Container'),
    ],
  },
  podmanByHand: {
    project: null,
    containers: [
      container('blog', 'Ghost', [], { publishedPorts: ['2368'] }),
      container('nightly-report', 'podman-container'),
    ],
  },
  smartOffice: {
    project: 'smart-office',
    containers: [
      container('home-assistant', 'Home Assistant', building, { publishedPorts: ['8123'] }),
      container('zigbee2mqtt', 'Zigbee2MQTT', building, { publishedPorts: ['8080'] }),
      container('mosquitto', 'mosquitto', building, { publishedPorts: ['1883'] }),
      container('node-red', 'node-red', building, { publishedPorts: ['1880'] }),
      container('influxdb', 'InfluxDB', building),
    ],
  },
  resolver: {
    project: 'pihole',
    containers: [container('pihole', 'Pi-Hole', [], { publishedPorts: ['53', '53/udp', '8053'] })],
  },
  wireless: {
    project: 'unifi',
    containers: [container('controller', 'UniFi Controller', [], { publishedPorts: ['8443'] })],
  },
  media: {
    project: 'media',
    containers: [
      container('jellyfin', 'Jellyfin', media, { publishedPorts: ['8096'] }),
      container('immich', 'Immich', media, { publishedPorts: ['2283'] }),
      container('immich-db', 'PostgreSQL', media),
      container('immich-cache', 'Redis', media),
    ],
  },
} as const satisfies Record<string, Stack>;
