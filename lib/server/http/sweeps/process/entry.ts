/** The program of the process that computes sweeps, of its threads, and of the one for evidence. */
import { isMainThread } from 'node:worker_threads';
import { EVIDENCE } from '../sweep-arguments';

if (!isMainThread) await import('./share-thread');
else if (process.argv.includes(EVIDENCE)) await import('../../evidence/evidence-process');
else await import('./sweep-process');
