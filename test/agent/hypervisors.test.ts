// Delivery of guests: each guest refers to the stored service of its hypervisor, also after the agent was restarted.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DaemonClient } from '../../src/agent/protocol/daemon-client';
import { deliver } from '../../src/agent/protocol/deliver';
import { Refusal } from '../../src/agent/protocol/json-client';
import { Outbox, type Entry, type HostEntry } from '../../src/agent/protocol/outbox';
import type { HostReport, SessionUpdate } from '../../src/agent/protocol/wire';

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-hypervisors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const host = (name: string, more: Partial<HostEntry> = {}, addresses: readonly string[] = []): HostEntry => ({
  ...{ kind: 'host', label: name },
  body: {
    host: { network_id: 'n', name },
    ip_addresses: addresses.map((ip_address, position) => ({ ip_address, position, subnet_id: 's' })),
  },
  ...more,
});
const hypervisor = { key: 'cluster / pve1', definition: 'Proxmox VE' };
const end: Entry = { kind: 'end', body: { phase: 'Complete' } as SessionUpdate };

/**
 * A fake server that stores all hosts except those named in `refuses`. In its responses, the services of a host have
 * fixed ids.
 */
function server(refuses: readonly string[] = []) {
  const stored: [name: string, runtime: unknown][] = [];
  const warnings: string[] = [];
  const batches: number[] = [];
  const answer = (body: HostReport) => {
    stored.push([body.host.name!, body.host.virtualization_service_id]);
    const services = [
      { id: 'ssh', service_definition: 'SSH', bindings: [] },
      { id: 'pve', service_definition: 'Proxmox VE', bindings: [] },
    ];
    return { id: randomUUID(), ip_addresses: [], ports: [], interfaces: [], services };
  };
  const client = {
    networkId: 'n',
    reportHost: async (body: HostReport) => {
      if (refuses.includes(body.host.name!)) throw new Refusal(400, 'validation_required', 'no');
      return answer(body);
    },
    reportHosts: async (bodies: readonly HostReport[]) => {
      batches.push(bodies.length);
      return bodies.map(answer);
    },
    update: async (_id: string, body: SessionUpdate) => void warnings.push(...(body.warnings as string[])),
  } as unknown as DaemonClient;
  return { client, stored, warnings, batches };
}

const signal = new AbortController().signal;
function outboxWith(entries: readonly Entry[], file = path.join(folder, `${randomUUID()}.ndjson`)): Outbox {
  const outbox = new Outbox(file);
  for (const entry of entries) outbox.add(entry);
  return outbox;
}

const guest = { runsOn: hypervisor.key };

test('guests are sent with the id of the service that runs them, alone and after their hypervisor', async () => {
  const { client, stored, batches } = server();
  const entries = [
    host('a'),
    host('pve1', { hypervisor }),
    host('web', guest),
    host('db', guest),
    host('b'),
    host('c'),
  ];
  await deliver(outboxWith([...entries, end]), { client, signal });
  expect(stored).toEqual([
    ...[['a', undefined] as const, ['pve1', undefined] as const, ['web', 'pve'] as const, ['db', 'pve'] as const],
    ...[['b', undefined] as const, ['c', undefined] as const],
  ]);
  expect(batches).toEqual([2]);
});

test('after a restart, guests still refer to a hypervisor that was stored before', async () => {
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  const first = outboxWith([host('pve1', { hypervisor })], file);
  first.settle({ serviceIds: [[hypervisor.key, 'pve']] });
  first.close();
  const { client, stored } = server();
  await deliver(outboxWith([host('web', guest), end], file), { client, signal });
  expect(stored).toEqual([['web', 'pve']]);
});

test('bridges of a container engine are sent for the host and the runtime that were stored, also after a restart', async () => {
  const file = path.join(folder, `${randomUUID()}.ndjson`);
  const bridges = {
    host: { network_id: 'n', name: '' },
    subnets: [{ name: 'a', cidr: '172.18.0.0/16', subnet_type: 'DockerBridge' as const }],
  };
  const first = outboxWith([host('docker-1', { engines: [{ key: 'docker A', definition: 'Docker' }] })], file);
  first.settle({ serviceIds: [['docker A', 'runtime']], hostIds: [['docker A', 'host-1']] });
  first.close();
  const reports: HostReport[] = [];
  const { client } = server();
  client.reportHost = async (body) => (reports.push(body), undefined);
  const entries: Entry[] = [
    { kind: 'containers', runtime: 'docker A', label: 'docker-1', body: bridges },
    // The host of this container engine was not stored, so this entry is skipped.
    { kind: 'containers', runtime: 'docker B', label: 'docker-2', body: bridges },
  ];
  await deliver(outboxWith([...entries, end], file), { client, signal });
  expect(reports).toEqual([
    {
      host: { id: 'host-1', network_id: 'n', name: '' },
      subnets: [{ ...bridges.subnets[0], virtualization_service_id: 'runtime' }],
      services: [],
    },
  ]);
});

test('without its hypervisor, a guest with an address is stored alone, and one without is left out with a warning', async () => {
  const { client, stored, warnings } = server(['pve1']);
  const entries = [host('pve1', { hypervisor }), host('web', guest, ['10.0.0.5']), host('db', guest)];
  await deliver(outboxWith([...entries, end]), { client, signal });
  expect(stored).toEqual([['web', undefined]]);
  expect(warnings).toEqual([expect.stringContaining('pve1'), expect.stringContaining('db was left out')]);
});
