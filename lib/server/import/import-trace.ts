import { LostClaim, reportProgress, type ClaimedImport } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import { StorageFault, storageFault } from '@/lib/server/db/connection/storage-fault';
import { ImportStage } from '@/lib/server/db/imports/import-stage';
import { purgeReplaced } from '@/lib/server/db/sessions/live-sessions';
import {
  completeDuplicate,
  completeImport,
  failImport,
  requeueImport,
  sameContent,
} from '@/lib/server/db/imports/imports';
import { CANCELLED, type ImportFailure } from '@/lib/server/db/imports/import-queue';
import { purgeStaged } from '@/lib/server/db/imports/purge';
import { dropUpload, openUpload, type OpenedUpload } from '@/lib/server/db/imports/upload-chunks';
import { openInput, type OpenTrace } from '@/lib/readers/open/open-trace';
import { UnpackBudget } from '@/lib/readers/open/archives/unpack-budget';
import { lacking } from '@/lib/readers/importers/receipt';
import { EARLIER_PART } from '@/lib/analysis/explain/recording/unknown-head';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { secretRemark } from '@/lib/readers/secrets/secret-remark';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { patternLimit } from '@/lib/engine/tokens/limits/limit-patterns';
import { withLimit } from '@/lib/engine/tokens/limits/limits';
import { withoutTexts } from '@/lib/engine/tokens/numbers-only';
import type { UserSettings } from '@/lib/engine/tokens/user-settings';
import { chosenImporter, isReadAlike } from './chosen-importer';
import { importArchive, removeFolder, unpackedFolder } from './import-archive';
import { allowedMs, tookTooLong } from './lanes/time-budget';
import { libraryLimits } from './library-limits';
import { storesNumbersOnly } from './import-options';
import { ProgressWatch } from './progress-watch';
import { sampleUpload } from './samples';
import { stageSession } from './stage-session';
import { LiveDrafts } from './live-drafts';
import { StagedStore } from './staged-store';
import { receiptWithoutNames, withoutNames } from './without-names';

/** Result of reading a trace. */
type Outcome =
  | { readonly kind: 'done' | 'duplicate' | 'stopped' | 'lost' }
  | { readonly kind: 'failed'; readonly failure: ImportFailure };

/**
 * Imports one claimed trace: all of it or nothing. On return the import has ended (or waits again, if
 * `stopped` or `late` is aborted) and no staged row is left; once another process took the import
 * over, this one changes nothing. An import that was `late` has lost an attempt. Never rejects for a
 * bad trace. @throws an error of the storage; then the import still runs.
 */
export async function importTrace(
  db: Database,
  job: ClaimedImport,
  stopped: AbortSignal,
  late?: AbortSignal,
): Promise<void> {
  const ending = late === undefined ? stopped : AbortSignal.any([stopped, late]);
  // A growing trace is read again as a whole: its sessions replace the earlier ones.
  const same = job.liveKey === null ? await sameContent(db, job) : null;
  const earlier = same !== null && isReadAlike(same.options, job.options) ? same : null;
  const outcome: Outcome = earlier ? { kind: 'duplicate' } : await read(db, job, ending);
  if (outcome.kind === 'lost') return;
  if (earlier) await completeDuplicate(db, job, earlier);
  if (outcome.kind === 'stopped') {
    await purgeStaged(db, job);
    await requeueImport(db, job, { counted: late?.aborted === true && !stopped.aborted });
    return;
  }
  if (outcome.kind === 'failed') {
    await purgeStaged(db, job);
    const { failure } = outcome;
    await failImport(db, job, storesNumbersOnly(job) ? withoutNames(failure) : failure);
  }
  // A failed import may be retried: its upload is kept for a while.
  const kept = outcome.kind === 'failed' && outcome.failure.code !== 'cancelled';
  if (!job.sample && !kept) await dropUpload(db, job.path);
}

async function read(db: Database, job: ClaimedImport, stopped: AbortSignal): Promise<Outcome> {
  const budget = new UnpackBudget(job.bytes);
  const watch = new ProgressWatch(db, job, stopped, () => allowedMs(job.bytes + budget.bytes));
  let stage: ImportStage | undefined;
  let upload: OpenedUpload | undefined;
  try {
    upload = job.sample ? sampleUpload(job.path) : await openUpload(db, job.path);
    stage = new ImportStage(db, job);
    return await readIntoStage({ db, job, stage, watch }, upload.file, budget);
  } catch (error) {
    if (error instanceof LostClaim || watch.isLost) return { kind: 'lost' };
    // Nothing is wrong with the trace: the queue tries it again.
    if (storageFault(error) !== null) throw error;
    console.error(`Import of ${job.file} (${job.id}) failed:`, error);
    const message =
      'Highwater could not finish reading this file; the server’s log has the reason.';
    return { kind: 'failed', failure: { code: 'internal', message } };
  } finally {
    await watch.end();
    await stage?.close();
    await upload?.release();
  }
}

