// SNMPv3: every algorithm that net-snmp supports, the difference between a refused and an unanswered request, and
// contexts for VLANs.
import snmp from 'net-snmp';
import { readDevice, trySnmp, type SnmpCredential } from '../../../../src/agent/sources/snmp';
import { openSession } from '../../../../src/agent/sources/snmp/session';
import { engine, digestBytes, pduTypes, readRequest, unknownUser, v3Message } from './messages';
import { answerWith, closeAll, options } from './simulator';

type V3 = Extract<SnmpCredential, { version: 'v3' }>;
const auths = {
  MD5: 'md5',
  SHA: 'sha',
  SHA224: 'sha224',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
} as const;
const privacies = { DES: 'des', AES128: 'aes', AES256B: 'aes256b', AES256R: 'aes256r' } as const;

const userName = (...parts: string[]): string => parts.join('-');
const passwords = { authPassword: 'maplesyrup', privacyPassword: 'pancakes!' };
const authPriv = (auth: string, privacy: string, agentsPrivacy = privacy): V3 => ({
  version: 'v3',
  user: userName(auth, agentsPrivacy),
  securityLevel: 'authPriv',
  authProtocol: auth,
  privacyProtocol: privacy,
  ...passwords,
});

let agent: ReturnType<typeof snmp.createAgent>;
let port: number;
const contexts: string[] = [];

beforeAll(async () => {
  agent = snmp.createAgent({ port: 0, address: '127.0.0.1', disableAuthorization: false }, () => undefined);
  const socket = Object.values(agent.listener.sockets)[0] as import('node:dgram').Socket;
  await new Promise<void>((resolve) => socket.once('listening', resolve));
  port = socket.address().port;
  const authorizer = agent.getAuthorizer();
  authorizer.addUser({ name: 'open', level: snmp.SecurityLevel.noAuthNoPriv });
  const authKey = passwords.authPassword;
  const privKey = passwords.privacyPassword;
  for (const [auth, authName] of Object.entries(auths)) {
    const authProtocol = snmp.AuthProtocols[authName];
    authorizer.addUser({ name: auth, level: snmp.SecurityLevel.authNoPriv, authProtocol, authKey });
    for (const [privacy, name] of Object.entries(privacies)) {
      const privProtocol = snmp.PrivProtocols[name];
      const level = snmp.SecurityLevel.authPriv;
      authorizer.addUser({ name: userName(auth, privacy), level, authProtocol, authKey, privProtocol, privKey });
    }
  }
  const mib = agent.getMib();
  for (const [name, number] of [
    ['sysDescr', 1],
    ['sysName', 5],
  ] as const) {
    mib.registerProvider({
      name,
      type: snmp.MibProviderType.Scalar,
      oid: `1.3.6.1.2.1.1.${number}`,
      scalarType: snmp.ObjectType.OctetString,
      maxAccess: snmp.MaxAccess['read-only'],
    });
    mib.setScalarValue(name, `${name} of v3`);
  }
  // The simulated device ignores the context of a request when it responds. It records the context's name for the test.
  agent.onProxyRequest = (pendingReading: unknown, message: { pdu: { contextName: string } }, from: unknown) => {
    contexts.push(message.pdu.contextName);
    agent.getRequest(pendingReading, message, from);
  };
});
afterAll(async () => {
  agent.close();
  await closeAll();
});

/** A short timeout, because the simulated device silently drops requests that it cannot decrypt or verify. */
const impatient = { timeoutMs: 400, retries: 1 };
const nameBy = async (credential: V3) =>
  (await readDevice('127.0.0.1', credential, options(port, impatient))).system.name;

it('reads without authentication', async () => {
  expect(await nameBy({ version: 'v3', user: 'open', securityLevel: 'noAuthNoPriv' })).toBe('sysName of v3');
});

it('reads in the context that the credential names', async () => {
  await nameBy({ version: 'v3', user: 'open', securityLevel: 'noAuthNoPriv', context: 'lan' });
  expect(contexts.splice(0)).toContain('lan');
});

it.each(Object.keys(auths))('reads authenticated by %s', async (authProtocol) => {
  const credential: V3 = { version: 'v3', user: authProtocol, securityLevel: 'authNoPriv', authProtocol, ...passwords };
  expect(await nameBy(credential)).toBe('sysName of v3');
  expect(
    await trySnmp('127.0.0.1', { ...credential, authPassword: 'another one' }, options(port, impatient)),
  ).toMatchObject({
    outcome: 'refused',
  });
});

it.each(Object.keys(auths).flatMap((auth) => Object.keys(privacies).map((privacy) => [auth, privacy] as const)))(
  'reads authenticated by %s, encrypted by %s',
  async (auth, privacy) => {
    expect(await nameBy(authPriv(auth, privacy))).toBe('sysName of v3');
  },
);

