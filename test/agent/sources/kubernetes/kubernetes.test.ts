// The data source Kubernetes with a stub of the API: nodes, workloads by owner, ports and addresses of services, pages,
// and missing, refused or malicious responses.
import { rootCertificates, type TLSSocket } from 'node:tls';
import { joinFound } from '../../../../src/agent/report/found-machines';
import { buildHostReport } from '../../../../src/agent/report/host-report';
import type { Machine } from '../../../../src/agent/report/machines';
import { SubnetPlan } from '../../../../src/agent/report/subnets';
import type { ApiTarget, FoundMachine, Reading } from '../../../../src/agent/sources';
import { kubernetesSource } from '../../../../src/agent/sources/kubernetes';
import { certificate } from '../../support/certificate';
import { ApiStub, connectionTo, type StubReply, type StubRequest } from '../api-stub';
import { answerOf, nodes, pods, serviceAccount, services, status, systemUuid } from './cluster-stub';

let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = (request) => answerOf(request);
});
afterEach(() => stub.stop());

const target = (settings: object = serviceAccount): ApiTarget => ({ connection: connectionTo(stub), settings });
const read = (): Promise<Reading> => kubernetesSource.read(target());
const machineNamed = (machines: readonly FoundMachine[], name: string): FoundMachine =>
  machines.find((one) => one.name === name)!;
const workloadsOn = ({ engine }: FoundMachine) => engine!.containers.map(({ name }) => name);
const withReplies = (...replies: readonly (readonly [RegExp, StubReply])[]) => {
  stub.reply = (request) => replies.find(([pattern]) => pattern.test(request.path))?.[1] ?? answerOf(request);
};
const withLists = (lists: Readonly<Record<string, readonly object[]>>) => {
  stub.reply = (request: StubRequest) => answerOf(request, lists);
};

test('nodes have their addresses, system, versions, pod networks, and the system UUID as their serial number', async () => {
  const { machines, notes } = await read();
  expect(notes).toEqual([]);
  expect(machines.map(({ name }) => name)).toEqual(['cp-1', 'node-1', 'node-2', 'ingress/controller']);
  expect(machineNamed(machines, 'node-1')).toMatchObject({
    ...{ source: 'kubernetes', key: `kubernetes ${nodes[1]!.metadata!.uid}`, os: 'Debian GNU/Linux 13 (trixie)' },
    entity: { serialNumber: systemUuid(2), softwareRevision: 'v1.33.1' },
    facts: { addresses: [{ address: '10.99.4.12', ifIndex: 0 }], interfaces: [] },
    engine: { runtime: 'Kubernetes', software: 'containerd' },
    services: [
      {
        ...{ definition: 'Kubernetes', ports: [10250] },
        reason: 'Kubelet v1.33.1; container runtime containerd://1.7.27; pod network 10.244.2.0/24, fd00:10:244:2::/64',
      },
    ],
  });
  expect(machineNamed(machines, 'cp-1').engine!.software).toBe('cri-o');
});

test('running pods are folded by their owner on each node, in every revision and run of it', async () => {
  const { machines } = await read();
  expect(workloadsOn(machineNamed(machines, 'cp-1'))).toEqual([
    'DaemonSet kube-system/kube-proxy',
    'Pod kube-system/kube-apiserver',
  ]);
  expect(workloadsOn(machineNamed(machines, 'node-1'))).toEqual([
    ...['DaemonSet ingress/controller', 'DaemonSet kube-system/kube-proxy', 'CronJob shop/report'],
    'Deployment shop/web',
  ]);
  expect(workloadsOn(machineNamed(machines, 'node-2'))).toEqual([
    ...['DaemonSet balancer/svclb', 'DaemonSet kube-system/kube-proxy', 'Deployment shop/web', 'Pod shop/debug'],
    'StatefulSet shop/db',
  ]);
});