async function readIntoStage(run: ImportRun, file: string, budget: UnpackBudget): Promise<Outcome> {
  const { db, job, stage, watch } = run;
  const scratch = await unpackedFolder(db, job);
  try {
    const chosen = await chosenImporter(db, job.options);
    if (!chosen.ok) return failed(chosen.error);
    const opened = await openInput(file, {
      name: job.file,
      importer: chosen.value,
      scratch,
      budget,
      signal: watch.signal,
      onProgress: ({ bytes, records }) => {
        watch.progress(bytes, records);
        if (stage.failed) watch.abort();
      },
    });
    if (!opened.ok) return (await interrupted(run)) ?? failedToRead(opened.error);
    if (opened.value.kind === 'trace') {
      const { trace } = opened.value;
      return await readSessions(run, trace).finally(trace.close);
    }
    const { members } = opened.value;
    const progress = watch.progress.bind(watch);
    const done = await importArchive({ db, job, signal: watch.signal, progress }, members, scratch);
    await members.close();
    const stopped = await interrupted(run);
    if (done === true) return { kind: 'done' };
    return stopped ?? (done === false ? await notCompleted(db, job) : failedToRead(done));
  } finally {
    await removeFolder(scratch);
  }
}

const failed = (failure: ImportFailure): Outcome => ({ kind: 'failed', failure });

/** @throws StorageFault if there was no room to unpack the trace. */
function failedToRead(failure: ImportFailure): Outcome {
  if (failure.code === 'storage') throw new StorageFault('full');
  return failed(failure);
}

/** Outside reason that ended the reading; null for none. */
async function interrupted({ job, watch }: ImportRun): Promise<Outcome | null> {
  await watch.end();
  if (watch.isLost) return { kind: 'lost' };
  if (watch.isStopped) return { kind: 'stopped' };
  if (watch.isCancelled) return failed(CANCELLED);
  return watch.isLate ? failed(tookTooLong(job.file, watch.allowedMs)) : null;
}

/** Another process took the import over, or the user cancelled it at the last moment. */
async function notCompleted(db: Database, job: ClaimedImport): Promise<Outcome> {
  const state = await reportProgress(db, job, { bytesRead: job.bytes, records: 0 });
  return state === 'lost' ? { kind: 'lost' } : failed(CANCELLED);
}

/** The user's settings of a session; without the user's limit the library's for its model. */
function ownSettings(own: UserSettings | null, limit: number | null): UserSettings | null {
  if (limit === null) return own;
  return {
    limitOverride: own?.limitOverride ?? limit,
    attachedPrefix: own?.attachedPrefix ?? null,
  };
}

/** Remark in a receipt of an import without texts. */
const TEXTLESS = 'Imported as numbers only: text was neither stored nor searched for secrets.';

/** One import that is being read. */
interface ImportRun {
  readonly db: Database;
  readonly job: ClaimedImport;
  readonly stage: ImportStage;
  readonly watch: ProgressWatch;
}

async function readSessions(run: ImportRun, trace: OpenTrace): Promise<Outcome> {
  const { db, job, stage } = run;
  const store = new StagedStore(stage);
  const live = await LiveDrafts.open(db, job.liveKey);
  const limits = await libraryLimits(db);
  const numbersOnly = storesNumbersOnly(job);
  let sessionCount = 0;
  let startsInside = false;
  let staged = Promise.resolve();
  const whole = {
    store,
    onSession: (draft: SessionDraft): void => {
      sessionCount++;
      staged = staged.then(async () => {
        const own = ownSettings(
          live.settingsOf(draft),
          patternLimit(withLimit(draft).head, limits),
        );
        const session = await stageSession(draft, store.table, { own, named: !numbersOnly });
        const { row, notes } = session;
        startsInside ||= session.startsInside;
        for (const { text } of notes) store.secrets.add(text);
        const masked = (await maskSecrets({ name: row.name, notes })).value;
        const limitOverride = own?.limitOverride ?? null;
        const columns = { ...row, name: masked.name, numbersOnly, limitOverride };
        stage.session({ ...session, row: columns, notes: masked.notes });
      });
      // A rejection is handled where the promise is awaited.
      staged.catch(() => undefined);
    },
  };
  const result = await trace.read({
    ...(numbersOnly ? withoutTexts(whole) : whole),
    ready: async () => {
      await staged;
      if (store.secrets.isFull) await store.secrets.search();
      await stage.ready();
    },
  });
  await staged;
  const stopped = await interrupted(run);
  if (stopped !== null) return stopped;
  if (!result.ok && !stage.failed) return failed(result.error);
  const held = await stage.finish();
  if (!result.ok) return failed(result.error);
  await store.secrets.search();
  const { counts } = store.secrets;
  const remark = numbersOnly ? TEXTLESS : secretRemark(counts);
  const { importer, bytes } = result.value;
  const receipt = startsInside ? lacking(result.value.receipt, EARLIER_PART) : result.value.receipt;
  const named = numbersOnly ? receiptWithoutNames(receipt) : receipt;
  const remarks = [...named.remarks, ...(remark === null ? [] : [remark])];
  const completed = await completeImport(
    db,
    job,
    {
      format: importer,
      bytesRead: bytes,
      records: receipt.read,
      receipt: JSON.stringify({ ...named, remarks }),
      secrets: numbersOnly ? null : JSON.stringify(counts),
      sessionCount,
    },
    held,
  );
  if (!completed) return notCompleted(db, job);
  await purgeReplaced(db, job);
  return { kind: 'done' };
}
