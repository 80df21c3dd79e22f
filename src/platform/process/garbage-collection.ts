// Sets options of V8 that shorten the pauses of garbage collection (docs/performance.md).
import { setFlagsFromString } from 'node:v8';

// By default, V8 collects the whole heap for each 64 MB of new buffers, such as rows that PostgreSQL sends and pieces of
// large responses. With this option, it adds buffers to the heap's size and collects when the sum has grown by the usual
// factor.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// When a busy service becomes idle, V8 collects once or twice more to return memory to the system. By default, these
// collections also compact the whole heap, in one pause.
setFlagsFromString('--no-memory-reducer-favors-memory');
