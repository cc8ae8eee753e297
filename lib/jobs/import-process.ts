/**
 * The program of the import process: the server forks it when a trace waits. It imports what waits,
 * stays a while for more, and ends; it also ends, leaving its trace for later, when the server does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '@/lib/db/client';
import { migrate } from '@/lib/db/migrate';
import { env } from '@/lib/env';
import { runQueue } from './run-queue';

/**
 * How long it stays with nothing to do: starting anew takes seconds of a processor. Without a server
 * that could wake it, not at all.
 */
const IDLE_MS = process.connected ? 30_000 : 1;
const TURN_MS = 500;

const stopped = new AbortController();
const stop = (): void => stopped.abort();
process.on('disconnect', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

let woken = false;
process.on('message', () => (woken = true));

await migrate(env().databaseUrl);
const db = await database();
for (let idle = 0; idle < IDLE_MS && !stopped.signal.aborted; idle += TURN_MS) {
  if (idle === 0 || woken) {
    woken = false;
    idle = 0;
    await runQueue(db, stopped.signal, () => sleep(TURN_MS));
  }
  await sleep(woken ? 0 : TURN_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
}
await db.close();
process.exit(0);
