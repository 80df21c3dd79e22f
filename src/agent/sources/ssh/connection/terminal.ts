// Runs commands in a terminal, for devices that cannot run them in separate channels. A command's output ends with the
// prompt.
import { StringDecoder } from 'node:string_decoder';
import type { ClientChannel } from 'ssh2';
import { ApiFailure } from '../../http/api-client';
import type { Budget } from './budget';
import type { Output, SshConnection } from './client';
import { isPager, isPrompt, lastLine, outputOf } from './terminal-text';

/**
 * A command has ended when the device has printed nothing for this number of milliseconds and the last line is a
 * prompt. A line that only looks like a prompt is usually followed by more output within this time.
 */
const quietMs = 150;
const mostPrompts = 4;

interface Terminal {
  /** Runs a command. Throws ApiFailure if an earlier command has not ended, or if a limit of the device is reached. */
  run(command: string): Promise<Output>;
}

/** Opens a terminal and detects the prompt: the line that the device prints again after an empty input. */
export async function openTerminal(
  connection: SshConnection,
  { budget, signal, place }: { readonly budget: Budget; readonly signal: AbortSignal; readonly place: string },
): Promise<Terminal> {
  const channel = await connection.openTerminal();
  const screen = new Screen(channel, signal);
  const broken = (reason: string) => new ApiFailure('broken', `${place}: ${reason}`);
  const settle = async (isReached: (line: string) => boolean, mostBytes: number): Promise<string | undefined> => {
    const problem = await screen.until(isReached, { timeoutMs: budget.answerMs(), mostBytes });
    budget.addBytes(screen.length);
    return problem;
  };

  let prompt: string | undefined;
  for (let attempt = 0; attempt < mostPrompts; attempt++) {
    const { mostBytes } = budget.takeCommand();
    const problem = await settle(isPrompt, mostBytes);
    if (problem !== undefined) throw broken(`no prompt was recognized (${problem})`);
    const line = screen.last;
    if (line === prompt) break;
    if (attempt === mostPrompts - 1) throw broken('its prompt changes');
    prompt = line;
    screen.send('\n');
  }

  let isUsable = true;
  return {
    async run(command) {
      const { mostBytes } = budget.takeCommand();
      if (!isUsable) throw broken('an earlier command has not ended');
      screen.send(`${command}\n`);
      const problem = await settle((line) => line === prompt && screen.hasLineBreak, mostBytes);
      isUsable = problem === undefined;
      if (!isUsable) channel.close();
      return { text: outputOf(screen.text, command), ...(problem !== undefined && { problem }) };
    },
  };
}

/** Collects the output of the device since the last input. */
class Screen {
  text = '';
  length = 0;
  hasLineBreak = false;
  private isClosed = false;
  private heard = () => {};

  constructor(
    private readonly channel: ClientChannel,
    private readonly signal: AbortSignal,
  ) {
    const decoder = new StringDecoder('utf8');
    const take = (chunk: Buffer) => {
      this.length += chunk.length;
      const part = decoder.write(chunk);
      this.hasLineBreak ||= part.includes('\n');
      this.text += part;
      this.heard();
    };
    channel.on('data', take);
    channel.stderr.on('data', take);
    channel.on('error', () => channel.close());
    channel.on('close', () => {
      this.isClosed = true;
      this.heard();
    });
  }

  get last(): string {
    return lastLine(this.text);
  }

  send(text: string): void {
    [this.text, this.length, this.hasLineBreak] = ['', 0, false];
    if (this.channel.writable) this.channel.write(text);
  }

  /**
   * Waits until the device prints nothing more and `isReached` accepts the last line. If a pager (`--More--`) waits for
   * a key, sends one. Resolves with an error text if a limit is reached or the connection is closed first.
   */
  until(
    isReached: (line: string) => boolean,
    { timeoutMs, mostBytes }: { readonly timeoutMs: number; readonly mostBytes: number },
  ): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const end = (problem?: string) => {
        clearTimeout(limit);
        clearTimeout(quiet);
        this.heard = () => {};
        if (this.signal.aborted) reject(this.signal.reason as Error);
        else resolve(problem);
      };
      const judge = () => {
        if (isReached(this.last)) end();
        else if (isPager(this.last)) this.channel.write(' ');
      };
      const limit = setTimeout(() => end(`it does not end within ${Math.ceil(timeoutMs / 1000)} s`), timeoutMs);
      let quiet = setTimeout(judge, quietMs);
      this.heard = () => {
        if (this.isClosed) return end('the connection was closed');
        if (this.length > mostBytes) return end(`it prints more than ${mostBytes} bytes`);
        clearTimeout(quiet);
        quiet = setTimeout(judge, quietMs);
      };
      if (this.isClosed) end('the connection was closed');
    });
  }
}
