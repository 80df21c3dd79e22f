// SSH to a machine of a lab of namespaces: by sshd in the namespace, or, without sshd on this machine, by a server in
// the process of the test that runs each command in the namespace.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { utils } from 'ssh2';
import { parseHostKey } from '../../../src/agent/sources/ssh/connection/host-keys';
import { eventually } from '../../support/eventually';
import { account, hostKey, SshStub } from '../sources/ssh/ssh-stub';
import { findProgram } from './namespace-lab';

const run = promisify(execFile);

export interface SshOfNode {
  /** The sign-in and the fingerprint, as members of the agent's file of sources. */
  readonly settings: object;
  stop(): Promise<void>;
}

interface Node {
  readonly namespace: string;
  readonly name: string;
  /** The folder of the node, with the socket of its lldpd. */
  readonly folder: string;
  readonly port: number;
  /** Forwards the node's port to this port on the loopback of this machine. */
  readonly relay: (port: number) => Promise<void>;
}

const sshd = findProgram('sshd');
/** What answers in the machine. */
export const sshServer = sshd ?? 'a server of ssh2, as sshd is not installed';

/** Arguments of `ip` that run a command under the machine's name, with its lldpd where lldpcli expects it. */
function inNode({ namespace, name, folder }: Node, command: readonly string[]): string[] {
  const script =
    'hostname "$0"; mount -t tmpfs tmpfs /run; mkdir /run/sshd; ln -s "$1" /run/lldpd.socket; shift; exec "$@"';
  const unshared = ['unshare', '-m', '-u', 'sh', '-c', script, name, path.join(folder, 'lldpd.sock')];
  return ['netns', 'exec', namespace, ...unshared, ...command];
}

export async function startSsh(node: Node): Promise<SshOfNode> {
  return sshd === undefined ? await startStub(node) : await startServer(node, sshd);
}

async function startStub(node: Node): Promise<SshOfNode> {
  const stub = await new SshStub({ ident: 'OpenSSH_9.2p1 Debian-2' }).start();
  stub.reply = (command) => {
    const { stdout, stderr, status } = spawnSync('ip', inNode(node, ['sh', '-c', command]), { encoding: 'utf8' });
    return { text: stdout, error: stderr, status: status ?? 1 };
  };
  await node.relay(stub.port);
  return {
    settings: { fingerprint: hostKey.fingerprint, ...account },
    stop: () => stub.stop(),
  };
}

async function startServer(node: Node, file: string): Promise<SshOfNode> {
  const [host, user] = [utils.generateKeyPairSync('ed25519'), utils.generateKeyPairSync('ed25519')];
  const at = (name: string) => path.join(node.folder, name);
  writeFileSync(at('host-key'), host.private, { mode: 0o600 });
  writeFileSync(at('authorized-keys'), `${user.public}\n`);
  const options = {
    ...{ Port: node.port, HostKey: at('host-key'), AuthorizedKeysFile: at('authorized-keys'), PidFile: 'none' },
    ...{ StrictModes: 'no', PermitRootLogin: 'prohibit-password', PasswordAuthentication: 'no' },
  };
  writeFileSync(
    at('sshd-config'),
    Object.entries(options)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );
  chmodSync(node.folder, 0o755);
  const child = spawn('ip', inNode(node, [file, '-D', '-f', at('sshd-config'), '-E', at('sshd.log')]), {
    ...{ stdio: 'ignore', detached: true },
  });
  const isListening = async () => {
    const { stdout } = await run('ip', ['netns', 'exec', node.namespace, 'ss', '-Hltn', `sport = :${node.port}`]);
    return stdout !== '';
  };
  await eventually(isListening);
  const key = utils.parseKey(host.private);
  if (key instanceof Error) throw key;
  return {
    settings: {
      ...{ fingerprint: parseHostKey(key.getPublicSSH()).fingerprint, username: 'root', private_key: user.private },
    },
    stop: async () => void child.kill(),
  };
}
