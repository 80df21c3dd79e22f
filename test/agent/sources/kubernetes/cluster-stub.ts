// A Kubernetes cluster as responses of its API. The objects have the types of the published OpenAPI document
// (https://github.com/kubernetes/kubernetes/tree/master/api/openapi-spec), from the package kubernetes-types. The
// values are invented.
import type { Job } from 'kubernetes-types/batch/v1';
import type { Node, Pod, Service } from 'kubernetes-types/core/v1';
import type { Ingress } from 'kubernetes-types/networking/v1';
import type { StubAnswer, StubRequest } from '../api-stub';

export const serviceAccount = { token: 'Secret-Token.of-a-service-account.Signature' };
const authorization = `Bearer ${serviceAccount.token}`;

export const systemUuid = (number: number): string => `4c4c4544-0042-3510-8052-b4c04f46530${number}`;

function node(number: number, name: string, runtime = 'containerd://1.7.27'): Node {
  return {
    metadata: { name, uid: `00000000-0000-4000-8000-00000000000${number}` },
    spec: { podCIDR: `10.244.${number}.0/24`, podCIDRs: [`10.244.${number}.0/24`, `fd00:10:244:${number}::/64`] },
    status: {
      addresses: [
        { type: 'InternalIP', address: `10.99.4.1${number}` },
        { type: 'Hostname', address: name },
      ],
      conditions: [{ type: 'Ready', status: 'True' }],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        ...{ machineID: `${number}`.repeat(32), systemUUID: systemUuid(number).toUpperCase(), bootID: 'b' },
        ...{ osImage: 'Debian GNU/Linux 13 (trixie)', kernelVersion: '6.12', operatingSystem: 'linux' },
        ...{ architecture: 'amd64', kubeletVersion: 'v1.33.1', kubeProxyVersion: '', containerRuntimeVersion: runtime },
      },
    },
  };
}

export const nodes: readonly Node[] = [node(1, 'cp-1', 'cri-o://1.33.0'), node(2, 'node-1'), node(3, 'node-2')];

interface PodOptions {
  readonly owner?: readonly [kind: string, name: string];
  readonly labels?: Readonly<Record<string, string>>;
  readonly phase?: string;
  readonly ports?: { containerPort: number; hostPort?: number; protocol?: string }[];
}

function pod(namespace: string, name: string, nodeName: string, options: PodOptions = {}): Pod {
  const { owner, labels = {}, phase = 'Running', ports = [] } = options;
  const reference = owner && { apiVersion: 'v1', kind: owner[0], name: owner[1], uid: owner[1], controller: true };
  return {
    metadata: { namespace, name, labels: { ...labels }, ...(reference && { ownerReferences: [reference] }) },
    spec: { nodeName, containers: [{ name: 'main', image: 'registry.example/main:1', ports }] },
    status: { phase, podIP: '10.244.2.9' },
  };
}

const web = (hash: string, end: string, nodeName: string) =>
  pod('shop', `web-${hash}-${end}`, nodeName, {
    ...{ owner: ['ReplicaSet', `web-${hash}`], labels: { app: 'web', 'pod-template-hash': hash } },
    ports: [{ containerPort: 8080 }],
  });

export const pods: readonly Pod[] = [
  pod('kube-system', 'kube-apiserver-cp-1', 'cp-1', {
    owner: ['Node', 'cp-1'],
    ports: [{ containerPort: 6443, hostPort: 6443, protocol: 'TCP' }],
  }),
  ...nodes.map(({ metadata }, at) =>
    pod('kube-system', `kube-proxy-${at}`, metadata!.name!, { owner: ['DaemonSet', 'kube-proxy'] }),
  ),
  // Pods of two revisions (`5d8f` and `77c4`) of the Deployment `web`.
  ...[web('5d8f', 'aaaaa', 'node-1'), web('5d8f', 'bbbbb', 'node-1'), web('77c4', 'ccccc', 'node-2')],
  pod('shop', 'db-0', 'node-2', { owner: ['StatefulSet', 'db'], labels: { app: 'db' } }),
  pod('shop', 'report-29100000-ddddd', 'node-1', { owner: ['Job', 'report-29100000'], labels: { app: 'report' } }),
  pod('shop', 'report-29099999-eeeee', 'node-1', { owner: ['Job', 'report-29099999'], phase: 'Succeeded' }),
  pod('shop', 'waiting', '', { phase: 'Pending' }),
  pod('shop', 'debug', 'node-2'),
  pod('ingress', 'controller-x', 'node-1', { owner: ['DaemonSet', 'controller'], labels: { app: 'controller' } }),
  pod('balancer', 'svclb-x', 'node-2', {
    owner: ['DaemonSet', 'svclb'],
    ports: [
      { containerPort: 8443, hostPort: 8443 },
      { containerPort: 53, hostPort: 53, protocol: 'UDP' },
      { containerPort: 9, hostPort: 9, protocol: 'SCTP' },
    ],
  }),
];

