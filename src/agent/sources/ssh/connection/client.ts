// The SSH client: signs in after the host key was judged, and runs commands in channels of their own. Secrets are passed
// to ssh2 alone, and no error or warning contains them.
import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client, type ClientChannel, type ConnectConfig } from 'ssh2';
import { errorMessage } from '../../../failure';
import { ApiFailure, silentCodes } from '../../http/api-client';
import { placeName, type ApiPlace, type Pins } from '../../http/trust';
import type { SshLogin } from '../settings';
import type { Budget } from './budget';
import { judgeHostKey, offeredAlgorithms, parseHostKey, pinName } from './host-keys';

export interface SshOptions extends ApiPlace {
  readonly login: SshLogin;
  /** The server through which the connection is forwarded. */
  readonly jump?: ApiPlace & { readonly login: SshLogin };
  readonly pins: Pins;
  readonly signal: AbortSignal;
  /** Called with what the user has to know, such as a host key that is trusted from now on. */
  readonly tell: (text: string) => void;
  readonly budget: Budget;
}

export interface Output {
  readonly text: string;
  /** Exit status; undefined if the server sends none. */
  readonly status?: number;
  /** Why the output is cut off; undefined if the command has ended. */
  readonly problem?: string;
}

/** A stream to a Unix socket, with the limits for what is read from it. */
export interface SocketStream {
  readonly stream: Duplex;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Counts bytes that were read. */
  count(bytes: number): void;
}

/** The part of a text of the other side that may be in a warning. */
const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);

/** RFC 4253, section 4.2: at most 255 bytes, after lines of any other text. */
const identification = /^SSH-[\d.]+-([\x21-\x7e]{1,250})/m;
const mostGreeting = 4_096;
/** Milliseconds that a server gets to end a command that was stopped. */
const graceMs = 1_000;

export class SshConnection {
  /** Whether the connection is lost. */
  isClosed = false;

  /** The connection to the jump host, which ends with this one. */
  private jump: SshConnection | undefined;

  private constructor(
    private readonly client: Client,
    private readonly options: SshOptions,
    /** The software that the server names, such as `OpenSSH_9.2p1`; an empty text if it names none. */
    readonly software: string,
  ) {}

  /** Resolves with a connection that is signed in. Throws ApiFailure, or the reason of the signal. */
  static async open(options: SshOptions): Promise<SshConnection> {
    options.signal.throwIfAborted();
    const { jump } = options;
    if (!jump)
      return SshConnection.signIn(options, connectTcp({ host: options.address, port: options.port, noDelay: true }));
    const { jump: _jump, ...common } = options;
    const first = await SshConnection.open({ ...common, fingerprint: undefined, ...jump });
    try {
      const connection = await SshConnection.signIn(options, await first.forward(options));
      connection.jump = first;
      return connection;
    } catch (error) {
      first.close();
      throw error;
    }
  }

