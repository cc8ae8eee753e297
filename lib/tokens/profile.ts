import { parseTime } from '@/lib/base/iso-time';
import {
  partKinds,
  type PartKind,
  type RecordedCompaction,
  type SessionHead,
} from '@/lib/session/schema';
import type { Session } from '@/lib/session/schema';
import type { SessionDraft } from '@/lib/session/draft';
import { countPart, countPrefix } from './contextguard';
import { entryFlag, EntryTable } from './entry-table';
import { Names } from './names';

/** Bits of a step. `lengthStop`: its response stopped at the output limit. */
export const stepFlag = { reported: 1, rejected: 2, lengthStop: 4 } as const;

/** A recorded compaction as integers. */
export interface MeasuredCompaction {
  readonly entry: number;
  readonly step: number;
  readonly kind: RecordedCompaction['kind'];
  readonly trigger: RecordedCompaction['trigger'];
  /** Heuristic tokens and text bytes of the summary. */
  readonly summaryTokens: number;
  readonly summaryBytes: number;
  readonly kept: RecordedCompaction['kept'];
  readonly elided: RecordedCompaction['elided'];
  readonly preTokens: number | null;
  readonly postTokens: number | null;
}

/** ContextGuard state recorded after a step; null entries where the trace has no such key. */
export interface MeasuredGuard {
  readonly step: number;
  readonly realTokens: number | null;
  readonly lastHeuristic: number | null;
  readonly watermark: number | null;
  readonly summaryBytes: number | null;
}

/** What a profile knows beside its columns. */
export interface ProfileHead {
  readonly estimator: 'contextguard';
  /** Id of the importer that read it; "scenario" for generated sessions. */
  readonly source: string;
  /** Heuristic tokens of the prefix; null where the trace does not hold that share. */
  readonly system: number | null;
  readonly tools: number | null;
  readonly thoughts: SessionHead['thoughts'];
  readonly limit: SessionHead['limit'];
  readonly generated: boolean;
  readonly models: readonly string[];
  readonly labels: readonly string[];
  readonly compactions: readonly MeasuredCompaction[];
  readonly guard: readonly MeasuredGuard[];
}

/** One value per entry of the log, in log order. */
export interface EntryColumns {
  readonly kinds: Readonly<Record<PartKind, Int32Array>>;
  /** Bytes this entry's texts take in the mechanical fallback summary. */
  readonly fallback: Int32Array;
  readonly flags: Uint8Array;
  /** Parts that are calls, and inline data. */
  readonly calls: Int32Array;
  readonly inlines: Int32Array;
  /** Bytes / 4 rounded up for each part, inline data by the length of its type. */
  readonly ceiled: Int32Array;
  /** How many responses an entry holds. */
  readonly responses: Int32Array;
  /** Not per entry: bytes of every response as it prints, name aside, in log order. */
  readonly responseBytes: Int32Array;
}

/** One value per step. */
export interface StepColumns {
  /** Entries in the request. */
  readonly entries: Int32Array;
  /** Prompt tokens of the request; −1 where unknown. */
  readonly real: Int32Array;
  /** Tokens of the response, and of the prompt those written to the cache; −1 where unknown. */
  readonly output: Int32Array;
  readonly cacheWrite: Int32Array;
  readonly flags: Uint8Array;
  /** Limit named by a rejection; 0 for none. */
  readonly limit: Int32Array;
  /** Index into `head.models` and `head.labels`; −1 for none. */
  readonly model: Int32Array;
  readonly label: Int32Array;
  /** Milliseconds since 1970; NaN where unknown. */
  readonly time: Float64Array;
  /** First entry of the turn the request belongs to, and the bytes of that user's first text. */
  readonly turnStart: Int32Array;
  readonly requestBytes: Int32Array;
  /** Generated sessions: real = trunc(heuristic × ratio); null for recorded ones. */
  readonly ratio: Float64Array | null;
}

