// The order in which daemons try credentials, the format that daemons can read, and how results are parsed.
import fc from 'fast-check';
import {
  toCredentialMappings,
  type CredentialMapping,
  type OpenedCredential,
} from '../../../../src/modules/discovery/credentials/credential-mappings';
import {
  parseCredentialResults,
  summarizeResults,
} from '../../../../src/modules/discovery/credentials/credential-results';
import { canDaemonRead, wireCredential } from '../../../../src/modules/discovery/credentials/wire-credential';
import type { SnmpVersion } from '../../../../src/modules/inventory';

const credential = (name: string, type: SnmpVersion, fields: Partial<OpenedCredential> = {}): OpenedCredential => ({
  ...{ id: `id-${name}`, name, credentialType: type, isOfNetwork: false, isDefault: false, hosts: [] },
  wire: wireCredential(type, type === 'SnmpV3' ? { username: name } : { community: name }),
  ...fields,
});
const on = (hostId: string, since: string, ...addresses: string[]) => ({ hostId, since, addresses });

/**
 * The credentials that a daemon tries at an address: of each mapping, the credential for this address or, if there is
 * none, the default credential.
 */
const triedOn = (mappings: readonly CredentialMapping[], ip: string) =>
  mappings.flatMap(({ defaultCredentialId, ipOverrides }) => {
    const id = ipOverrides.find((one) => one.ip === ip)?.credentialId ?? defaultCredentialId;
    return id === null ? [] : [id.replace('id-', '')];
  });

test("a host's credentials precede the network's and the organization's; stronger versions come first", () => {
  const mappings = toCredentialMappings([
    credential('org v2c', 'SnmpV2c', { isDefault: true }),
    credential('org v3', 'SnmpV3', { isDefault: true }),
    credential('net v1', 'SnmpV1', { isOfNetwork: true }),
    credential('net v3', 'SnmpV3', { isOfNetwork: true, isDefault: true }),
    credential('host v1', 'SnmpV1', { hosts: [on('h', '2026-01-01', '10.0.0.1', '10.0.0.2')] }),
    credential('host v2c b', 'SnmpV2c', { hosts: [on('h', '2026-01-02', '10.0.0.1', '10.0.0.2')] }),
    credential('host v2c a', 'SnmpV2c', { hosts: [on('h', '2026-01-03', '10.0.0.1', '10.0.0.2')] }),
    credential('other host', 'SnmpV3', { hosts: [on('i', '2026-01-01', '10.0.0.9')] }),
  ]);
  const general = ['net v3', 'net v1', 'org v3', 'org v2c'];
  const ownNames = ['host v2c b', 'host v2c a', 'host v1'];
  for (const ip of ['10.0.0.1', '10.0.0.2']) expect(triedOn(mappings, ip)).toEqual([...ownNames, ...general]);
  expect(triedOn(mappings, '10.0.0.9')).toEqual(['other host', ...general]);
  expect(triedOn(mappings, '10.0.0.3')).toEqual(general);
});

test('the order of the input makes no difference, and no mapping is empty', () => {
  const all = [
    credential('a', 'SnmpV2c', { isOfNetwork: true, hosts: [on('h', '1', '10.0.0.1')] }),
    credential('b', 'SnmpV2c', { isDefault: true, hosts: [on('i', '1', '10.0.0.2'), on('h', '2', '10.0.0.1')] }),
    credential('c', 'SnmpV3', { hosts: [on('i', '2', '10.0.0.2')] }),
  ];
  const expectedCredentialMappings = toCredentialMappings(all);
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffledCredentials) => {
      expect(toCredentialMappings(shuffledCredentials)).toEqual(expectedCredentialMappings);
    }),
  );
  for (const { defaultCredential, ipOverrides } of expectedCredentialMappings)
    expect(defaultCredential !== null || ipOverrides.length > 0).toBe(true);
});

const user = (authenticationProtocol: 'MD5' | 'SHA' | 'SHA256', privacyProtocol?: 'DES' | 'AES128' | 'AES256') =>
  wireCredential('SnmpV3', {
    username: 'u',
    authenticationProtocol,
    authenticationKey: 'a-secret-1',
    ...(privacyProtocol && { privacyProtocol, privacyKey: 'p-secret-1' }),
  });

test('a mapping is sent as community or user, tagged by type', () => {
  expect(wireCredential('SnmpV1', { community: 'c' })).toEqual({
    type: 'Snmp',
    version: 'V1',
    community: 'c',
    v3: null,
    port: null,
  });
  expect(user('SHA256', 'AES128')).toEqual({
    type: 'Snmp',
    version: 'V3',
    community: '',
    v3: {
      securityName: 'u',
      authProtocol: 'Sha256',
      authPassword: 'a-secret-1',
      privProtocol: 'Aes128',
      privPassword: 'p-secret-1',
      contextName: null,
    },
    port: null,
  });
});

