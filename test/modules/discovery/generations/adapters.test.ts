// Converting daemon messages to the form of the newest version, as pure functions: what any JSON is converted to, and
// that messages of the newest version do not change.
import fc from 'fast-check';
import {
  protocolGeneration,
  isOlderGeneration,
  readBody,
  readBodyInTurns,
  writeAnswer,
  type DaemonCall,
} from '../../../../src/modules/discovery/protocol/generations';
import { generations } from '../../../../src/modules/discovery/protocol/generations/protocol-versions';
import { countTurns } from '../../../support/turns';
import { hostReport, updateBody } from './reports';
import { versionOf } from './model-daemon';
import { workSchema } from './readings';

const calls: readonly DaemonCall[] = [
  ...(['register', 'startup', 'request-work', 'heartbeat', 'update-capabilities', 'update'] as const),
  ...(['hosts/discovery', 'subnets', 'vlans/discovery', 'status', 'poll', 'initiate', 'entities-created'] as const),
];
const machine = { hostId: 'h', networkId: 'n', subnetId: 's', ip: '10.0.0.1', addressId: 'a', portId: 'p' };

test.each([
  ['0.13.6', 'A0'],
  ['0.14.0', 'A'],
  ['v0.14.19', 'A'],
  ['0.15.0', 'B'],
  ['0.16.2', 'C'],
  ['0.17.0', 'D'],
  ['0.17.5', 'E'],
  ['0.17.14', 'E'],
  ['0.17.15', 'F'],
  ['0.17.22', 'G'],
  ['0.17.22+netloom.0.1.0', 'G'],
  ['1.0.0', 'G'],
  ['nightly', 'A0'],
  ['', 'A0'],
  [null, 'A0'],
] as const)('version %s is of generation %s', (version, generation) => {
  expect(protocolGeneration(version)).toBe(generation);
});

test('versions are assigned to generations in order', () => {
  expect(generations.map((one) => protocolGeneration(versionOf[one]))).toEqual(generations);
  expect(generations.slice(1).every((one, index) => isOlderGeneration(generations[index]!, one))).toBe(true);
});

test.each(calls)('%s: any JSON is read and written without an error', (call) => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(...generations), (text, generation) => {
      const read = readBody(call, JSON.parse(text));
      expect(typeof read).toBe('object');
      writeAnswer(call, generation, JSON.parse(text));
    }),
    { seed: 13, numRuns: 300 },
  );
});

test.each(generations)('%s: a report keeps each part when it is converted to the internal form', (generation) => {
  fc.assert(
    fc.property(hostReport(generation, machine), (body) => {
      const read = readBody('hosts/discovery', body) as Record<string, Record<string, unknown>[]>;
      const ports = (body.if_entries ?? body.interfaces ?? []) as unknown[];
      expect(read.ip_addresses).toHaveLength(1);
      expect(read.ports).toHaveLength(1);
      expect(read.services).toHaveLength((body.services as unknown[]).length);
      const isOld = !('ip_addresses' in body);
      if (isOld) expect(read.interfaces ?? []).toHaveLength('if_entries' in body ? ports.length : 0);
      const text = JSON.stringify(read);
      expect(text).not.toMatch(/"site_id"|"virtualization":|"interface_id"|"neighbor_candidates"|00000000-0000-0000/);
      // A body in the newest form, such as `read`, is not changed by the conversion.
      expect(readBody('hosts/discovery', read)).toEqual(read);
    }),
    { seed: 13, numRuns: 100 },
  );
});

test.each(generations)("%s: reading a run's state twice gives the same as reading it once", (generation) => {
  fc.assert(
    fc.property(updateBody(generation, 'Scanning', 'Network'), (body) => {
      const read = readBody('update', body);
      expect(read.stage).toBe('Network');
      expect(readBody('update', { ...read, discovery_type: { type: 'Network' } })).toEqual(read);
    }),
    { seed: 13, numRuns: 100 },
  );
});

