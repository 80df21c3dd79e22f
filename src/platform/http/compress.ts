// Compression of large answers, for callers who accept it.
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Smaller answers are sent as they are: time is better spent than bytes, and what holds a secret is small. */
const smallestBytes = 16 * 1024;

/** Streams of events are never held back. Levels are low: half of the size saved costs a tenth of the time. */
export const compressLarge = (): RequestHandler =>
  compression({
    threshold: smallestBytes,
    level: 3,
    filter: (req, res) =>
      !/^text\/event-stream\b/.test(String(res.getHeader('Content-Type'))) && compression.filter(req, res),
  });
