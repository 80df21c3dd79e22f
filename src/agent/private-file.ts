// Files with secrets, which only their owner can read.
import { chmodSync, lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';

/** Writes a file of mode 600 atomically. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600 });
  chmodSync(half, 0o600);
  renameSync(half, file);
}

/**
 * Throws a usage Failure if other users can read or write the file. On Windows, which has no such file modes, nothing
 * is checked.
 */
export function assertPrivate(file: string): void {
  if (process.platform !== 'win32' && (lstatSync(file).mode & 0o077) !== 0)
    throw new Failure('usage', `Other users can read ${file}, which contains secrets: run chmod 600 ${file} first.`);
}
