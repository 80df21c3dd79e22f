// Reads this machine's LLDP neighbors from the lldpd daemon by the command `lldpcli`.
import { execFile } from 'node:child_process';
import { parseLldpcli, type LocalNeighbor } from '../sources/lldpcli';

const answerMs = 4000;
const mostBytes = 8 * 1024 * 1024;

/** Resolves with the neighbors; undefined if lldpd does not run or does not let this user read its data. */
export function readLldpdNeighbors(signal: AbortSignal): Promise<LocalNeighbor[] | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      'lldpcli',
      ['-f', 'json0', 'show', 'neighbors', 'details'],
      { signal, timeout: answerMs, maxBuffer: mostBytes, killSignal: 'SIGKILL' },
      (error, output) => {
        if (signal.aborted) reject(signal.reason as Error);
        else resolve(error ? undefined : parseLldpcli(output));
      },
    );
  });
}
