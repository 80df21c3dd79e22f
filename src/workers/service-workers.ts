// The worker threads of the service and the jobs they know, without loading these here.
import path from 'node:path';
import type { jobs } from './jobs';
import { createWorkers, type Workers } from './workers';

export type ServiceWorkers = Workers<typeof jobs>;

export const startWorkers = (): ServiceWorkers => createWorkers<typeof jobs>(path.join(__dirname, 'jobs.ts'));
