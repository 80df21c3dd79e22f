// Data source SSH: reads network devices, Linux and FreeBSD by a fixed list of commands, none of which writes.
import type { ApiSource, ApiTarget } from '../api-source';
import { ApiFailure } from '../http/api-client';
import { placeName } from '../http/trust';
import { Budget } from './connection/budget';
import { SshConnection, type SshOptions } from './connection/client';
import { openDevice } from './device';
import { machinesOf, sourceName } from './machines';
import { readDevice } from './read';
import { sentSshSettings, sshSettings } from './settings';

const usualPort = 22;

function optionsOf({ connection, settings }: ApiTarget): SshOptions {
  const { jump, ...login } = sshSettings.parse(settings);
  const { address, port, fingerprint, pins, signal, tell, limits = {} } = connection;
  return {
    ...{ address, port, fingerprint, login, pins, signal, tell },
    budget: new Budget(limits, placeName(connection)),
    ...(jump && {
      jump: { address: jump.address, port: jump.port ?? usualPort, fingerprint: jump.fingerprint, login: jump },
    }),
  };
}

export const sshSource: ApiSource = {
  name: sourceName,
  needs: {
    credentials: ['SshPassword', 'SshKey'],
    rights: 'a user that may run the [commands](ssh-commands.md) of its system',
    ports: 'TCP 22, or the port of the credential',
  },
  port: usualPort,
  sentType: 'Ssh',
  sentSettings: sentSshSettings,
  parseSettings: (settings) => sshSettings.safeParse(settings).data,
  async reach(target) {
    try {
      (await SshConnection.open(optionsOf(target))).close();
      return { outcome: 'opened' };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return { outcome: error.kind === 'silent' ? 'silent' : 'refused', reason: error.message };
    }
  },
  async read(target) {
    const device = await openDevice(optionsOf(target));
    try {
      const { device: facts, notes } = await readDevice(device);
      return { machines: machinesOf(facts, target.connection), notes };
    } finally {
      device.close();
    }
  },
};
