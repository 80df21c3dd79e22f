// The configuration files of Patroni and HAProxy.
import path from 'node:path';
import { etcdNames, netloomNames, nodeNames } from './layout.mjs';

const loopback = (port) => `127.0.0.1:${port}`;

/**
 * The configuration of one member under Patroni. The lease of the primary ends 20 s after its last renewal (`ttl`), so
 * a lost node is replaced after about 20 s. A killed postmaster is replaced or restarted at the next round
 * (`loop_wait`).
 */
export function patroniConfiguration(layout, name) {
  const { ports, passwords, programs } = layout;
  return {
    scope: 'netloom',
    name,
    restapi: { listen: loopback(ports.patroni[name]), connect_address: loopback(ports.patroni[name]) },
    etcd3: { hosts: etcdNames.map((etcd) => loopback(ports.etcd[etcd])) },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 5, retry_timeout: 5, primary_start_timeout: 0 },
        // If no standby is available, the primary accepts writes without replication. `synchronous_mode_strict` would
        // refuse these writes.
        ...{ synchronous_mode: true, maximum_lag_on_failover: 1_048_576 },
        // If etcd has no majority, the primary stays primary as long as it can reach all members.
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_log_hints: 'on', wal_keep_size: '256MB', shared_buffers: '64MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      users: { netloom: { password: passwords.netloom, options: ['login', 'createdb'] } },
    },
    postgresql: {
      ...{ listen: loopback(ports[name]), connect_address: loopback(ports[name]) },
      ...{ data_dir: layout.at(name, 'data'), bin_dir: path.dirname(programs.postgres) },
      pgpass: layout.at(name, 'pgpass'),
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      authentication: {
        superuser: { username: 'postgres', password: passwords.postgres },
        replication: { username: 'replicator', password: passwords.replicator },
        rewind: { username: 'rewind', password: passwords.rewind },
      },
    },
  };
}

/** The configuration of HAProxy: one port for the primary, one for replicas, and one for the Netloom processes. */
export function haproxyConfiguration(layout) {
  const { ports } = layout;
  const members = (role) =>
    nodeNames.map(
      (name) =>
        `  server ${name} ${loopback(ports[name])} check port ${ports.patroni[name]} on-marked-down shutdown-sessions # ${role}`,
    );
  const databasePort = (role, port, balance) => [
    `listen ${role}`,
    `  bind ${loopback(port)}`,
    '  mode tcp',
    `  balance ${balance}`,
    `  option httpchk GET /${role}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1',
    ...members(role),
  ];
  return [
    'global',
    '  maxconn 2000',
    'defaults',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    ...databasePort('primary', ports.primary, 'first'),
    ...databasePort('replica', ports.replicas, 'roundrobin'),
    'listen web',
    `  bind ${loopback(ports.web)}`,
    '  mode http',
    '  option forwardfor',
    // HAProxy opens a new connection for each request: when a process is killed, a request on a reused connection would
    // get no response.
    '  option httpclose',
    '  http-reuse never',
    '  option redispatch 1',
    '  retries 3',
    // Only GET requests are repeated on another process, because a write that got no response may have taken effect.
    '  retry-on conn-failure empty-response',
    '  http-request disable-l7-retry if !METH_GET',
    // If no Netloom process responds, HAProxy responds with 503 and Retry-After, in the same form as Netloom.
    ...[502, 503, 504].map((status) => `  errorfile ${status} ${layout.at('unavailable.http')}`),
    '  option httpchk GET /api/health',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1',
    ...netloomNames.map((name) => `  server ${name} ${loopback(ports[name])} check`),
    '',
  ].join('\n');
}

const unavailableBody = JSON.stringify({
  success: false,
  error: 'The service is unavailable.',
  code: 'service_unavailable',
});
export const unavailableAnswer = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 1',
  'Content-Type: application/json',
  'Cache-Control: no-store',
  `Content-Length: ${unavailableBody.length}`,
  'Connection: close',
  '',
  unavailableBody,
].join('\r\n');

/**
 * The command line arguments of an etcd member. The election timeout is long, because all etcd members share one disk.
 */
export function etcdArguments(layout, name) {
  const { ports } = layout;
  const [client, peer] = [`http://${loopback(ports.etcd[name])}`, `http://${loopback(ports.etcdPeers[name])}`];
  const cluster = etcdNames.map((member) => `${member}=http://${loopback(ports.etcdPeers[member])}`).join(',');
  return Object.entries({
    ...{ name, 'data-dir': layout.at(name), 'log-level': 'warn' },
    ...{ 'listen-client-urls': client, 'advertise-client-urls': client },
    ...{ 'listen-peer-urls': peer, 'initial-advertise-peer-urls': peer },
    ...{ 'initial-cluster': cluster, 'initial-cluster-state': 'new' },
    ...{ 'heartbeat-interval': 200, 'election-timeout': 2_000 },
  }).map(([option, value]) => `--${option}=${value}`);
}

/** The environment of one Netloom process of the cluster. */
export function netloomSettings(layout, name, settings = {}) {
  return {
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(layout.ports[name]), TRUST_PROXY: '1' },
    ...{ DATABASE_URL: layout.databaseUrl, DATABASE_READ_URLS: layout.readUrls.join(',') },
    ...{ REDIS_URL: layout.redisUrl, SECRETS_KEY: layout.passwords.secretsKey },
    ...{ REGISTRATION: 'open', RATE_LIMIT: 'off', DEMO: 'off', ...settings },
  };
}
