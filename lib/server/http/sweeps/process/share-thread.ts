/** A thread that computes shares, one after the other. */
import { parentPort } from 'node:worker_threads';
import { env } from '@/lib/server/env';
import { loadSizeTables, sizeFolder } from '@/lib/server/sizes/size-folder';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { encodeFigures } from '@/lib/tuning/figures/figure-codec';
import { countedAfter } from '@/lib/tuning/shared-steps';
import { runShare } from '@/lib/tuning/sweep/share';
import { encodeResults } from '@/lib/tuning/sweep/sweep-results';
import { shareFigures } from './share-figures';
import type { ShareAnswer, ShareTask } from './share-task';

async function answer(task: ShareTask): Promise<ShareAnswer> {
  const { of, plan, cells, profiles } = task;
  try {
    await loadSizeTables(sizeFolder(env().databaseUrl));
    const sessionAt = (row: number): Replayable =>
      countedAfter(
        prepare(decodeProfile(profiles[row] ?? new Uint8Array())),
        task.countedFrom?.[row] ?? 0,
      );
    const sessions = { length: profiles.length, at: sessionAt };
    const bytes =
      of === 'totals'
        ? encodeResults(runShare(plan, cells, profiles.length, sessionAt))
        : encodeFigures(await shareFigures(task, sessions));
    return { results: new Uint8Array(bytes) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: ShareTask) => {
  void answer(task).then((given) => {
    const buffers = 'results' in given ? [given.results.buffer] : [];
    parentPort?.postMessage(given, buffers);
  });
});
