// One HTTP request and all that came of it: also answers before the body was sent, connections cut, and no answer at all.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Request {
  readonly method: string;
  /** As it goes on the wire. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sends the body in so many pieces, with a pause before each. */
  readonly drip?: { readonly pieces: number; readonly pauseMs: number };
  /** Breaks a rule or a limit of HTTP, so that the service may close the connection instead of reading on. */
  readonly mayBeCut?: boolean;
  /** The caller goes away by itself after so long: nothing that it has not got by then is missed. */
  readonly leavesAfterMs?: number;
  /** Work that takes minutes: so long nothing may come. */
  readonly silenceMs?: number;
}
export interface Answer {
  /** 0: none came. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly startedAt: number;
  readonly ms: number;
  /** Why there is no whole answer. */
  readonly failure?: 'hung' | 'left' | (string & {});
}

const mostAnswerBytes = 64 * 1024 * 1024;

export const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 64 });

export interface Patience {
  /** So long nothing may come before the request is taken for lost. */
  readonly silenceMs: number;
  /** A caller that reads for longer leaves. */
  readonly readingMs: number;
}

export function exchange(baseUrl: string, request: Request, agent: Agent, patience: Patience): Promise<Answer> {
  const startedAt = Date.now();
  const began = performance.now();
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    let isDone = false;
    const end = (failure?: string) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(silence);
      clearTimeout(leaving);
      const body = Buffer.concat(pieces);
      resolve({ status, headers, body, startedAt, ms: performance.now() - began, ...(failure && { failure }) });
      // Answered before all was sent: the rest would go on filling the connection, which others wait for.
      if (failure || !sending.writableFinished) sending.destroy();
    };
    const { hostname, port } = new URL(baseUrl);
    const { method, path, leavesAfterMs } = request;
    const sending = httpRequest({ hostname, port, method, path, agent, headers: { ...request.headers } });
    const silence = setTimeout(() => end('hung'), patience.silenceMs);
    const leaving = setTimeout(() => end('left'), leavesAfterMs ?? patience.readingMs);
    sending.on('response', (answer) => {
      status = answer.statusCode!;
      headers = answer.headers;
      answer.on('data', (piece: Buffer) => {
        silence.refresh();
        size += piece.length;
        if (size > mostAnswerBytes) end('left');
        else pieces.push(piece);
      });
      answer.on('end', () => end(answer.complete ? undefined : 'cut in the middle'));
      answer.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    });
    // A service that answers before it has read everything may close at once: the answer is still to be read.
    sending.on('error', (error: NodeJS.ErrnoException) => setTimeout(() => end(error.code ?? error.message), 50));
    sending.on('close', () => setTimeout(() => end('closed'), 100));
    void send(sending, request).catch(() => undefined);
  });
}

async function send(sending: ReturnType<typeof httpRequest>, { body, drip }: Request): Promise<void> {
  if (!drip || body === undefined) return void sending.end(body);
  const bytes = Buffer.from(body);
  const step = Math.max(1, Math.ceil(bytes.length / drip.pieces));
  for (let at = 0; at < bytes.length && !sending.destroyed; at += step) {
    await pause(drip.pauseMs);
    sending.write(bytes.subarray(at, at + step));
  }
  sending.end();
}