test('workloads have the ports of their node, and say which services and ingresses lead to them', async () => {
  const { machines } = await read();
  const on = (node: string, title: string) =>
    machineNamed(machines, node).engine!.containers.find((one) => one.title === title)!;
  expect(on('node-1', 'shop/web')).toMatchObject({
    ports: [{ privatePort: 80, publicPort: 30080, protocol: 'Tcp' }],
    reason:
      'Deployment web in the namespace shop; Service shop/web: 10.96.0.15, 80/TCP (node port 30080), ingress shop.example/',
  });
  expect(on('node-2', 'shop/db').reason).toBe('StatefulSet db in the namespace shop; Service shop/db: 5432/TCP');
  // The external address 10.99.4.12 of the service belongs to node-1, so the service's ports are open there. The
  // address of the load balancer belongs to no node, so it is not listed.
  expect(on('node-1', 'ingress/controller').ports).toEqual([
    { privatePort: 80, publicPort: 30081, protocol: 'Tcp' },
    { privatePort: 80, publicPort: 80, protocol: 'Tcp', address: '10.99.4.12' },
    { privatePort: 443, publicPort: 30443, protocol: 'Tcp' },
    { privatePort: 443, publicPort: 443, protocol: 'Tcp', address: '10.99.4.12' },
    { privatePort: 443, publicPort: 30443, protocol: 'Udp' },
    { privatePort: 443, publicPort: 443, protocol: 'Udp', address: '10.99.4.12' },
  ]);
  expect(on('node-2', 'balancer/svclb').ports).toEqual([
    { privatePort: 8443, publicPort: 8443, protocol: 'Tcp' },
    { privatePort: 53, publicPort: 53, protocol: 'Udp' },
  ]);
  expect(on('cp-1', 'kube-system/kube-apiserver').ports).toEqual([
    { privatePort: 6443, publicPort: 6443, protocol: 'Tcp' },
  ]);
});

const plan = new SubnetPlan(['10.99.4.0/24'], [], []);
const fail = (text: string) => {
  throw new Error(text);
};
const reportOf = (machine: Machine) => buildHostReport(machine, { networkId: 'n', subnets: plan, trustsPorts: false });
const boundTo = (machine: Machine) => {
  const { services: rows = [], ports = [], ip_addresses: addresses = [] } = reportOf(machine);
  return rows!.map(({ name, service_definition, bindings }) => [
    ...[name, service_definition],
    (bindings ?? []).map(({ port_id, ip_address_id }) =>
      [
        addresses!.find(({ id }) => id === ip_address_id)?.ip_address ?? '*',
        ports!.find(({ id }) => id === port_id)!.number,
      ].join(':'),
    ),
  ]);
};

test('a report has the workloads as services of the container runtime, bound to the ports of the node', async () => {
  const { machines } = await read();
  const joined = joinFound([], machines, { isOfHosts: false, warn: fail });
  const node1 = joined.find(({ found }) => found![0]!.name === 'node-1')!;
  expect(boundTo(node1)).toEqual([
    ['containerd', 'containerd', []],
    ['ingress/controller', 'kubernetes-workload', ['*:30081', '10.99.4.12:80', '*:30443', '10.99.4.12:443']],
    ['kube-system/kube-proxy', 'kubernetes-workload', []],
    ['shop/report', 'kubernetes-workload', []],
    ['shop/web', 'kubernetes-workload', ['*:30080']],
    ['Kubernetes', 'Kubernetes', ['*:10250']],
  ]);
  const { services: rows } = reportOf(node1);
  expect(rows![4]).toMatchObject({
    virtualization_service_id: rows![0]!.id,
    virtualization_metadata: {
      type: 'Kubernetes',
      details: { container_id: 'shop/Deployment/web', container_name: 'Deployment shop/web' },
    },
    match: { confidence: 'Certain', reason: expect.stringContaining('ingress shop.example/') },
  });
});

test('the address of a load balancer is that of the machine that answers at it, and otherwise a host of its own', async () => {
  const { machines } = await read();
  const alone = joinFound([], machines, { isOfHosts: false, warn: fail });
  const balancer = alone.find(({ found }) => found![0]!.name === 'ingress/controller')!;
  expect(balancer.addresses).toEqual([{ address: '10.99.4.200', ports: [] }]);
  expect(boundTo(balancer)).toEqual([
    ['ingress/controller', 'kubernetes-workload', ['10.99.4.200:80', '10.99.4.200:443']],
  ]);
  const mac = '00:1B:21:00:04:12';
  const addresses = ['10.99.4.12', '10.99.4.200'].map((address) => ({ address, mac, ports: [] }));
  const scannedMachine = { addresses, names: [], findings: [], services: [] };
  const joined = joinFound([scannedMachine], machines, { isOfHosts: false, warn: fail });
  expect(joined).toHaveLength(3);
  expect(joined[0]!.found!.map(({ name }) => name)).toEqual(['node-1', 'ingress/controller']);
  expect(boundTo(joined[0]!)).toContainEqual([
    ...['ingress/controller', 'kubernetes-workload'],
    ['10.99.4.200:80', '10.99.4.200:443'],
  ]);
});