/** A session as numbers: measured once, replayed any number of times. */
export interface Profile {
  readonly head: ProfileHead;
  readonly entries: EntryColumns;
  readonly steps: StepColumns;
  readonly entryCount: number;
  readonly stepCount: number;
  /** Prefix sums, one longer than the columns: heuristic without stripped thoughts. */
  readonly sum: Int32Array;
  /** Prefix sums of stripped thoughts; all 0 where thoughts are kept. */
  readonly thoughtSum: Int32Array;
  readonly fallbackSum: Int32Array;
  /** Prefix sums: where an entry's responses begin in `entries.responseBytes`. */
  readonly responseStart: Int32Array;
  /** The entry whose calls an entry's responses answer, the earliest one; −1 for none. */
  readonly callOf: Int32Array;
}

/** Columns and head in, prefix sums added; what the builder and the codec end in. */
export function completeProfile(
  head: ProfileHead,
  entries: EntryColumns,
  steps: StepColumns,
): Profile {
  const entryCount = entries.flags.length;
  const sum = new Int32Array(entryCount + 1);
  const thoughtSum = new Int32Array(entryCount + 1);
  const fallbackSum = new Int32Array(entryCount + 1);
  const { text, thought, call, response, inline, other } = entries.kinds;
  const stripped = head.thoughts === 'stripped';
  for (let i = 0; i < entryCount; i++) {
    const thoughts = thought[i] ?? 0;
    const rest =
      (text[i] ?? 0) + (call[i] ?? 0) + (response[i] ?? 0) + (inline[i] ?? 0) + (other[i] ?? 0);
    sum[i + 1] = (sum[i] ?? 0) + rest + (stripped ? 0 : thoughts);
    thoughtSum[i + 1] = (thoughtSum[i] ?? 0) + (stripped ? thoughts : 0);
    fallbackSum[i + 1] = (fallbackSum[i] ?? 0) + (entries.fallback[i] ?? 0);
  }
  const responseStart = new Int32Array(entryCount + 1);
  for (let i = 0; i < entryCount; i++) {
    responseStart[i + 1] = (responseStart[i] ?? 0) + (entries.responses[i] ?? 0);
  }
  return {
    head,
    entries,
    steps,
    entryCount,
    stepCount: steps.entries.length,
    sum,
    thoughtSum,
    fallbackSum,
    responseStart,
    callOf: answeredCalls(entries),
  };
}

/** Matches responses with calls by their order, oldest unanswered call first. */
function answeredCalls({ calls, responses }: EntryColumns): Int32Array {
  const callOf = new Int32Array(calls.length).fill(-1);
  const open: { readonly entry: number; left: number }[] = [];
  let first = 0;
  for (let i = 0; i < calls.length; i++) {
    let answers = responses[i] ?? 0;
    while (answers > 0 && first < open.length) {
      const call = open[first] as { readonly entry: number; left: number };
      if (callOf[i] === -1) callOf[i] = call.entry;
      const taken = Math.min(call.left, answers);
      call.left -= taken;
      answers -= taken;
      if (call.left === 0) first++;
    }
    if ((calls[i] ?? 0) > 0) open.push({ entry: i, left: calls[i] ?? 0 });
  }
  return callOf;
}

/** Measures a whole session held in memory. */
export function measureSession(session: Session): Profile {
  const table = new EntryTable();
  const entries = session.entries.map((entry) => table.push(entry));
  const steps = session.steps.map((step) => ({ ...step, usage: -1 }));
  return profileOf({ head: session, entries, steps }, table);
}

