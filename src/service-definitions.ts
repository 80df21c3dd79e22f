// The registry of known software: what a service's `service_definition` names.
import { infrastructureCategories, type ServiceCategory } from './service-categories';

export interface UsualPort {
  number: number;
  protocol: 'Tcp' | 'Udp';
}
export interface ServiceDefinition {
  id: string;
  name: string;
  description: string;
  category: ServiceCategory;
  /** Key of its logo or icon. */
  icon: string;
  /** Ports it listens on unless configured otherwise. */
  ports: readonly UsualPort[];
  /** A host may have several of it, and its name alone does not tell one from another. */
  isGeneric: boolean;
  /** Leads out of its subnet; one per host. */
  isGateway: boolean;
  /** Runs virtual machines. */
  isHypervisor: boolean;
  /** Runs containers. */
  isContainerRuntime: boolean;
  /** Stands for the open ports that no other service claims; one per host. */
  isOpenPorts: boolean;
}

type Flag = 'generic' | 'gateway' | 'hypervisor' | 'containerRuntime' | 'openPorts';
/** id, name, usual ports (`443`, `161/udp`), what it is, flags. */
type Entry = readonly [id: string, name: string, ports: string, description: string, ...flags: Flag[]];

const entries: Record<ServiceCategory, readonly Entry[]> = {
  NetworkCore: [
    ['gateway', 'Gateway', '53/udp 67/udp 443', 'Router of a subnet', 'generic', 'gateway'],
    ['core-switch', 'Core Switch', '22 161/udp', 'Switch in the core of a network', 'generic'],
    ['opnsense', 'OPNsense', '443 53/udp', 'Firewall and router on FreeBSD', 'gateway'],
    ['pfsense', 'pfSense', '443 53/udp', 'Firewall and router on FreeBSD', 'gateway'],
    ['fortigate', 'FortiGate', '443 22', 'Firewall by Fortinet', 'gateway'],
    ['palo-alto-firewall', 'Palo Alto Firewall', '443 22', 'Firewall by Palo Alto Networks', 'gateway'],
    ['mikrotik-routeros', 'MikroTik RouterOS', '8291 22', 'Router system by MikroTik', 'gateway'],
    ['vyos', 'VyOS', '22 179', 'Router system on Linux', 'gateway'],
    ['dhcp-server', 'DHCP Server', '67/udp', 'Hands out addresses', 'generic'],
    ['ntp-server', 'NTP Server', '123/udp', 'Tells the time', 'generic'],
    ['snmp-agent', 'SNMP Agent', '161/udp', 'Answers questions about the device', 'generic'],
  ],
  NetworkAccess: [
    ['switch', 'Switch', '22 161/udp', 'Access or distribution switch', 'generic'],
    ['access-point', 'Access Point', '22 443', 'Wireless access point', 'generic'],
    ['unifi-access-point', 'UniFi Access Point', '22', 'Wireless access point by Ubiquiti'],
    ['aruba-access-point', 'Aruba Access Point', '443', 'Wireless access point by HPE Aruba'],
    ['cisco-catalyst', 'Cisco Catalyst', '22 443 161/udp', 'Switch by Cisco'],
  ],
  NetworkAppliance: [
    ['unifi-controller', 'UniFi Controller', '8443 8080', 'Manages UniFi devices'],
    ['omada-controller', 'Omada Controller', '8043 8088', 'Manages TP-Link Omada devices'],
    ['wireless-lan-controller', 'Wireless LAN Controller', '443 5246/udp', 'Manages access points', 'generic'],
    ['f5-big-ip', 'F5 BIG-IP', '443 22', 'Application delivery controller by F5'],
    ['squid', 'Squid', '3128', 'Caching web proxy'],
  ],
  RemoteAccess: [
    ['ssh', 'SSH', '22', 'Secure shell', 'generic'],
    ['rdp', 'Remote Desktop', '3389', 'Remote desktop of Windows', 'generic'],
    ['vnc', 'VNC', '5900', 'Shared screen', 'generic'],
    ['telnet', 'Telnet', '23', 'Plain-text terminal', 'generic'],
    ['winrm', 'WinRM', '5985 5986', 'Remote management of Windows', 'generic'],
    ['guacamole', 'Apache Guacamole', '8080', 'Remote desktops in the browser'],
    ['rustdesk', 'RustDesk', '21116 21117', 'Remote support'],
  ],
  Storage: [
    ['truenas', 'TrueNAS', '443 445 2049', 'Network storage on ZFS'],
    ['synology-dsm', 'Synology DSM', '5000 5001 445', 'Network storage by Synology'],
    ['qnap-qts', 'QNAP QTS', '8080 443 445', 'Network storage by QNAP'],
    ['nextcloud', 'Nextcloud', '443', 'Files, calendars and contacts'],
    ['minio', 'MinIO', '9000 9001', 'Object storage'],
    ['ceph', 'Ceph', '3300 6789', 'Distributed storage'],
    ['nfs-server', 'NFS Server', '2049', 'Shared folders for Unix', 'generic'],
    ['samba', 'Samba', '445 139', 'Shared folders for Windows', 'generic'],
    ['iscsi-target', 'iSCSI Target', '3260', 'Shared block devices', 'generic'],
  ],
  Backup: [
    ['proxmox-backup-server', 'Proxmox Backup Server', '8007', 'Backups of virtual machines'],
    ['veeam', 'Veeam Backup', '9392 9419', 'Backups of virtual machines and servers'],
    ['bareos', 'Bareos', '9101 9102 9103', 'Backups over the network'],
    ['duplicati', 'Duplicati', '8200', 'Encrypted backups'],
  ],
  Media: [
    ['plex', 'Plex', '32400', 'Media server'],
    ['jellyfin', 'Jellyfin', '8096', 'Media server'],
    ['immich', 'Immich', '2283', 'Photos and videos'],
    ['sonos', 'Sonos', '1400', 'Loudspeakers'],
    ['chromecast', 'Chromecast', '8008 8009', 'Streaming receiver'],
  ],
  HomeAutomation: [
    ['home-assistant', 'Home Assistant', '8123', 'Home automation'],
    ['openhab', 'openHAB', '8080', 'Home automation'],
    ['zigbee2mqtt', 'Zigbee2MQTT', '8080', 'Bridge from Zigbee to MQTT'],
    ['frigate', 'Frigate', '5000 8554', 'Video recorder that sees'],
  ],
  Hypervisor: [
    ['proxmox-ve', 'Proxmox VE', '8006 22', 'Virtual machines and containers', 'hypervisor'],
    ['vmware-esxi', 'VMware ESXi', '443 902', 'Virtual machines', 'hypervisor'],
    ['vmware-vcenter', 'VMware vCenter', '443 5480', 'Manages ESXi hosts', 'hypervisor'],
    ['hyper-v', 'Hyper-V', '2179 5985', 'Virtual machines on Windows', 'hypervisor'],
    ['xcp-ng', 'XCP-ng', '443', 'Virtual machines on Xen', 'hypervisor'],
  ],
  ContainerRuntime: [
    ['docker', 'Docker', '2376', 'Runs containers', 'containerRuntime'],
    ['podman', 'Podman', '', 'Runs containers without a daemon', 'containerRuntime'],
  ],
  Container: [
    ['docker-container', 'Docker Container', '', 'A container whose software is not known', 'generic'],
    ['podman-container', 'Podman Container', '', 'A container whose software is not known', 'generic'],
  ],
  Orchestrator: [
    ['kubernetes', 'Kubernetes', '6443 10250', 'Runs containers on many hosts'],
    ['nomad', 'Nomad', '4646', 'Schedules work on many hosts'],
    ['portainer', 'Portainer', '9443', 'Manages containers'],
    ['rancher', 'Rancher', '443', 'Manages Kubernetes clusters'],
  ],
  DNS: [
    ['bind9', 'BIND 9', '53 53/udp', 'Name server'],
    ['unbound', 'Unbound', '53 53/udp', 'Resolver'],
    ['powerdns', 'PowerDNS', '53 53/udp 8081', 'Name server'],
    ['dns-server', 'DNS Server', '53 53/udp', 'Name server', 'generic'],
  ],
  VPN: [
    ['wireguard', 'WireGuard', '51820/udp', 'VPN'],
    ['openvpn', 'OpenVPN', '1194/udp', 'VPN'],
    ['tailscale', 'Tailscale', '41641/udp', 'Mesh VPN'],
    ['strongswan', 'strongSwan', '500/udp 4500/udp', 'IPsec VPN'],
  ],
  Monitoring: [
    ['prometheus', 'Prometheus', '9090', 'Metrics and alerts'],
    ['grafana', 'Grafana', '3000', 'Graphs of metrics'],
    ['zabbix', 'Zabbix', '10051 443', 'Monitors hosts'],
    ['uptime-kuma', 'Uptime Kuma', '3001', 'Watches whether things answer'],
    ['loki', 'Loki', '3100', 'Keeps logs'],
    ['node-exporter', 'Node Exporter', '9100', 'Metrics of a host', 'generic'],
    ['librenms', 'LibreNMS', '443', 'Monitors network devices'],
    ['graylog', 'Graylog', '9000 12201/udp', 'Keeps and searches logs'],
    ['syslog-server', 'Syslog Server', '514/udp', 'Collects logs', 'generic'],
  ],
  AdBlock: [
    ['pi-hole', 'Pi-hole', '53 53/udp 80', 'Resolver that blocks advertisements'],
    ['adguard-home', 'AdGuard Home', '53 53/udp 3000', 'Resolver that blocks advertisements'],
  ],
  ReverseProxy: [
    ['nginx', 'NGINX', '80 443', 'Web server and reverse proxy', 'generic'],
    ['traefik', 'Traefik', '80 443 8080', 'Reverse proxy'],
    ['haproxy', 'HAProxy', '80 443', 'Load balancer'],
    ['caddy', 'Caddy', '80 443', 'Web server and reverse proxy'],
    ['nginx-proxy-manager', 'Nginx Proxy Manager', '80 81 443', 'Reverse proxy with a web interface'],
  ],
  Workstation: [
    ['windows-workstation', 'Windows Workstation', '135 445', 'Personal computer', 'generic'],
    ['macos-workstation', 'Mac', '5900 88', 'Personal computer by Apple', 'generic'],
    ['linux-workstation', 'Linux Workstation', '22', 'Personal computer', 'generic'],
  ],
  Mobile: [
    ['apple-mobile', 'iPhone or iPad', '62078', 'Mobile device by Apple', 'generic'],
    ['android-mobile', 'Android Device', '', 'Mobile device', 'generic'],
  ],
  IoT: [
    ['philips-hue', 'Philips Hue Bridge', '443 80', 'Bridge to lamps'],
    ['shelly', 'Shelly', '80', 'Relays and sensors'],
    ['esphome', 'ESPHome', '6053', 'Self-made sensors'],
    ['ip-camera', 'IP Camera', '554 80', 'Surveillance camera', 'generic'],
    ['smart-tv', 'Smart TV', '8001', 'Television', 'generic'],
  ],
  Industrial: [
    ['siemens-s7', 'Siemens S7', '102', 'Programmable controller by Siemens'],
    ['modbus-device', 'Modbus Device', '502', 'Device on Modbus', 'generic'],
    ['bacnet-device', 'BACnet Device', '47808/udp', 'Device of building automation', 'generic'],
    ['ups', 'Uninterruptible Power Supply', '161/udp 443', 'Keeps devices running', 'generic'],
  ],
  Printer: [
    ['printer', 'Printer', '9100 631', 'Network printer', 'generic'],
    ['hp-printer', 'HP Printer', '9100 631 443', 'Printer by HP'],
    ['cups', 'CUPS', '631', 'Print server'],
  ],
  Database: [
    ['postgresql', 'PostgreSQL', '5432', 'Relational database'],
    ['mysql', 'MySQL', '3306', 'Relational database'],
    ['mariadb', 'MariaDB', '3306', 'Relational database'],
    ['mssql', 'Microsoft SQL Server', '1433', 'Relational database'],
    ['oracle-database', 'Oracle Database', '1521', 'Relational database'],
    ['mongodb', 'MongoDB', '27017', 'Document database'],
    ['redis', 'Redis', '6379', 'Data in memory'],
    ['elasticsearch', 'Elasticsearch', '9200 9300', 'Search engine'],
    ['influxdb', 'InfluxDB', '8086', 'Time series database'],
  ],
  Development: [
    ['gitlab', 'GitLab', '443 22', 'Code, reviews and pipelines'],
    ['gitea', 'Gitea', '3000 22', 'Code and reviews'],
    ['jenkins', 'Jenkins', '8080', 'Builds'],
    ['nexus-repository', 'Nexus Repository', '8081', 'Packages'],
    ['harbor', 'Harbor', '443', 'Container images'],
  ],
  Dashboard: [
    ['homepage', 'Homepage', '3000', 'Start page'],
    ['heimdall', 'Heimdall', '443', 'Start page'],
    ['netbox', 'NetBox', '8080', 'Documentation of networks'],
  ],
  MessageQueue: [
    ['rabbitmq', 'RabbitMQ', '5672 15672', 'Message broker'],
    ['kafka', 'Apache Kafka', '9092', 'Event log'],
    ['mosquitto', 'Eclipse Mosquitto', '1883 8883', 'MQTT broker'],
    ['nats', 'NATS', '4222', 'Message broker'],
  ],
  IdentityAndAccess: [
    ['active-directory', 'Active Directory', '389 636 88 445', 'Directory of Windows domains'],
    ['openldap', 'OpenLDAP', '389 636', 'Directory'],
    ['freeipa', 'FreeIPA', '443 389 88', 'Directory of Linux domains'],
    ['keycloak', 'Keycloak', '8443', 'Single sign-on'],
    ['authentik', 'authentik', '9443', 'Single sign-on'],
    ['vault', 'HashiCorp Vault', '8200', 'Secrets'],
    ['freeradius', 'FreeRADIUS', '1812/udp 1813/udp', 'Admits devices to the network'],
  ],
  Integration: [
    ['n8n', 'n8n', '5678', 'Workflows between systems'],
    ['node-red', 'Node-RED', '1880', 'Flows between devices'],
  ],
  Office: [
    ['onlyoffice', 'ONLYOFFICE', '443', 'Documents'],
    ['paperless-ngx', 'Paperless-ngx', '8000', 'Scanned papers'],
    ['sharepoint', 'SharePoint', '443', 'Documents and sites'],
  ],
  ProjectManagement: [
    ['jira', 'Jira', '8080', 'Issues'],
    ['openproject', 'OpenProject', '443', 'Projects'],
    ['redmine', 'Redmine', '3000', 'Projects and issues'],
  ],
  Messaging: [
    ['mattermost', 'Mattermost', '8065', 'Team chat'],
    ['matrix-synapse', 'Matrix Synapse', '8008 8448', 'Federated chat'],
    ['rocket-chat', 'Rocket.Chat', '3000', 'Team chat'],
  ],
  Conferencing: [
    ['jitsi-meet', 'Jitsi Meet', '443 10000/udp', 'Video calls'],
    ['bigbluebutton', 'BigBlueButton', '443', 'Virtual classrooms'],
  ],
  Telephony: [
    ['asterisk', 'Asterisk', '5060/udp 5061', 'Telephone exchange'],
    ['freepbx', 'FreePBX', '443 5060/udp', 'Telephone exchange'],
    ['ip-phone', 'IP Phone', '5060/udp 80', 'Desk phone', 'generic'],
  ],
  Email: [
    ['postfix', 'Postfix', '25 587', 'Mail server'],
    ['dovecot', 'Dovecot', '143 993', 'Mailboxes'],
    ['exchange', 'Microsoft Exchange', '443 25 587', 'Mail and calendars'],
    ['mailcow', 'mailcow', '443 25 993', 'Mail server'],
  ],
  Publishing: [
    ['wordpress', 'WordPress', '443', 'Web sites'],
    ['ghost', 'Ghost', '2368', 'Web sites'],
    ['wiki-js', 'Wiki.js', '3000', 'Wiki'],
    ['apache-http-server', 'Apache HTTP Server', '80 443', 'Web server', 'generic'],
  ],
  Unknown: [['unknown', 'Unknown', '', 'Software that could not be told', 'generic']],
  Custom: [['custom', 'Custom', '', 'Software of your own', 'generic']],
  OpenPorts: [['open-ports', 'Open Ports', '', 'Open ports that no service claims', 'generic', 'openPorts']],
};