test('lists are read page by page, and only by GET', async () => {
  await read();
  const ofPods = stub.requests.map(({ path }) => path).filter((path) => path.startsWith('/api/v1/pods'));
  expect(ofPods).toHaveLength(Math.ceil(pods.length / 4));
  expect(ofPods.slice(0, 2)).toEqual(['/api/v1/pods?limit=200', '/api/v1/pods?limit=200&continue=MDAwNA%3D%3D']);
  expect(new Set(stub.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('after a page that fails, what was read until then counts, and a note says so', async () => {
  withReplies([/pods\?.*continue=MDAwOA/, { status: 410, body: status(410, 'Expired') }]);
  const { machines, notes } = await read();
  expect(notes).toEqual([expect.stringMatching(/^only the first 8 pods were read \(.*410/)]);
  expect(workloadsOn(machineNamed(machines, 'node-1'))).toEqual([
    'DaemonSet kube-system/kube-proxy',
    'Deployment shop/web',
  ]);
});

test('a list whose pages have no end is read to its limit', async () => {
  const item = { metadata: { namespace: 'a', name: 'b' } };
  const items = Array.from({ length: 200 }, () => item);
  withReplies([/ingresses/, { body: { items, metadata: { continue: 'again' } } }]);
  const { notes } = await read();
  expect(notes).toEqual(['only the first 2000 ingresses were read']);
  expect(stub.requests.filter(({ path }) => path.includes('ingresses'))).toHaveLength(10);
});

test.each<[string, RegExp, StubReply]>([
  ['services', /services/, { status: 403, body: status(403, 'services is forbidden') }],
  ['ingresses', /ingresses/, { status: 404, body: '404 page not found' }],
  ['jobs', /jobs/, 'half'],
  ['pods', /pods/, { body: { items: 7 } }],
])('without the list of %s the rest is read, and a note says so', async (name, pattern, reply) => {
  withReplies([pattern, reply]);
  const { machines, notes } = await read();
  expect(notes).toEqual([expect.stringContaining(`the list of ${name} could not be read`)]);
  expect(machines.map((one) => one.name)).toEqual(expect.arrayContaining(['cp-1', 'node-1', 'node-2']));
  // Without the list of Jobs, the CronJob of a Job is unknown, so pods are grouped by their Job.
  if (name === 'jobs') expect(workloadsOn(machineNamed(machines, 'node-1'))).toContain('Job shop/report-29100000');
});

test.each<[string, StubReply]>([
  ['is refused', { status: 403, body: status(403, 'nodes is forbidden') }],
  ['is empty', { body: { items: [] } }],
  ['is cut off', 'half'],
])('if the list of nodes %s, nothing is read', async (_name, reply) => {
  withReplies([/nodes/, reply]);
  await expect(read()).rejects.toThrow();
});

test('a wrong token is refused, a request too many is sent again, and no text of the token is told', async () => {
  const refused = await kubernetesSource.reach(target({ token: 'Other-Token-of-someone' }));
  expect(refused).toEqual({ outcome: 'refused', reason: expect.stringContaining('401') });
  expect(JSON.stringify(refused)).not.toContain('Other-Token');
  let isFirst = true;
  stub.reply = (one) => {
    if (!isFirst) return answerOf(one);
    isFirst = false;
    return { status: 429, headers: { 'retry-after': '1' }, body: status(429, 'Too many requests') };
  };
  expect(await kubernetesSource.reach(target())).toEqual({ outcome: 'opened' });
});

test('nodes of old versions, and nodes of which little is known, are read', async () => {
  const [first] = nodes;
  const old = {
    ...{ metadata: first!.metadata, spec: { podCIDR: '10.244.1.0/24' } },
    status: {
      ...first!.status,
      nodeInfo: { ...first!.status!.nodeInfo!, containerRuntimeVersion: 'docker://20.10.7' },
    },
  };
  withLists({ '/api/v1/nodes': [old, { metadata: { name: 'bare' } }, { metadata: { name: '' } }, {}] });
  const { machines } = await read();
  expect(machines.map(({ name }) => name).slice(0, 2)).toEqual(['cp-1', 'bare']);
  expect(machines[0]).toMatchObject({
    engine: { software: 'Docker' },
    services: [{ reason: 'Kubelet v1.33.1; container runtime docker://20.10.7; pod network 10.244.1.0/24' }],
  });
  expect(machines[1]).toMatchObject({
    ...{ key: `kubernetes 127.0.0.1:${stub.port} bare`, entity: {}, facts: { addresses: [] } },
    engine: { software: 'Kubernetes', containers: [] },
    services: [{ definition: 'Kubernetes', ports: [] }],
  });
});

test('two nodes with the same system UUID, or with one of the firmware, have no serial number', async () => {
  const withUuid = (at: number, systemUUID: string) => {
    const one = nodes[at]!;
    return { ...one, status: { ...one.status, nodeInfo: { ...one.status!.nodeInfo!, systemUUID } } };
  };
  const lists = [
    withUuid(0, systemUuid(5)),
    withUuid(1, systemUuid(5)),
    withUuid(2, '03000200-0400-0500-0006-000700080009'),
  ];
  withLists({ '/api/v1/nodes': lists });
  const { machines } = await read();
  expect(machines.flatMap(({ entity }) => entity?.serialNumber ?? [])).toEqual([]);
});

test('texts of any length and content cannot make two workloads one, or break a report', async () => {
  const hostile = ['x'.repeat(5_000), '\0', '\ud800', '../..', '<b>', 'a/b'];
  const many = hostile.flatMap((text) =>
    pods.slice(4, 7).map((one) => ({
      ...one,
      metadata: { ...one.metadata, namespace: text, name: text, ownerReferences: [{ kind: text, name: text }] },
    })),
  );
  withLists({
    '/api/v1/pods': many,
    '/api/v1/services': services.map((one) => ({ ...one, metadata: { namespace: '\0', name: 'x'.repeat(5_000) } })),
  });
  const { machines } = await read();
  expect(workloadsOn(machineNamed(machines, 'node-1'))).toHaveLength(hostile.length);
  for (const machine of joinFound([], machines, { isOfHosts: false, warn: fail })) {
    for (const { name, match, virtualization_metadata: of } of reportOf(machine).services!) {
      expect(name!.length).toBeLessThanOrEqual(100);
      expect(name).not.toMatch(/\0|\ud800/);
      expect((match?.reason ?? '').length).toBeLessThanOrEqual(2_000);
      expect((of?.details?.container_name ?? '').length).toBeLessThanOrEqual(255);
    }
  }
});

describe('settings', () => {
  const pem = { client_certificate: certificate.cert, client_key: certificate.key };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each<[string, object, boolean]>([
    ['a token', serviceAccount, true],
    ['a token that ends with a line', { token: 'abc\n' }, true],
    ['a client certificate', pem, true],
    [
      'the members of a kubeconfig, in Base64',
      {
        ...{ client_certificate: base64(certificate.cert), client_key: base64(certificate.key) },
        certificate_authority: base64(certificate.cert),
      },
      true,
    ],
    ['nothing', {}, false],
    ['a certificate without its key', { client_certificate: certificate.cert }, false],
    ['a key without its certificate', { ...serviceAccount, client_key: certificate.key }, false],
    ['a certificate that is none', { ...pem, client_certificate: 'abc' }, false],
    ['an authority that is none', { ...serviceAccount, certificate_authority: '-----BEGIN CERTIFICATE-----' }, false],
    ['a token of two lines', { token: 'a\r\nhost: b' }, false],
  ])('%s', (_name, settings, isValid) => {
    expect(kubernetesSource.parseSettings(settings) !== undefined).toBe(isValid);
  });

  test('the authority of the cluster vouches for its server, so that no fingerprint is pinned', async () => {
    const connection = connectionTo(stub, { fingerprint: undefined });
    const settings = { ...serviceAccount, certificate_authority: certificate.cert };
    expect(await kubernetesSource.reach({ connection, settings })).toEqual({ outcome: 'opened' });
    expect(connection.told).toEqual([]);
  });

  test('a server for which the authority of the cluster does not vouch gets no token', async () => {
    const connection = connectionTo(stub, { fingerprint: undefined });
    const settings = { ...serviceAccount, certificate_authority: rootCertificates[0]! };
    const { outcome, reason } = await kubernetesSource.reach({ connection, settings });
    expect([outcome, reason]).toEqual(['refused', expect.stringContaining('authority does not vouch')]);
    expect(stub.requests).toEqual([]);
  });

  test('a client certificate is presented in place of a token', async () => {
    const presented: unknown[] = [];
    stub.onConnection = (socket: TLSSocket) => presented.push(socket.getPeerCertificate().fingerprint256);
    stub.reply = (one) => answerOf({ ...one, headers: { authorization: `Bearer ${serviceAccount.token}` } });
    expect(await kubernetesSource.reach(target(pem))).toEqual({ outcome: 'opened' });
    expect(stub.requests[0]!.headers.authorization).toBeUndefined();
    expect(presented).toEqual([expect.stringMatching(/^([0-9A-F]{2}:){31}/)]);
  });
});