  private static signIn(options: SshOptions, socket: Duplex): Promise<SshConnection> {
    const { signal, budget, pins, tell } = options;
    const place = placeName(options);
    const client = new Client();
    return new Promise((resolve, reject) => {
      let refusal: ApiFailure | undefined;
      let greeting = '';
      let isTrusted = () => {};
      let connection: SshConnection | undefined;
      const stop = () => socket.destroy();
      signal.addEventListener('abort', stop, { once: true });
      const fail = (error: Error) => {
        socket.destroy();
        reject(signal.aborted ? (signal.reason as Error) : (refusal ?? failureOf(error, place)));
      };
      // Before ssh2 hears of it, so that it is known when a channel closes together with the connection.
      socket.once('close', () => {
        if (connection) connection.isClosed = true;
        signal.removeEventListener('abort', stop);
      });
      socket.on('data', function collect(chunk: Buffer) {
        greeting = (greeting + chunk.toString('latin1')).slice(0, mostGreeting);
        if (greeting.length === mostGreeting || identification.test(greeting)) socket.off('data', collect);
      });
      client.on('error', fail);
      client.once('close', () => fail(new Error('the connection was closed')));
      client.once('handshake', () => isTrusted());
      client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
        // Only a question whose answer is not shown is one for the password.
        finish(prompts.map(({ echo }) => (echo === true ? '' : (options.login.password ?? '')))),
      );
      client.once('ready', () => {
        const [, software = ''] = identification.exec(greeting) ?? [];
        connection = new SshConnection(client, options, software);
        resolve(connection);
      });
      const judge = (blob: Buffer): boolean => {
        const key = parseHostKey(blob);
        const trust = judgeHostKey(key, { given: options.fingerprint, pinned: pins.get(pinName(place)) });
        if ('refusal' in trust) {
          refusal = new ApiFailure('refused', `${place} is not trusted: ${trust.refusal}`);
          return false;
        }
        // The server has proved that it has the key only at the end of the handshake.
        isTrusted = () => {
          if (trust.pin !== undefined) pins.set(pinName(place), trust.pin);
          if (trust.isNew)
            tell(
              `The host key of ${place} is trusted from now on by its fingerprint ${key.fingerprint} (${key.format}): compare the two`,
            );
        };
        return true;
      };
      try {
        client.connect({
          ...signingIn(options, pins.get(pinName(place))),
          ...{ sock: socket, readyTimeout: budget.answerMs(), hostVerifier: judge },
        });
      } catch (error) {
        socket.destroy();
        if (error instanceof ApiFailure) return reject(error);
        // ssh2 cannot use the private key; its messages contain no part of it.
        reject(new ApiFailure('refused', `the private key for ${place} is not usable (${errorMessage(error)})`));
      }
    });
  }

  /** Runs a command in a channel of its own. Throws ApiFailure if the server offers none, or a limit is reached. */
  async exec(command: string): Promise<Output> {
    const { budget, signal } = this.options;
    const { timeoutMs, mostBytes } = budget.takeCommand();
    const channel = await this.openChannel((use) => this.client.exec(command, use));
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let [length, problem] = [0, undefined as string | undefined];
      let grace: NodeJS.Timeout | undefined;
      const stop = (reason: string) => {
        problem ??= reason;
        channel.close();
        // A server that does not close the channel as well loses the connection.
        grace ??= setTimeout(() => this.close(), graceMs);
      };
      const timer = setTimeout(() => stop(`it does not end within ${Math.ceil(timeoutMs / 1000)} s`), timeoutMs);
      const take = (chunk: Buffer): boolean => {
        length += chunk.length;
        if (length > mostBytes) stop(`it prints more than ${mostBytes} bytes`);
        return problem === undefined;
      };
      channel.on('data', (chunk: Buffer) => {
        if (take(chunk)) chunks.push(chunk);
      });
      channel.stderr.on('data', take);
      channel.on('error', (error: Error) => stop(printable(errorMessage(error))));
      // The status is null if a signal ended the command.
      channel.on('close', (status?: number | null) => {
        clearTimeout(timer);
        clearTimeout(grace);
        budget.addBytes(Math.min(length, mostBytes));
        if (signal.aborted) return reject(signal.reason as Error);
        if (this.isClosed) problem ??= 'the connection was closed';
        if (status === null) problem ??= 'a signal has ended it';
        resolve({
          text: Buffer.concat(chunks).toString('utf8'),
          ...(typeof status === 'number' && { status }),
          ...(problem !== undefined && { problem }),
        });
      });
    });
  }

  /** Opens a stream to a Unix socket of the machine. Throws ApiFailure if the server offers none, or a limit is reached. */
  async openSocket(socketPath: string): Promise<SocketStream> {
    const { budget, signal } = this.options;
    const limits = budget.takeCommand();
    const stream = await this.openChannel((use) => this.client.openssh_forwardOutStreamLocal(socketPath, use));
    return { ...limits, stream, signal, count: (bytes) => budget.addBytes(bytes) };
  }

  /** Opens a terminal that is wide and high, so that devices break no lines and show few pages. */
  openTerminal(): Promise<ClientChannel> {
    return this.openChannel((use) => this.client.shell({ term: 'vt100', cols: 511, rows: 500 }, use));
  }

  close(): void {
    this.client.end();
    this.client.destroy();
    this.jump?.close();
  }

  private forward({ address, port }: ApiPlace): Promise<ClientChannel> {
    return this.openChannel((use) => this.client.forwardOut('127.0.0.1', 0, address, port, use));
  }

  private openChannel(
    open: (use: (error: Error | undefined, channel: ClientChannel) => void) => unknown,
  ): Promise<ClientChannel> {
    const { signal, budget } = this.options;
    const place = placeName(this.options);
    const timeoutMs = budget.answerMs();
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        clearTimeout(timer);
        const reason = printable(errorMessage(error));
        reject(
          signal.aborted ? (signal.reason as Error) : new ApiFailure('broken', `${place} opens no channel (${reason})`),
        );
      };
      const timer = setTimeout(() => {
        fail(new Error(`no answer within ${Math.ceil(timeoutMs / 1000)} s`));
        this.close();
      }, timeoutMs);
      try {
        open((error, channel) => {
          clearTimeout(timer);
          if (error) fail(error);
          else resolve(channel);
        });
      } catch (error) {
        fail(error as Error);
      }
    });
  }
}

/** Other algorithms than those that ssh2 offers by default: old devices have no other group of 2,048 bits (RFC 9142). */
const oldKeyExchange = ['diffie-hellman-group14-sha1'] as const;

function signingIn({ login }: SshOptions, pinned: string | undefined): ConnectConfig {
  const { username, password, private_key: privateKey, passphrase } = login;
  return {
    ...{ username, password, privateKey, passphrase, tryKeyboard: password !== undefined },
    // Other servers than OpenSSH have its extension for Unix sockets too.
    strictVendor: false,
    algorithms: {
      kex: { append: [...oldKeyExchange], prepend: [], remove: [] },
      serverHostKey: offeredAlgorithms(pinned),
      compress: ['none'],
    },
  };
}

function failureOf(error: Error & { level?: string; code?: string }, place: string): ApiFailure {
  if (error.level === 'client-authentication')
    return new ApiFailure('refused', `${place} does not accept the user with its password or key`);
  if (error.level === 'client-timeout') return new ApiFailure('silent', `${place} does not answer in time`);
  const kind = silentCodes.has(error.code) ? 'silent' : 'broken';
  return new ApiFailure(kind, `${place} cannot be read (${printable(errorMessage(error))})`);
}
