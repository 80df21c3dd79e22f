// The commands for Linux, run on this machine through an SSH server of the test.
import { spawnSync } from 'node:child_process';
import { hostname, networkInterfaces } from 'node:os';
import { sshSource } from '../../../../src/agent/sources/ssh';
import { requirement } from '../../../support/requirement';
import { account, connectionTo, SshStub } from './ssh-stub';

const hasIproute = process.platform === 'linux' && spawnSync('ip', ['-j', 'link']).status === 0;

requirement('iproute2', hasIproute).test('this machine is read by its own commands', async () => {
  const stub = await new SshStub({ ident: 'OpenSSH_9.2' }).start();
  try {
    stub.reply = (command) => {
      const { stdout, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
      return { text: stdout, status: status ?? 1 };
    };
    const { machines } = await sshSource.read({ connection: connectionTo(stub), settings: account });
    const [ownMachine] = machines;
    expect(ownMachine!.name).toBe(hostname());
    const ports = new Set(ownMachine!.facts.interfaces.map(({ name }) => name));
    const foundAddresses = new Set(ownMachine!.facts.addresses.map(({ address }) => address));
    for (const [name, addresses = []] of Object.entries(networkInterfaces())) {
      const isContainerBridge = /^(?:veth|docker|br-|podman|cni|flannel|cali|lxc|cilium)/.test(name);
      if (isContainerBridge || addresses.every(({ internal }) => internal)) continue;
      expect(ports).toContain(name);
      for (const { address, family } of addresses) if (family === 'IPv4') expect(foundAddresses).toContain(address);
    }
    expect(ownMachine!.facts.incomplete).not.toContain('arp');
  } finally {
    await stub.stop();
  }
});
