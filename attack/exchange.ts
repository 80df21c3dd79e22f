// Sends an HTTP request and returns what happened: a response (even before the request body was sent completely), a
// closed connection, or no response in time.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Request {
  readonly method: string;
  /** The path of the URL. It is sent unchanged: segments such as `..` and wrong percent escapes stay. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sends the body in this number of pieces, with a pause before each. */
  readonly drip?: { readonly pieces: number; readonly pauseMs: number };
  /**
   * Whether the request violates a rule or limit of HTTP, so that the service may close the connection instead of
   * reading on.
   */
  readonly mayBeCut?: boolean;
  /** The caller disconnects after this number of milliseconds, even if the response is incomplete by then. */
  readonly leavesAfterMs?: number;
  /**
   * Milliseconds without any data after which this request counts as lost; longer than usual for work that takes
   * minutes.
   */
  readonly silenceMs?: number;
}
export interface Answer {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly startedAt: number;
  readonly ms: number;
  /**
   * Why the response is missing or incomplete: `hung` (no data in time), `left` (the caller disconnected), or an error.
   */
  readonly failure?: 'hung' | 'left' | (string & {});
}

const mostAnswerBytes = 64 * 1024 * 1024;

export const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 64 });

export interface Patience {
  /** Milliseconds without any data after which the request counts as lost. */
  readonly silenceMs: number;
  /** Milliseconds after which the caller stops reading the response. */
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
      // A refusal may arrive before the whole request body was sent. The rest of the body is not sent then.
      if (failure || !sending.writableFinished) sending.destroy();
    };
    const { hostname, port } = new URL(baseUrl);
    const { method, path, leavesAfterMs } = request;
    const sending = httpRequest({ hostname, port, method, path, agent, headers: { ...request.headers } });
    // By default, Node sends the body of a GET request without its length, and the service would read the body as the
    // next request.
    if (request.body !== undefined) sending.useChunkedEncodingByDefault = true;
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
    // The service may respond and close the connection before it has read the whole request. The delay allows the
    // response to arrive.
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