export const jobs: readonly Job[] = ['report-29100000', 'report-29099999'].map((name) => ({
  metadata: {
    ...{ namespace: 'shop', name },
    ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'report', uid: 'r', controller: true }],
  },
}));

export const services: readonly Service[] = [
  {
    metadata: { namespace: 'default', name: 'kubernetes' },
    spec: { type: 'ClusterIP', clusterIP: '10.96.0.1', ports: [{ port: 443, protocol: 'TCP' }] },
  },
  {
    metadata: { namespace: 'shop', name: 'web' },
    spec: {
      ...{ type: 'NodePort', clusterIP: '10.96.0.15', clusterIPs: ['10.96.0.15'], selector: { app: 'web' } },
      ports: [{ port: 80, targetPort: 8080, nodePort: 30080, protocol: 'TCP' }],
    },
  },
  {
    metadata: { namespace: 'shop', name: 'db' },
    spec: { type: 'ClusterIP', clusterIP: 'None', selector: { app: 'db' }, ports: [{ port: 5432 }] },
  },
  // This service selects no pods: it selects only in its own namespace `other`, which has none. Pods `web` are in
  // `shop`.
  {
    metadata: { namespace: 'other', name: 'web' },
    spec: { type: 'ClusterIP', clusterIP: '10.96.0.16', selector: { app: 'web' }, ports: [{ port: 80 }] },
  },
  { metadata: { namespace: 'shop', name: 'mail' }, spec: { type: 'ExternalName', externalName: 'mail.example' } },
  {
    metadata: { namespace: 'ingress', name: 'controller' },
    spec: {
      ...{ type: 'LoadBalancer', clusterIP: '10.96.0.17', selector: { app: 'controller' } },
      externalIPs: ['10.99.4.12'],
      ports: [
        { name: 'http', port: 80, nodePort: 30081 },
        { name: 'https', port: 443, nodePort: 30443 },
        { name: 'quic', port: 443, nodePort: 30443, protocol: 'UDP' },
      ],
    },
    status: { loadBalancer: { ingress: [{ ip: '10.99.4.200' }, { hostname: 'lb.example' }] } },
  },
];

export const ingresses: readonly Ingress[] = [
  {
    metadata: { namespace: 'shop', name: 'shop' },
    spec: {
      rules: [
        {
          host: 'shop.example',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
          },
        },
      ],
    },
  },
];

const lists: Readonly<Record<string, readonly object[]>> = {
  '/api/v1/nodes': nodes,
  '/api/v1/pods': pods,
  '/api/v1/services': services,
  '/apis/networking.k8s.io/v1/ingresses': ingresses,
  '/apis/batch/v1/jobs': jobs,
};

/** Maximum number of rows per response of the stub, so that lists have several pages. */
const mostRows = 4;

/** The API's response to a request. `changed` replaces lists, by path. */
export function answerOf(
  { path, headers }: StubRequest,
  changed: Readonly<Record<string, readonly object[]>> = {},
): StubAnswer | undefined {
  const url = new URL(path, 'https://stub');
  const list = changed[url.pathname] ?? lists[url.pathname];
  if (!list) return undefined;
  if (headers.authorization !== authorization) return { status: 401, body: status(401, 'Unauthorized') };
  const start = Number(Buffer.from(url.searchParams.get('continue') ?? '', 'base64').toString() || 0);
  const end = start + Math.min(mostRows, Number(url.searchParams.get('limit') ?? Infinity));
  const next = end < list.length ? Buffer.from(`${end}`.padStart(4, '0')).toString('base64') : undefined;
  return {
    body: {
      ...{ kind: 'List', apiVersion: 'v1', items: list.slice(start, end) },
      metadata: { resourceVersion: '7', ...(next && { continue: next, remainingItemCount: list.length - end }) },
    },
  };
}

export const status = (code: number, message: string): object => ({
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code },
});
