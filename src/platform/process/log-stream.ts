// The stream of the log, on standard output. The service continues to run while the log cannot be written.
import pino from 'pino';

/** Bytes of log lines that wait while they cannot be written, for example on a full disk. Later lines are dropped. */
const mostWaiting = 16 * 1024 * 1024;

/**
 * Returns a stream for the lines of a pino logger. After a failed write, each further line writes the waiting lines
 * again, so that the log continues as soon as the disk has space. At the exit, lines that cannot be written are
 * dropped.
 */
export function openLogStream(): pino.DestinationStream {
  // With a minimum length, `flush` writes; without one it does nothing.
  const stream = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: mostWaiting });
  let hasFailed = false;
  stream.on('error', () => (hasFailed = true));
  stream.on('write', () => (hasFailed = false));
  // A stream that is full drops a line without an attempt to write the waiting lines.
  stream.on('drop', () => stream.flush());
  // At the exit, pino writes the waiting lines of a stream that is not destroyed, and repeats a failed write for ever.
  process.prependListener('exit', () => {
    if (hasFailed) stream.destroy();
  });
  return stream;
}