/** The profile of a draft whose entries were measured into `table` while they were stored. */
export function profileOf(draft: SessionDraft, table: EntryTable): Profile {
  const { head, steps } = draft;
  const refs = draft.entries;
  const fallback = table.fallback.pick(refs);
  if (head.thoughts === 'kept') {
    const thoughts = table.thoughtFallback.pick(refs);
    for (let i = 0; i < fallback.length; i++) fallback[i] = (fallback[i] ?? 0) + (thoughts[i] ?? 0);
  }
  const entries: EntryColumns = {
    kinds: Object.fromEntries(
      partKinds.map((kind) => [kind, table.kinds[kind].pick(refs)]),
    ) as Record<PartKind, Int32Array>,
    fallback,
    flags: Uint8Array.from(table.flags.pick(refs)),
    calls: table.calls.pick(refs),
    inlines: table.inlines.pick(refs),
    ceiled: table.ceiled.pick(refs),
    responses: table.responses.pick(refs),
    responseBytes: responseBytes(refs, table),
  };
  const models = new Names();
  const labels = new Names();
  const turns = turnColumns(draft, table);
  const ratio = steps.length > 0 && steps.every((step) => step.ratio !== undefined);
  // `new` over a mapped list: `from` with a function is several times slower.
  const columns: StepColumns = {
    entries: new Int32Array(steps.map((step) => step.entries)),
    real: new Int32Array(steps.map((step) => step.real ?? -1)),
    output: new Int32Array(steps.map((step) => step.output ?? -1)),
    cacheWrite: new Int32Array(steps.map((step) => step.cacheWrite ?? -1)),
    flags: new Uint8Array(
      steps.map(
        (step) =>
          (step.reported ? stepFlag.reported : 0) |
          (step.rejected ? stepFlag.rejected : 0) |
          (step.lengthStop === true ? stepFlag.lengthStop : 0),
      ),
    ),
    limit: new Int32Array(steps.map((step) => step.limit ?? 0)),
    model: new Int32Array(steps.map((step) => models.index(step.model))),
    label: new Int32Array(steps.map((step) => labels.index(step.label === '' ? null : step.label))),
    time: new Float64Array(steps.map((step) => (step.time === null ? NaN : parseTime(step.time)))),
    ...turns,
    ratio: ratio ? new Float64Array(steps.map((step) => step.ratio ?? NaN)) : null,
  };
  return completeProfile(profileHead(draft, models.all, labels.all), entries, columns);
}

function profileHead(
  { head, steps }: SessionDraft,
  models: readonly string[],
  labels: readonly string[],
): ProfileHead {
  return {
    estimator: 'contextguard',
    source: head.source.format,
    ...countPrefix(head.prefix),
    thoughts: head.thoughts,
    limit: head.limit,
    generated: head.generated !== null,
    models,
    labels,
    compactions: head.compactions.map(measureCompaction),
    guard: steps.flatMap(({ guard }, step) => (guard ? [{ step, ...guard }] : [])),
  };
}

function measureCompaction(compaction: RecordedCompaction): MeasuredCompaction {
  const { entry, step, kind, trigger, summary, kept, elided, preTokens, postTokens } = compaction;
  const table = new EntryTable();
  const row = table.push({ role: 'user', parts: summary });
  return {
    entry,
    step,
    kind,
    trigger,
    summaryTokens: summary.reduce((tokens, part) => tokens + countPart(part), 0),
    summaryBytes: table.requestBytes.at(row),
    kept,
    elided,
    preTokens,
    postTokens,
  };
}

/** Bytes of every response of the entries, in log order. */
function responseBytes(refs: readonly number[], table: EntryTable): Int32Array {
  const out: number[] = [];
  for (const row of refs) {
    const first = table.responseFirst.at(row);
    const end = first + table.responses.at(row);
    for (let k = first; k < end; k++) out.push(table.responseBytes.at(k));
  }
  return Int32Array.from(out);
}

/** For each step the turn it belongs to: the newest entry of the log that begins one. */
function turnColumns(
  { entries, steps }: SessionDraft,
  table: EntryTable,
): Pick<StepColumns, 'turnStart' | 'requestBytes'> {
  const turnStart = new Int32Array(steps.length);
  const requestBytes = new Int32Array(steps.length);
  const newest = new Int32Array(entries.length + 1);
  entries.forEach((ref, i) => {
    const starts = (table.flags.at(ref) & entryFlag.turnStart) !== 0;
    newest[i + 1] = starts ? i + 1 : (newest[i] ?? 0);
  });
  steps.forEach((step, i) => {
    const start = (newest[step.entries] ?? 0) - 1;
    turnStart[i] = Math.max(0, start);
    requestBytes[i] = start < 0 ? 0 : table.requestBytes.at(entries[start] as number);
  });
  return { turnStart, requestBytes };
}
