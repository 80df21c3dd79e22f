// An SSH server on loopback that stands for a device: the test says what it prints for each command.
import { connect, createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import { Server, utils, type AuthContext, type Connection as SshSession, type ServerChannel } from 'ssh2';
import { Pins, type Connection } from '../../../../src/agent/sources';
import { parseHostKey } from '../../../../src/agent/sources/ssh/connection/host-keys';

export interface StubOutput {
  readonly text: string;
  readonly status?: number;
  readonly error?: string;
  /** `hang`: the command does not end. `drop`: the connection ends in the middle. `signal`: a signal ends the command. */
  readonly ending?: 'hang' | 'drop' | 'signal';
}

export interface StubTerminal {
  readonly prompt: string;
  /** Lines per page; the device then waits for a key. Undefined for no pages. */
  readonly pageLines?: number;
  readonly greeting?: string;
}

export const account = { username: 'netloom', password: 'Secret-Password-of-SSH-1' };
const hostKeys = [utils.generateKeyPairSync('ed25519'), utils.generateKeyPairSync('ecdsa', { bits: 256 })];
const parsed = hostKeys.map(({ private: text }) => {
  const key = utils.parseKey(text);
  if (key instanceof Error) throw key;
  return parseHostKey(key.getPublicSSH());
});
/** Host keys of stubs: that of usual stubs, and another one. */
export const [hostKey, otherHostKey] = parsed as [(typeof parsed)[0], (typeof parsed)[0]];

/** A key pair of a user; the private key is encrypted with the passphrase. */
export const userKey = utils.generateKeyPairSync('ed25519', {
  ...{ passphrase: 'Passphrase-of-the-key-1', cipher: 'aes256-cbc', rounds: 2 },
});
export const passphrase = 'Passphrase-of-the-key-1';

export interface StubOptions {
  readonly ident?: string;
  /** Which of the host keys the server has. */
  readonly keys?: readonly (0 | 1)[];
  /** Whether passwords are only accepted by keyboard-interactive authentication. */
  readonly isInteractive?: boolean;
  /** Whether the server offers channels for commands. */
  readonly hasExec?: boolean;
  /** Whether the server closes the connection after one command. */
  readonly isForOneCommand?: boolean;
  readonly terminal?: StubTerminal;
}

export class SshStub {
  readonly commands: string[] = [];
  /** Unix sockets that were asked for, and where those lead that the server opens. */
  readonly askedSockets: string[] = [];
  readonly sockets = new Map<string, string>();
  /** Sign-ins that were accepted. */
  signIns = 0;
  /** What the device prints for a command; undefined if it does not have the command. */
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
    // Answers of many small packets are sent without a delay.
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
        // A key is offered first without a signature.
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
    const known = utils.parseKey(userKey.public);
    if (known instanceof Error || !context.key.data.equals(known.getPublicSSH())) return false;
    return !context.signature || known.verify(context.blob!, context.signature, context.hashAlgo) === true;
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

  /** A terminal that echoes commands, prints pages, and erases the line that asks for a key. */
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

/** A connection to the stub that trusts its host key, and collects what the user would be told. */
export function connectionTo(stub: SshStub, more: Partial<Connection> = {}): TestConnection {
  const told: string[] = [];
  return {
    ...{ address: '127.0.0.1', port: stub.port, fingerprint: hostKey.fingerprint, pins: new Pins() },
    ...{ signal: new AbortController().signal, told, tell: (text: string) => void told.push(text) },
    ...more,
  };
}
