// Receives a file as the request body, either raw or as the only file of a form. The file is written to disk on
// arrival, and deleted after the request.
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors';
import { requireScope } from '../data/tenancy/rows';
import { isUuid, withoutUnstorable } from '../platform/text/validation';
import type { Route } from './route';

const readBytes = 64 * 1024;

/**
 * Middleware that receives the file after the caller's permissions were checked. It first checks that the network of
 * the file is within the caller's reach.
 */
export function fileBody({ networkIn, maximumBytes }: NonNullable<Route['upload']>): RequestHandler {
  return async (req, res, next) => {
    try {
      const networkId = req.query[networkIn];
      if (networkId === undefined) throw new AppError('validation_required', { field: networkIn });
      if (!isUuid(networkId)) throw new AppError('validation_invalid_format', { field: networkIn });
      requireScope(req.graphqlContext().viewer, { networkId: networkId.toLowerCase() });
      if (Number(req.headers['content-length']) > maximumBytes) throw tooLarge(maximumBytes);
      const handle = await unnamedFile();
      const close = () => void handle.close().catch(() => undefined);
      if (res.closed) return close();
      res.once('close', close);
      const name = req.is('multipart/form-data')
        ? await receiveForm(req, handle, maximumBytes)
        : await receive(req, handle, maximumBytes);
      req.upload = {
        ...(name !== undefined && { name }),
        read: () => bytesOf(handle, res),
      };
      next();
    } catch (error) {
      next(error);
    }
  };
}

const malformedBody = () => new AppError('validation_invalid_format', { field: 'body' });
const tooLarge = (maximumBytes: number) => new AppError('payload_too_large', { max_bytes: maximumBytes });

/**
 * Opens a file that only this process can use. The file is unlinked immediately, so that no file remains after a crash.
 */
async function unnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(path.join(tmpdir(), 'netloom-import-'));
  try {
    return await open(path.join(folder, 'file'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* bytesOf(handle: FileHandle, res: Response): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    // If the response is closed, the caller has disconnected and the file is closed too.
    if (res.closed) throw malformedBody();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Writes the request's body to the file. An error does not destroy the request, so that the error response can still be
 * sent.
 */
async function receive(source: Readable, handle: FileHandle, maximumBytes: number): Promise<undefined> {
  let bytes = 0;
  const sizeLimiter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      if (bytes > maximumBytes) callback(tooLarge(maximumBytes));
      else callback(null, chunk);
    },
  });
  const cutOff = () => void (source.readableEnded || sizeLimiter.destroy(malformedBody()));
  source.once('error', cutOff).once('close', cutOff).pipe(sizeLimiter);
  try {
    await pipeline(sizeLimiter, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await handle.writeFile(chunk);
    });
  } finally {
    source.unpipe(sizeLimiter);
  }
}

/** Writes the file of a form to disk. Resolves with the file name in the form; undefined if it has none. */
function receiveForm(req: Request, handle: FileHandle, maximumBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      req.unpipe();
      reject(error as Error);
    };
    const failMalformed = () => fail(malformedBody());
    let fileText: Promise<string | undefined> | undefined;
    let form: busboy.Busboy;
    try {
      form = busboy({
        headers: req.headers,
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 0, headerPairs: 20 },
      });
    } catch {
      return failMalformed();
    }
    form.on('file', (_field, content, { filename }) => {
      const name = withoutUnstorable([...(filename ?? '')].slice(0, 255).join('')).trim() || undefined;
      fileText = receive(content, handle, maximumBytes).then(() => name);
      fileText.catch(fail);
    });
    for (const event of ['filesLimit', 'fieldsLimit'] as const) form.on(event, failMalformed);
    form.on('error', failMalformed);
    form.on('close', () => {
      if (fileText) fileText.then(resolve, reject);
      else reject(new AppError('validation_required', { field: 'file' }));
    });
    req.once('error', failMalformed).once('aborted', failMalformed);
    req.pipe(form);
  });
}