test('each entity in a poll is read like the corresponding call', () => {
  const host = { host: { name: 'x' }, interfaces: [{ ip_address: '10.0.0.1' }], ports: [], services: [] };
  const subnet = { cidr: '10.0.0.0/24', name: '', subnet_type: 'New' };
  const progress = { phase: 'Scanning', warnings: [{ code: 'Slow' }] };
  expect(readBody('poll', { progress, entities: { hosts: [host, 7], subnets: [subnet] } })).toMatchObject({
    progress: { phase: 'Scanning', warnings: ['Slow'] },
    entities: {
      hosts: [{ ip_addresses: [{ ip_address: '10.0.0.1' }] }],
      subnets: [{ name: '10.0.0.0/24', subnet_type: 'Unknown' }],
    },
  });
  expect(readBody('poll', { progress: null })).toEqual({ progress: null, entities: { hosts: [], subnets: [] } });
});

test('a batch that is read in turns of the event loop gives the same as one read at once', async () => {
  const report = (at: number) => ({
    host: { name: `h ${at}`, site_id: 'n' },
    if_entries: [],
    services: [{ name: 's' }],
  });
  const reports = [...Array.from({ length: 300 }, (_, at) => report(at)), 7, null];
  for (const body of [{ reports, site_id: 'n' }, { reports: 7 }, {}, 7, null]) {
    const { answer } = await countTurns(() => readBodyInTurns('hosts/discovery/batch', body));
    expect(answer).toEqual(readBody('hosts/discovery/batch', body));
  }
  expect((await countTurns(() => readBodyInTurns('hosts/discovery/batch', { reports }))).turns).toBeGreaterThan(15);
  expect((await countTurns(() => readBodyInTurns('hosts/discovery', report(1)))).answer).toEqual(
    readBody('hosts/discovery', report(1)),
  );
});

describe('work for a daemon', () => {
  const id = '6f1c2a52-5f4e-4d0a-9a6e-0d3f5f1c7b11';
  const snmp = { type: 'Snmp', version: 'V2c', community: 'public', v3: null };
  const work = {
    ...{ session_id: id, discovery_id: id, daemon_id: id, network_id: id, phase: 'Starting', progress: 0 },
    ...{ error: null, started_at: null, finished_at: null, warnings: [] },
    discovery_type: {
      ...{ type: 'Unified', host_id: id, subnet_ids: [id], host_naming_fallback: 'BestService' },
      scan_settings: { probe_raw_socket_ports: true },
    },
    subnets: [],
    credential_mappings: [
      {
        ...{ default_credential: snmp, default_credential_id: id },
        ip_overrides: [{ ip: '10.0.0.1', credential: { ...snmp, community: 'core' }, credential_id: id }],
      },
    ],
  };

  test.each(generations)('%s: the daemon can read each stage', (generation) => {
    for (const stage of ['SelfReport', 'Network', 'Docker', null]) {
      const [writtenValue] = workSchema(generation).parse(
        writeAnswer('request-work', generation, [{ ...work, stage }, true]),
      );
      const isLegacy = isOlderGeneration(generation, 'B');
      expect(writtenValue!.discovery_type.type).toBe(isLegacy ? (stage ?? 'SelfReport') : 'Unified');
    }
    expect(writeAnswer('request-work', generation, [null, false])).toEqual([null, false]);
  });

  test('before 0.15 communities are sent only with the scan of the network', () => {
    const writeWork = (stage: string) => writeAnswer('initiate', 'A', { ...work, stage }) as Record<string, unknown>;
    expect(writeWork('Network').discovery_type).toEqual({
      ...{ type: 'Network', subnet_ids: [id], host_naming_fallback: 'BestService', probe_raw_socket_ports: true },
      snmp_credentials: {
        default_credential: { version: 'V2c', community: 'public' },
        ip_overrides: [{ ip: '10.0.0.1', credential: { version: 'V2c', community: 'core' } }],
      },
    });
    for (const stage of ['SelfReport', 'Docker']) expect(JSON.stringify(writeWork(stage))).not.toContain('public');
  });
});