function portsOf(text: string): UsualPort[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [number, protocol] = one.split('/');
      return { number: Number(number), protocol: protocol === 'udp' ? 'Udp' : 'Tcp' };
    });
}

function definitionOf(category: ServiceCategory, [id, name, ports, description, ...flags]: Entry): ServiceDefinition {
  return {
    id,
    name,
    description,
    category,
    icon: id,
    ports: portsOf(ports),
    isGeneric: flags.includes('generic'),
    isGateway: flags.includes('gateway'),
    isHypervisor: flags.includes('hypervisor'),
    isContainerRuntime: flags.includes('containerRuntime'),
    isOpenPorts: flags.includes('openPorts'),
  };
}

/** Every known software, by category and then in the order of the table. */
export const serviceDefinitions: readonly ServiceDefinition[] = Object.entries(entries).flatMap(([category, list]) =>
  list.map((entry) => definitionOf(category as ServiceCategory, entry)),
);
const byId = new Map(serviceDefinitions.map((definition) => [definition.id, definition]));

/** The definition of an id; an id that is not in the registry is software of the caller's own. */
export function serviceDefinitionOf(id: string): ServiceDefinition {
  return byId.get(id) ?? { ...byId.get('custom')!, id, name: id };
}

export const isInfrastructure = ({ category }: ServiceDefinition): boolean =>
  infrastructureCategories.includes(category);

/** A known container runtime, or software of the caller's own, of which nobody knows. */
export const mayRunContainers = (id: string): boolean => !byId.has(id) || serviceDefinitionOf(id).isContainerRuntime;
