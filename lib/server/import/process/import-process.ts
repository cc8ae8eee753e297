/**
 * An import process, forked by the server for waiting traces. It imports them, waits a while for
 * more, and ends. It also ends with the server; its trace is imported later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '@/lib/server/db/client';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { judgePendingSessions } from '@/lib/server/http/findings/judge-sessions';
import { env } from '@/lib/server/env';
import { PASSING } from '../lanes/import-lane';
import { needsMoreMemory, ProcessWatch, STUCK } from '../lanes/process-watch';
import { runQueue } from '../run-queue';
import { neutralConsole } from './neutral-console';

neutralConsole();

/**
 * Idle milliseconds before it ends, because a start takes seconds of processor time; 0 without a
 * server that could wake it.
 */
const IDLE_MS = process.connected ? 30_000 : 1;
const TURN_MS = 500;

const stopped = new AbortController();
const stop = (): void => stopped.abort();
process.on('disconnect', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

let woken = false;
/** Ends the pause between two looks. */
let pause = new AbortController();
process.on('message', () => {
  woken = true;
  pause.abort();
});

await migrate(env().databaseUrl);
const db = await database();
const passing = process.argv.includes(PASSING);
const ceiling = env().importMemory;
const { reading, thrown } = new ProcessWatch(db, ceiling, ({ file }) => {
  const failed = (failure: ImportFailure) => ({ kind: 'failed', failure }) as const;
  const memory = passing ? ({ kind: 'again' } as const) : failed(needsMoreMemory(file, ceiling));
  return { memory, stuck: failed(STUCK) };
});
process.on('uncaughtException', (error) => {
  console.error('An import process ends:', error);
  if (storageFault(error) === null) thrown(error);
  process.exit(1);
});
for (let idle = 0; idle < IDLE_MS && !stopped.signal.aborted; idle += TURN_MS) {
  if (idle === 0 || woken) {
    woken = false;
    idle = 0;
    await runQueue(db, stopped.signal, () => sleep(TURN_MS), { passing, reading, atOnce: 2 });
    // Nothing waits to be read: now for what is not needed to open a session.
    if (!passing) await judgePendingSessions(db, () => woken || stopped.signal.aborted);
  }
  const signal = AbortSignal.any([stopped.signal, pause.signal]);
  await sleep(TURN_MS, undefined, { signal }).catch(() => undefined);
  pause = new AbortController();
}
await db.close();
process.exit(0);