it.each(['MD5', 'SHA', 'SHA224', 'SHA256'].flatMap((auth) => ['AES256B', 'AES256R'].map((agents) => [auth, agents])))(
  'finds out the key extension that the device uses for AES256: %s, %s',
  async (auth, agents) => {
    expect(await nameBy(authPriv(auth!, 'AES256', agents!))).toBe('sysName of v3');
  },
);

it('a refusal is distinguished from no answer: another privacy password, an unknown user, an unknown protocol', async () => {
  const quick = options(port, impatient);
  const good = authPriv('SHA256', 'AES128');
  for (const wrong of [
    { ...good, privacyPassword: 'another one' },
    { ...good, user: 'mallory' },
    { ...good, authProtocol: 'SHA3' },
    { ...good, privacyProtocol: 'ROT13' },
  ])
    expect(await trySnmp('127.0.0.1', wrong, quick)).toEqual({ outcome: 'refused', reason: expect.any(String) });
  expect(await trySnmp('127.0.0.1', good, quick)).toEqual({ outcome: 'opened' });
});

it("a VLAN of a Cisco switch is read in the VLAN's context", async () => {
  const session = openSession('127.0.0.1', authPriv('SHA', 'AES128'), options(port), Infinity);
  const vlan = session.ofVlan(10);
  try {
    await vlan.get(['1.3.6.1.2.1.1.5.0']);
    expect(contexts).toEqual(['vlan-10']);
  } finally {
    vlan.close();
    session.close();
  }
});

it('a device that answers each request with a Report, with engineBoots 0 and engineTime 0, gets four requests', async () => {
  let requests = 0;
  const devicePort = await answerWith((datagram) => {
    requests++;
    const { id } = readRequest(datagram);
    return [v3Message({ id, type: pduTypes.Report, flags: 0, bindings: unknownUser, boots: 0, time: 0 })];
  });
  for (const level of ['noAuthNoPriv', 'authNoPriv', 'authPriv'] as const) {
    requests = 0;
    const trial = await trySnmp(
      '127.0.0.1',
      { ...authPriv('SHA', 'AES128'), securityLevel: level },
      options(devicePort, impatient),
    );
    expect(trial).toEqual({ outcome: 'refused', reason: expect.any(String) });
    expect(requests).toBe(4);
  }
});

describe('answers that anybody could write', () => {
  const credentialOf = (securityLevel: V3['securityLevel']): V3 => ({ ...authPriv('SHA', 'AES128'), securityLevel });
  /** A device that answers the discovery, and each further request with this message. */
  const deviceThat = (answer: (id: number) => Buffer): Promise<number> =>
    answerWith((datagram) => {
      const { id, isDiscovery } = readRequest(datagram);
      return [isDiscovery ? v3Message({ id, type: pduTypes.Report, flags: 0, bindings: unknownUser }) : answer(id)];
    });
  const readFrom = async (devicePort: number, credential: V3) => {
    const { outcome } = await trySnmp('127.0.0.1', credential, options(devicePort, impatient));
    const { system } = await readDevice('127.0.0.1', credential, options(devicePort, { ...impatient, deviceMs: 1500 }));
    return [outcome, system.name];
  };
  const response = (id: number, flags: number): Buffer => v3Message({ id, type: pduTypes.GetResponse, flags });

  it.each(['authNoPriv', 'authPriv'] as const)('are no facts if the credential is %s', async (level) => {
    // A message with flag 1 has a wrong digest, and one with flag 2 is undecryptable.
    const readings = [0, 1, 2, 3].map(async (flags) => {
      const devicePort = await deviceThat((id) => response(id, flags));
      expect([flags, ...(await readFrom(devicePort, credentialOf(level)))]).toEqual([flags, 'refused', undefined]);
    });
    await Promise.all(readings);
  });

  it('are read if the credential demands no authentication', async () => {
    const devicePort = await deviceThat((id) => response(id, 0));
    expect(await readFrom(devicePort, credentialOf('noAuthNoPriv'))).toEqual(['opened', 'written by the test']);
  });

  it('are not answers with a right digest, which are read even if they are not encrypted', async () => {
    const devicePort = await deviceThat((id) => {
      const message = response(id, 1);
      const digestAt = message.indexOf(Buffer.alloc(digestBytes));
      const digest = message.subarray(digestAt, digestAt + digestBytes);
      const { sha } = snmp.AuthProtocols;
      snmp.Authentication.writeParameters(message, sha, passwords.authPassword, engine, digest);
      return message;
    });
    expect(await readFrom(devicePort, credentialOf('authPriv'))).toEqual(['opened', 'written by the test']);
  });
});
