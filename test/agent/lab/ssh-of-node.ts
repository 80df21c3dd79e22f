// Starts SSH access to a machine of a lab of namespaces: by sshd in the namespace or, if sshd is not installed, by a
// server in the test's process that runs each command in the namespace.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { utils } from 'ssh2';
import { parseHostKey } from '../../../src/agent/sources/ssh/connection/host-keys';
import { eventually } from '../../support/eventually';
import { ed25519KeyPair } from '../sources/ssh/ed25519-keys';
import { account, hostKey, SshStub } from '../sources/ssh/ssh-stub';
import { findProgram } from './namespace-lab';

const run = promisify(execFile);

export interface SshOfNode {
  /** Account and host key fingerprint, as members of an entry in the agent's `--sources` file. */
  readonly settings: object;
  stop(): Promise<void>;
}

interface Node {
  readonly namespace: string;
  readonly name: string;
  /** The node's folder, which contains the socket of its lldpd. */
  readonly folder: string;
  readonly port: number;
  /** Forwards the node's SSH port to a TCP port on the loopback of this machine. */
  readonly relay: (port: number) => Promise<void>;
}

const sshd = findProgram('sshd');
/** The SSH server that is used, as a text for the name of a test. */
export const sshServer = sshd ?? 'a server of ssh2, as sshd is not installed';

/**
 * Arguments of `ip` that run a command in the node's namespace with the node's host name, and with its lldpd socket at
 * the path that lldpcli uses.
 */
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
  const [host, user] = [ed25519KeyPair(), ed25519KeyPair()];
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
