// Sets options of V8 that shorten the pauses of garbage collection (docs/performance.md).
import { setFlagsFromString } from 'node:v8';

// By default, V8 collects the whole heap for each 64 MB of new buffers, such as rows that PostgreSQL sends and pieces of
// large responses. With this option, it adds buffers to the heap's size and collects when the sum has grown by the usual
// factor.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// When a busy service becomes idle, V8 collects once or twice more to return memory to the system. By default, these
// collections also compact the whole heap, in one pause.
setFlagsFromString('--no-memory-reducer-favors-memory');
// By default, the heap may grow to four times its live objects while the service is busy, and V8 lowers this limit when
// the burst is over. If the heap is then far above the new limit, the next collection marks everything in one pause.
// With this option, the limit is twice the live objects, busy or not.
setFlagsFromString('--heap-growing-percent=100');