const v1 = wireCredential('SnmpV1', { community: 'c' });
const v2c = wireCredential('SnmpV2c', { community: 'c' });
const v3 = user('SHA', 'AES256');
const ownVersion = '0.17.22+netloom.0.1.0';

test.each([
  [null, v2c, false],
  ['nonsense', v2c, false],
  ['0.13.9', v2c, false],
  ['0.14.19', v2c, true],
  ['0.14.19', v1, false],
  ['0.15.0', v2c, true],
  ['0.17.1', v2c, true],
  ['0.17.1', v1, false],
  ['0.17.2', v1, true],
  ['0.17.1', v3, false],
  ['0.17.22', v3, true],
  ['0.17.22', user('MD5', 'AES128'), false],
  ['0.17.22', user('SHA256', 'DES'), false],
  ['0.17.22', user('SHA256'), false],
  ['0.17.22', wireCredential('SnmpV3', { username: 'u' }), false],
  [ownVersion, user('MD5', 'DES'), true],
  [ownVersion, wireCredential('SnmpV3', { username: 'u' }), true],
  [ownVersion, v1, true],
  // Daemons other than Netloom's own agent support only port 161 and no SNMPv3 context.
  ['0.17.22', wireCredential('SnmpV2c', { community: 'c', port: 1161 }), false],
  ['0.17.22', { ...v3, v3: { ...v3.v3!, contextName: 'lan' } }, false],
  [ownVersion, wireCredential('SnmpV2c', { community: 'c', port: 1161 }), true],
  [ownVersion, { ...v3, v3: { ...v3.v3!, contextName: 'lan' } }, true],
] as const)('a daemon of version %s reads %j: %s', (version, wire, isRead) => {
  expect(canDaemonRead(version, wire)).toBe(isRead);
});

describe('results of credentials', () => {
  const id = '0b0e7b86-0000-4000-8000-000000000001';

  test('opened and refused results are read; silent and invalid ones are skipped', () => {
    const read = parseCredentialResults([
      { credential_id: id, ip: '10.0.0.1', outcome: 'opened', port: 161 },
      { credential_id: id, ip: '2001:db8::1', outcome: 'refused' },
      { credential_id: id, ip: '10.0.0.2', outcome: 'silent' },
      { credential_id: 'x', ip: '10.0.0.1', outcome: 'opened' },
      { credential_id: id, ip: 'fe80::1%eth0', outcome: 'opened' },
      { ip: '10.0.0.1', outcome: 'opened' },
    ]);
    expect(read).toEqual([
      { credentialId: id, ip: '10.0.0.1', opened: true },
      { credentialId: id, ip: '2001:db8::1', opened: false },
    ]);
  });

  test('results of daemons of 0.17.22 are read: counts of hosts, and the login of each script', () => {
    const run = (ip: string, outcome: string) => ({ ip, outcome, exit_code: 0, duration_ms: 5 });
    const read = parseCredentialResults([
      { credential_id: id, outcome: { type: 'Collected', hosts: 3 } },
      { credential_id: id, outcome: { type: 'Collected', hosts: -1 } },
      { credential_id: id, outcome: { type: 'Unknown' } },
      {
        credential_id: id,
        outcome: {
          type: 'SshScript',
          runs: [
            run('10.0.0.1', 'TimedOut'),
            run('10.0.0.2', 'AuthenticationFailed'),
            run('10.0.0.3', 'HostKeyMismatch'),
          ],
        },
      },
      { credential_id: id, outcome: { type: 'WakeOnLan', hosts: [{ ip: '10.0.0.4', woke: true }, { woke: false }] } },
    ]);
    expect(read).toEqual([
      { credentialId: id, openedCount: 3 },
      { credentialId: id, ip: '10.0.0.1', opened: true },
      { credentialId: id, ip: '10.0.0.2', opened: false },
      { credentialId: id, openedCount: 1 },
    ]);
    expect(summarizeResults(read)).toEqual([{ credentialId: id, openedCount: 5 }]);
  });

  test('no report throws, and only the maximum number of results is kept', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        expect(parseCredentialResults(values)).toEqual([]);
      }),
    );
    const many = Array.from({ length: 20_001 }, () => ({ credential_id: id, ip: '10.0.0.1', outcome: 'opened' }));
    expect(parseCredentialResults(many)).toHaveLength(20_000);
  });
});
