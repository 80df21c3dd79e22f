// An SSH server on loopback that imitates a device. The test determines the output of each command.
import { connect, createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import { Server, utils, type AuthContext, type Connection as SshSession, type ServerChannel } from 'ssh2';
import { Pins, type Connection } from '../../../../src/agent/sources';
import { parseHostKey } from '../../../../src/agent/sources/ssh/connection/host-keys';
import { ed25519KeyPair } from './ed25519-keys';

export interface StubOutput {
  readonly text: string;
  readonly status?: number;
  readonly error?: string;
  /**
   * `hang`: the command never ends. `drop`: the connection ends while the command runs. `signal`: a signal ends the
   * command.
   */
  readonly ending?: 'hang' | 'drop' | 'signal';
}

export interface StubTerminal {
  readonly prompt: string;
  /**
   * Lines per page, after which the device waits for a key; undefined if the device does not divide output into pages.
   */
  readonly pageLines?: number;
  readonly greeting?: string;
}

export const account = { username: 'netloom', password: 'Secret-Password-of-SSH-1' };
const hostKeys = [ed25519KeyPair(), utils.generateKeyPairSync('ecdsa', { bits: 256 })];
const parsed = hostKeys.map(({ private: text }) => {
  const key = utils.parseKey(text);
  if (key instanceof Error) throw key;
  return parseHostKey(key.getPublicSSH());
});
/** The two host keys of stubs: `hostKey` is the default, `otherHostKey` is used by tests with `keys`. */
export const [hostKey, otherHostKey] = parsed as [(typeof parsed)[0], (typeof parsed)[0]];

/** A user's key pair, whose private key is encrypted with `passphrase`. */
export const userKey = ed25519KeyPair({
  ...{ passphrase: 'Passphrase-of-the-key-1', cipher: 'aes256-cbc', rounds: 2 },
});
export const passphrase = 'Passphrase-of-the-key-1';

export interface StubOptions {
  readonly ident?: string;
  /** Indexes of the host keys that the server has: 0 is `hostKey`, 1 is `otherHostKey`. */
  readonly keys?: readonly (0 | 1)[];
  /** Whether the server accepts the password only by keyboard-interactive authentication. */
  readonly isInteractive?: boolean;
  /** Whether the server accepts `exec` requests, each of which runs one command; true by default. */
  readonly hasExec?: boolean;
  /** Whether the server closes the connection after a command. */
  readonly isForOneCommand?: boolean;
  readonly terminal?: StubTerminal;
}

export class SshStub {
  readonly commands: string[] = [];
  /**
   * `askedSockets` records the Unix sockets that clients requested. `sockets` maps a socket's path to the path of a
   * real socket.
   */
  readonly askedSockets: string[] = [];
  readonly sockets = new Map<string, string>();
  /** Number of successful sign-ins. */
  signIns = 0;
  /** Returns the output of a command; undefined if the device lacks the command. */
  reply: (command: string) => StubOutput | string | undefined = () => undefined;
  port = 0;
  private server: SocketServer | undefined;
  private readonly sessions = new Set<SshSession>();
  private readonly joined = new Set<Socket>();

  constructor(private readonly options: StubOptions = {}) {}

  async start(): Promise<this> {
    const { keys = [0], ident } = this.options;
    const config = { hostKeys: keys.map((at) => hostKeys[at]!.private), ...(ident !== undefined && { ident }) };
    const ssh = new Server(config, (session) => this.serve(session));
    // Nagle's algorithm is off, because it delays responses that consist of many small packets.
    this.server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    for (const session of this.sessions) session.end();
    for (const socket of this.joined) socket.destroy();
    await new Promise<void>((resolve) => this.server!.close(() => resolve()));
  }

  private serve(session: SshSession): void {
    this.sessions.add(session);
    session.on('error', () => undefined);
    session.on('close', () => this.sessions.delete(session));
    session.on('authentication', (context) => {
      if (this.accepts(context)) {
        // A client first offers its public key without a signature, which is not a sign-in yet.
        if (context.method !== 'publickey' || context.signature) this.signIns++;
        context.accept();
      } else if (context.method === 'keyboard-interactive' && context.username === account.username)
        context.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
          if (answers[0] === account.password) {
            this.signIns++;
            context.accept();
          } else context.reject();
        });
      else context.reject(this.options.isInteractive ? ['keyboard-interactive'] : ['password', 'publickey']);
    });
    session.on('tcpip', (accept, _reject, { destIP, destPort }) => {
      this.join(accept(), connect(destPort, destIP));
    });
    session.on('openssh.streamlocal', (accept, reject, { socketPath }) => {
      this.askedSockets.push(socketPath);
      const target = this.sockets.get(socketPath);
      if (target === undefined) reject();
      else this.join(accept(), connect(target));
    });
    session.on('session', (accept) => {
      const one = accept();
      one.on('pty', (allow) => allow?.());
      one.on('exec', (allow, deny, { command }) => {
        if (this.options.hasExec === false) return void deny();
        this.runOnce(allow(), command, session);
      });
      one.on('shell', (allow, deny) => {
        if (!this.options.terminal) return void deny();
        this.runTerminal(allow(), this.options.terminal, session);
      });
    });
  }

  private join(channel: ServerChannel, socket: Socket): void {
    this.joined.add(socket);
    socket.on('error', () => channel.close());
    socket.pipe(channel).pipe(socket);
  }

  private accepts(context: AuthContext): boolean {
    if (context.username !== account.username) return false;
    if (context.method === 'password') return !this.options.isInteractive && context.password === account.password;
    if (context.method !== 'publickey') return false;
    const acceptedKey = utils.parseKey(userKey.public);
    if (acceptedKey instanceof Error || !context.key.data.equals(acceptedKey.getPublicSSH())) return false;
    return !context.signature || acceptedKey.verify(context.blob!, context.signature, context.hashAlgo) === true;
  }

  private outputOf(command: string): StubOutput {
    this.commands.push(command);
    const reply = this.reply(command);
    if (reply === undefined) return { text: '', error: `${command}: not found\n`, status: 127 };
    return typeof reply === 'string' ? { text: reply, status: 0 } : reply;
  }

  private runOnce(channel: ServerChannel, command: string, session: SshSession): void {
    const { text, error, status, ending } = this.outputOf(command);
    if (error !== undefined) channel.stderr.write(error);
    channel.write(text, () => {
      if (ending === 'hang') return;
      if (ending === 'drop') return void session.end();
      if (ending === 'signal') channel.exit('KILL');
      else if (status !== undefined) channel.exit(status);
      channel.end();
      if (this.options.isForOneCommand) session.end();
    });
  }

  /** Imitates a terminal: echoes commands, divides output into pages, and erases the line that asks for a key. */
  private runTerminal(channel: ServerChannel, { prompt, pageLines, greeting = '' }: StubTerminal, session: SshSession) {
    const asking = ' --More-- ';
    let pending: string[] = [];
    let typed = '';
    let isPaged = pageLines !== undefined;
    const show = () => {
      const page = isPaged ? pending.splice(0, pageLines) : pending.splice(0);
      channel.write(page.map((line) => `${line}\r\n`).join(''));
      channel.write(pending.length > 0 ? asking : prompt);
    };
    const run = (command: string) => {
      channel.write(`${command}\r\n`);
      if (command === '') return void channel.write(prompt);
      const { text, error = '', ending } = this.outputOf(command);
      if (/^(terminal length 0|set cli screen-length 0)$/.test(command)) isPaged = false;
      if (ending === 'drop') {
        channel.write(text);
        return void session.end();
      }
      if (ending === 'hang') return void channel.write(text);
      pending = `${error}${text}`.replace(/\n$/, '').split('\n');
      show();
    };
    channel.write(`${greeting}${prompt}`);
    channel.on('data', (bytes: Buffer) => {
      for (const key of bytes.toString('utf8'))
        if (pending.length > 0) {
          channel.write(`${'\b'.repeat(asking.length)}${' '.repeat(asking.length)}${'\b'.repeat(asking.length)}`);
          show();
        } else if (key === '\n') {
          run(typed);
          typed = '';
        } else typed += key;
    });
  }
}

export interface TestConnection extends Connection {
  readonly told: string[];
}

/** Connection options for the stub, which trust its host key. `told` collects the texts for the user. */
export function connectionTo(stub: SshStub, more: Partial<Connection> = {}): TestConnection {
  const toldTexts: string[] = [];
  return {
    ...{ address: '127.0.0.1', port: stub.port, fingerprint: hostKey.fingerprint, pins: new Pins() },
    ...{ signal: new AbortController().signal, told: toldTexts, tell: (text: string) => void toldTexts.push(text) },
    ...more,
  };
}
