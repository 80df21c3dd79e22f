// At which addresses the agent tries SNMP credentials. Credentials from the server are tried in the network's subnets
// only; credentials from a file on the agent's machine, at every address in the scope.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Credentials, readCredentials } from '../../src/agent/credentials';
import { Devices } from '../../src/agent/devices';
import { buildHostReport } from '../../src/agent/report/host-report';
import { groupMachines } from '../../src/agent/report/machines';
import { SubnetPlan } from '../../src/agent/report/subnets';
import { Rate } from '../../src/agent/sources/scan/limits';
import { contains, parseRange } from '../../src/agent/scope/ranges';
import type { Scope } from '../../src/agent/scope/scope';
import type { DeviceFacts } from '../../src/agent/sources/snmp';
import { newFolder, removeFolder } from './support/agent';

const allowedRange = parseRange('10.0.0.0/8')!;
const scope = { allows: (address: string) => contains(allowedRange, address) } as Scope;
const server = { default_credential: { version: 'V2c', community: 'of the server' }, ip_overrides: [] };

/**
 * A device that reports an address in every subnet. A router may do so, but also an attacker who wants credentials to
 * be sent to the device.
 */
const facts: DeviceFacts = {
  ...{
    system: {},
    interfaces: [],
    arp: [],
    routes: [],
    fhrpGroups: [],
    routingNeighbors: [],
    wirelessClients: [],
    vlans: [],
    unplacedNeighbors: [],
    incomplete: [],
  },
  ...{ notes: [], hasNeighborTable: true },
  addresses: ['10.0.0.1', '10.9.0.1'].map((address) => ({ address, prefixLength: 16, ifIndex: 1 })),
};

async function tryAddresses(
  ownCredentials: ConstructorParameters<typeof Credentials>[1],
  addresses: readonly string[],
) {
  const triedCredentials: [string, string][] = [];
  const devices = new Devices({
    credentials: new Credentials([server as never], ownCredentials),
    networkSubnets: ['10.0.0.0/24'],
    ...{ scope, rate: new Rate(10_000), signal: new AbortController().signal, warn: () => undefined },
    collectors: {
      trySnmp: async (address, credential) => {
        triedCredentials.push([address, credential.version === 'v3' ? credential.user : credential.community]);
        return { outcome: 'opened' } as never;
      },
      readDevice: async () => facts,
    },
  });
  for (const address of addresses) await devices.ask([address], () => undefined);
  return triedCredentials;
}

test('a device that claims other subnets is not given the credentials of the network for them', async () => {
  expect(await tryAddresses([], ['10.0.0.1', '10.9.0.2', '192.0.2.1'])).toEqual([['10.0.0.1', 'of the server']]);
});

test('the credentials of the operator are tried in the whole scope and nowhere else', async () => {
  const ownCredentials = [{ version: 'v2c' as const, community: 'own' }];
  const triedCredentials = await tryAddresses(ownCredentials, ['10.9.0.2', '192.0.2.1']);
  expect(triedCredentials).toEqual([['10.9.0.2', 'own']]);
});

test('a credential with a port is tried at that port, and the device is reported with it', async () => {
  const file = path.join(newFolder(), 'credentials.json');
  writeFileSync(file, JSON.stringify([{ version: 'v2c', community: 'own', port: 1161 }]), { mode: 0o600 });
  const ports: (number | undefined)[] = [];
  const devices = new Devices({
    credentials: new Credentials([], readCredentials(file)),
    ...{ networkSubnets: [], scope, rate: new Rate(10_000), signal: new AbortController().signal },
    warn: () => undefined,
    collectors: {
      trySnmp: async (_address, _credential, { port }) => {
        ports.push(port);
        return { outcome: 'opened' };
      },
      readDevice: async (_address, _credential, { port }) => {
        ports.push(port);
        return facts;
      },
    },
  });
  await devices.ask(['10.0.0.1'], () => undefined);
  removeFolder(path.dirname(file));
  expect(ports).toEqual([1161, 1161]);
  const [machine] = groupMachines([{ address: '10.0.0.1' }], devices.facts, () => '10.0.0.0/24');
  const options = { networkId: '', subnets: new SubnetPlan([], [], []), trustsPorts: false };
  expect(buildHostReport(machine!, options).ports).toMatchObject([{ number: 1161, protocol: 'Udp' }]);
});

