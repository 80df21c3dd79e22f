// The SSH client: checks the host key, signs in, and runs each command in its own channel. Secrets are passed only to
// ssh2, and no error or warning contains a secret.
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
  /** The jump host, through which the connection to the device is forwarded. */
  readonly jump?: ApiPlace & { readonly login: SshLogin };
  readonly pins: Pins;
  readonly signal: AbortSignal;
  /** Called with a text that the user must read, such as that a host key is trusted from now on. */
  readonly tell: (text: string) => void;
  readonly budget: Budget;
}

export interface Output {
  readonly text: string;
  /** Exit status of the command; undefined if the server sends none. */
  readonly status?: number;
  /** Why the output is incomplete; undefined if the command ended by itself. */
  readonly problem?: string;
}

/** A stream to a Unix socket of the device, with limits for the data that is read from it. */
export interface SocketStream {
  readonly stream: Duplex;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Counts bytes that were read from the device, whose total number is limited. */
  count(bytes: number): void;
}

/** Removes unprintable characters from a text of the server, and cuts it, so that a warning may contain it. */
const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200);

/** The server's identification string: at most 255 bytes, possibly after other lines (RFC 4253, section 4.2). */
const identification = /^SSH-[\d.]+-([\x21-\x7e]{1,250})/m;
const mostGreeting = 4_096;
/** Milliseconds that a server gets to close the channel of a command that the agent has stopped. */
const graceMs = 1_000;

export class SshConnection {
  isClosed = false;

  /** The connection to the jump host, which is closed together with this connection. */
  private jump: SshConnection | undefined;

  private constructor(
    private readonly client: Client,
    private readonly options: SshOptions,
    /** The software in the server's identification string, such as `OpenSSH_9.2p1`; empty if there is none. */
    readonly software: string,
  ) {}

  /** Connects and signs in. Resolves with the connection. Throws ApiFailure, or the reason of the signal. */
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
      // ssh2 ends the pending commands by its own listener for `close`, which is added later than this one. So
      // `isClosed` is already set when a command ends because the connection was closed.
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
        // Only a prompt whose input is hidden asks for the password; other prompts get an empty answer.
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
        // Called at the end of the handshake, because only then has the server proved that it has the private key.
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
        // ssh2 throws if it cannot use the private key. Its error messages contain no part of the key.
        reject(new ApiFailure('refused', `the private key for ${place} is not usable (${errorMessage(error)})`));
      }
    });
  }

  /**
   * Runs a command in its own channel. Throws ApiFailure if the server refuses the channel, or a limit of the device is
   * reached.
   */
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
        // The agent has closed its side of the channel. If the server does not close its side in time, the agent closes
        // the connection.
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
      // `status` is null if a signal ended the command.
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

  /**
   * Opens a stream to a Unix socket of the device. Throws ApiFailure if the server refuses, or a limit of the device is
   * reached.
   */
  async openSocket(socketPath: string): Promise<SocketStream> {
    const { budget, signal } = this.options;
    const limits = budget.takeCommand();
    const stream = await this.openChannel((use) => this.client.openssh_forwardOutStreamLocal(socketPath, use));
    return { ...limits, stream, signal, count: (bytes) => budget.addBytes(bytes) };
  }

  /** Opens a terminal of 511 columns and 500 rows, so that devices do not wrap lines and rarely wait between pages. */
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

/** Key exchange in addition to ssh2's defaults: the only one with 2,048 bits that old devices support (RFC 9142). */
const oldKeyExchange = ['diffie-hellman-group14-sha1'] as const;

function signingIn({ login }: SshOptions, pinned: string | undefined): ConnectConfig {
  const { username, password, private_key: privateKey, passphrase } = login;
  return {
    ...{ username, password, privateKey, passphrase, tryKeyboard: password !== undefined },
    // By default, ssh2 connects to Unix sockets only on OpenSSH servers. Other servers support it too.
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
