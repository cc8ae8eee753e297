/** The program of the process that computes sweeps, and of its threads. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) await import('./sweep-process');
else await import('./share-thread');