test('at most sixteen devices are read at the same time', async () => {
  let [reading, most] = [0, 0];
  const devices = new Devices({
    credentials: new Credentials([], [{ version: 'v2c', community: 'own' }]),
    ...{ networkSubnets: [], scope, rate: new Rate(10_000), signal: new AbortController().signal },
    warn: () => undefined,
    collectors: {
      trySnmp: async () => ({ outcome: 'opened' }),
      readDevice: async () => {
        most = Math.max(most, ++reading);
        await new Promise((resolve) => setImmediate(resolve));
        reading--;
        return facts;
      },
    },
  });
  const addresses = Array.from({ length: 60 }, (_none, at) => `10.0.0.${at + 1}`);
  await devices.ask(addresses, () => undefined);
  expect([devices.facts.size, most]).toEqual([60, 16]);
});

describe('well-known communities', () => {
  const v3 = { version: 'v3' as const, user: 'reader', securityLevel: 'noAuthNoPriv' as const };
  const community = (text: string, port?: number) => ({
    ...{ version: 'v2c' as const, community: text },
    ...(port !== undefined && { port }),
  });
  type OwnCredentials = ConstructorParameters<typeof Credentials>[1];

  /**
   * Reads a device that accepts only the credentials with the names `answered`. Returns `answersDefaultCommunity` and
   * the names of the credentials that were tried.
   */
  async function knownOf(ownCredentials: OwnCredentials, answered: readonly string[]) {
    const tried: string[] = [];
    const nameOf = (credential: OwnCredentials[number]) =>
      credential.version === 'v3' ? credential.user : credential.community;
    const devices = new Devices({
      credentials: new Credentials([], ownCredentials),
      ...{ networkSubnets: [], scope, rate: new Rate(10_000), signal: new AbortController().signal },
      warn: () => undefined,
      collectors: {
        trySnmp: async (_address, credential) => {
          tried.push(nameOf(credential));
          return { outcome: answered.includes(nameOf(credential)) ? 'opened' : 'silent' };
        },
        readDevice: async () => facts,
      },
    });
    await devices.ask(['10.0.0.1'], () => undefined);
    return [devices.answersDefaultCommunity.get('10.0.0.1'), tried];
  }

  test('are tried at a device that another credential has opened, if the operator has configured them', async () => {
    const ownCredentials = [v3, community('own'), community('public'), community('private')];
    expect(await knownOf(ownCredentials, ['reader', 'private'])).toEqual([true, ['reader', 'public', 'private']]);
    expect(await knownOf(ownCredentials, ['reader'])).toEqual([false, ['reader', 'public', 'private']]);
    expect(await knownOf([community('public'), community('own')], ['own'])).toEqual([false, ['public', 'own']]);
    expect(await knownOf([community('public'), community('own')], ['public', 'own'])).toEqual([true, ['public']]);
  });
  test('are not guessed: without such a credential nothing is known, and nothing more is tried', async () => {
    expect(await knownOf([v3, community('own')], ['reader'])).toEqual([null, ['reader']]);
    expect(await knownOf([v3, community('Public')], ['reader'])).toEqual([null, ['reader']]);
    expect(await knownOf([v3], [])).toEqual([undefined, ['reader']]);
  });
  test('that an address does not answer, like any other credential, say nothing', async () => {
    expect(await knownOf([community('public')], [])).toEqual([null, ['public']]);
  });
  test('at another port than that of the device say nothing of the device', async () => {
    expect(await knownOf([v3, community('public', 1161)], ['reader', 'public'])).toEqual([null, ['reader']]);
  });
});
