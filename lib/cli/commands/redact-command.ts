import { open, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { formatInteger } from '@/lib/engine/base/format';
import { readTrace } from '@/lib/readers/open/read-trace';
import { SecretCounter } from '@/lib/readers/secrets/secret-counter';
import { secretName } from '@/lib/engine/session/secret-names';
import { SESSIONS_FORMAT } from '@/lib/engine/session/serialize';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { withoutTexts } from '@/lib/engine/tokens/numbers-only';
import { profileOf } from '@/lib/engine/tokens/measure';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { readErrorText } from '../read-error';

/** Options of `redact`. */
interface RedactCommandOptions {
  readonly out?: string;
}

/** A trace without its texts, and the secrets found in them. */
interface Redacted {
  readonly sizes: MemoryStore;
  readonly drafts: readonly SessionDraft[];
  readonly counter: SecretCounter;
  readonly textChars: number;
}

/**
 * Writes a trace as canonical sessions with sizes in place of text. First measures both forms, which
 * must give the same integers.
 */
export async function redactCommand(
  file: string,
  { out }: RedactCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const redacted = await redact(file, io);
  const target = out === undefined ? null : io.resolve(out);
  if (target === io.resolve(file)) {
    throw new UsageError('--out names the trace itself; choose another name.');
  }
  await write(target, document(redacted), io);
  io.message(report(file, redacted));
  return exitCode.clean;
}

async function redact(file: string, io: CliIo): Promise<Redacted> {
  const whole = new EntryTable();
  const sized = new EntryTable();
  const sizes = new MemoryStore();
  const counter = new SecretCounter();
  const drafts: SessionDraft[] = [];
  const originals: SessionDraft[] = [];
  let textChars = 0;
  const sink = withoutTexts({
    store: {
      entry: (entry) => {
        sized.push(entry);
        return sizes.entry(entry);
      },
      usage: () => -1,
    },
    onSession: (draft) => drafts.push(draft),
  });
  const read = await readTrace(io.resolve(file), {
    name: file,
    store: {
      entry: (entry) => {
        const text = JSON.stringify(entry);
        textChars += text.length;
        counter.add(text);
        whole.push(entry);
        return sink.store.entry(entry);
      },
      usage: () => -1,
    },
    onSession: (draft) => {
      originals.push(draft);
      sink.onSession(draft);
    },
    ready: async () => {
      if (counter.isFull) await counter.search();
    },
  });
  if (!read.ok) throw new InputError(readErrorText(file, read.error));
  await counter.search();
  for (const [i, draft] of originals.entries()) {
    if (!sameNumbers(draft, whole, drafts[i] as SessionDraft, sized)) {
      throw new Error(`Session ${i + 1} of ${file} measures differently without its texts.`);
    }
  }
  return { sizes, drafts, counter, textChars };
}

/** True if both forms have the same integers in every column of entries and steps. */
function sameNumbers(
  draft: SessionDraft,
  table: EntryTable,
  other: SessionDraft,
  otherTable: EntryTable,
): boolean {
  const [one, two] = [profileOf(draft, table), profileOf(other, otherTable)];
  const { label: _, ...steps } = one.steps;
  const { label: __, ...otherSteps } = two.steps;
  return isDeepStrictEqual([one.entries, steps], [two.entries, otherSteps]);
}

/** Pieces of the canonical document, one per session. */
function* document({ sizes, drafts }: Redacted): Generator<string> {
  yield `{"format":${JSON.stringify(SESSIONS_FORMAT)},"sessions":[`;
  for (const [i, draft] of drafts.entries()) {
    yield `${i === 0 ? '' : ','}\n${JSON.stringify(sizes.session(draft))}`;
  }
  yield '\n]}\n';
}

/** Writes to stdout or a new file; removes an incomplete file. */
async function write(target: string | null, pieces: Iterable<string>, io: CliIo): Promise<void> {
  if (target === null) {
    for (const piece of pieces) io.out(piece);
    return;
  }
  const handle = await open(target, 'wx').catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists
      ? new UsageError(`${target} exists already; choose another name or remove it.`)
      : new InputError(`${target} cannot be written: ${String(error)}`);
  });
  try {
    for (const piece of pieces) await handle.write(piece);
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(target, { force: true });
    throw error;
  }
}

function report(file: string, { drafts, sizes, counter, textChars }: Redacted): string {
  const steps = drafts.reduce((sum, draft) => sum + draft.steps.length, 0);
  const secrets = Object.entries(counter.counts).map(
    ([rule, { distinct }]) => `${formatInteger(distinct)} ${secretName(rule, distinct)}`,
  );
  return [
    `${file}: sessions ${formatInteger(drafts.length)}, steps ${formatInteger(steps)}, entries ${formatInteger(sizes.entries.length)}.`,
    `Taken out: ${formatInteger(textChars)} characters of entries, names, identifiers, usage records` +
      (secrets.length === 0 ? '.' : `; among the texts ${secrets.join(', ')}.`),
    'Left: roles, categories and byte lengths; models, times and token counts.',
    'Both forms measure to the same integers.',
  ].join('\n');
}
