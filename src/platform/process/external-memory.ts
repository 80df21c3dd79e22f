// Reduces how often new buffers cause garbage collections. By default, V8 collects the whole heap for each 64 MB of new
// buffers, such as rows that PostgreSQL sends and pieces of large responses.
import { setFlagsFromString } from 'node:v8';

// With this option, V8 adds buffers to the heap's size and collects when the sum has grown by the usual factor
// (docs/performance.md).
setFlagsFromString('--external-memory-accounted-in-global-limit');
