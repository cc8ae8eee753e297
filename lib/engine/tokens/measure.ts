import type { GrowableInts } from '@/lib/engine/base/growable';
import { parseTime } from '@/lib/engine/base/iso-time';
import { intAt, numberAt } from '@/lib/engine/base/read';
import type { SessionDraft } from '@/lib/engine/session/draft';
import {
  partKinds,
  usageCounts,
  type PartKind,
  type RecordedCompaction,
  type Session,
} from '@/lib/engine/session/schema';
import { countPart, countPrefix } from './contextguard';
import { entryFlag, EntryTable, firstTextBytes } from './entry-table';
import { Names } from './names';
import { summaryKind } from './text/summary-kind';
import {
  completeProfile,
  stepFlag,
  type EntryColumns,
  type MeasuredCompaction,
  type MeasuredFile,
  type MeasuredGuard,
  type MeasuredImage,
  type Profile,
  type ProfileHead,
  type StepColumns,
} from './profile';

/** Measures a whole session held in memory. */
export function measureSession(session: Session): Profile {
  const table = new EntryTable();
  const entries = session.entries.map((entry) => table.push(entry));
  const steps = session.steps.map((step) => ({ ...step, usage: -1 }));
  return profileOf({ head: session, entries, steps }, table);
}

/** The profile of a draft whose entries were measured into `table` while they were stored. */
export function profileOf(draft: SessionDraft, table: EntryTable): Profile {
  const { head } = draft;
  const refs = draft.entries;
  const fallback = table.fallback.pick(refs);
  if (head.thoughts === 'kept') {
    const thoughts = table.thoughtFallback.pick(refs);
    for (let i = 0; i < fallback.length; i++) fallback[i] = intAt(fallback, i) + intAt(thoughts, i);
  }
  const answers = table.callIds.answers(refs);
  const entries: EntryColumns = {
    kinds: Object.fromEntries(
      partKinds.map((kind) => [kind, table.kinds[kind].pick(refs)]),
    ) as Record<PartKind, Int32Array>,
    fallback,
    flags: new Uint8Array(table.flags.pick(refs)),
    calls: table.calls.pick(refs),
    inlines: table.inlines.pick(refs),
    ceiled: table.ceiled.pick(refs),
    units: table.units.pick(refs),
    thoughtUnits: table.thoughtUnits.pick(refs),
    behindFirst: table.behindFirst.pick(refs),
    wide: table.wide.pick(refs),
    escapes: table.escapes.pick(refs),
    json: table.json.pick(refs),
    empty: table.empty.pick(refs),
    responses: table.responses.pick(refs),
    sealed: table.sealed.pick(refs),
    responseBytes: perResponse(refs, table, table.responseBytes),
    responseIds: perResponse(refs, table, table.responseIds),
    responseUnits: perResponse(refs, table, table.responseUnits),
    responseWide: perResponse(refs, table, table.responseWide),
    responseCalls: answers.distances,
    responseRepeats: answers.repeats,
    scripts: {
      latin: table.scripts.latin.pick(refs),
      cjk: table.scripts.cjk.pick(refs),
      other: table.scripts.other.pick(refs),
    },
  };
  const models = new Names();
  const labels = new Names();
  const columns = stepColumns(draft, table, models, labels);
  const facts = profileHead(draft, models.all, labels.all);
  const profile = {
    ...facts,
    files: touchedFiles(refs, table),
    images: sizedImages(refs, table),
  };
  return completeProfile(profile, entries, columns);
}

/** One loop over the steps: a list mapped per column takes most of a profile's time. */
function stepColumns(
  draft: SessionDraft,
  table: EntryTable,
  models: Names,
  labels: Names,
): StepColumns {
  const { steps } = draft;
  const count = steps.length;
  const ratio = count > 0 && steps.every((step) => step.ratio !== undefined);
  const columns = {
    entries: new Int32Array(count),
    real: new Int32Array(count),
    output: new Int32Array(count),
    cacheRead: new Int32Array(count),
    cacheWrite: new Int32Array(count),
    cacheWriteHour: new Int32Array(count),
    reasoning: new Int32Array(count),
    flags: new Uint8Array(count),
    limit: new Int32Array(count),
    model: new Int32Array(count),
    label: new Int32Array(count),
    time: new Float64Array(count),
    ...turnColumns(draft, table),
    ratio: ratio ? new Float64Array(count) : null,
  };
  steps.forEach((step, i) => {
    columns.entries[i] = step.entries;
    columns.real[i] = step.real ?? -1;
    for (const name of usageCounts) columns[name][i] = step[name] ?? -1;
    columns.flags[i] =
      (step.reported ? stepFlag.reported : 0) |
      (step.rejected ? stepFlag.rejected : 0) |
      (step.lengthStop === true ? stepFlag.lengthStop : 0);
    columns.limit[i] = step.limit ?? 0;
    columns.model[i] = models.index(step.model);
    columns.label[i] = labels.index(step.label === '' ? null : step.label);
    columns.time[i] = step.time === null ? NaN : parseTime(step.time);
    if (columns.ratio !== null) columns.ratio[i] = step.ratio ?? NaN;
  });
  return columns;
}

function profileHead(
  { head, steps }: SessionDraft,
  models: readonly string[],
  labels: readonly string[],
): Omit<ProfileHead, 'files' | 'images'> {
  const { system, tools } = countPrefix(head.prefix);
  return {
    estimator: 'contextguard',
    source: head.source.format,
    system,
    tools,
    ...(head.prefix.length !== undefined && { prefixLength: head.prefix.length }),
    thoughts: head.thoughts,
    ...(head.reasoning !== undefined && { reasoning: head.reasoning }),
    limit: head.limit,
    ...(head.environments !== undefined && { environments: head.environments }),
    ...(head.asked !== undefined && { asked: head.asked }),
    generated: head.generated !== null,
    models,
    labels,
    compactions: head.compactions.map(measureCompaction),
    failedCompactions: head.failedCompactions ?? [],
    refusals: steps.flatMap(({ refusal }, step) => (refusal ? [{ step, ...refusal }] : [])),
    counted: steps.flatMap(({ counted }, step) => (counted ? [{ step, ...counted }] : [])),
    guard: guardStates(steps),
  };
}

/** The files of a log's entries, numbered in the order in which they first appear in it. */
function touchedFiles(refs: readonly number[], table: EntryTable): readonly MeasuredFile[] {
  if (table.files.size === 0) return [];
  const names = new Names();
  return refs.flatMap((row, entry) =>
    (table.files.get(row) ?? []).map(({ file, bytes, lines, whole, plan }) => {
      return { entry, file: names.index(file), bytes, lines, whole, plan: plan === true };
    }),
  );
}

function sizedImages(refs: readonly number[], table: EntryTable): readonly MeasuredImage[] {
  if (table.images.size === 0) return [];
  return refs.flatMap((row, entry) =>
    (table.images.get(row) ?? []).map((image) => ({ ...image, entry })),
  );
}

function guardStates(steps: SessionDraft['steps']): ProfileHead['guard'] {
  const states: MeasuredGuard[] = [];
  steps.forEach(({ guard }, step) => {
    if (guard) states.push({ step, ...guard });
  });
  return states;
}

function measureCompaction(compaction: RecordedCompaction): MeasuredCompaction {
  const { entry, step, kind, trigger, summary, kept, elided, preTokens, postTokens, json } =
    compaction;
  return {
    entry,
    step,
    kind,
    trigger,
    summaryTokens: summary.reduce((tokens, part) => tokens + countPart(part), 0),
    summaryBytes: firstTextBytes(summary),
    reads: summaryKind(compaction),
    kept,
    elided,
    preTokens,
    postTokens,
    ...(json === undefined ? {} : { json }),
  };
}

/** A value of every response of the entries, in log order. */
function perResponse(refs: readonly number[], table: EntryTable, values: GrowableInts): Int32Array {
  const out: number[] = [];
  for (const row of refs) {
    const first = table.responseFirst.at(row);
    const end = first + table.responses.at(row);
    for (let k = first; k < end; k++) out.push(values.at(k));
  }
  return new Int32Array(out);
}

/** The turn of each step: the newest entry of the log that begins one. */
function turnColumns(
  { entries, steps }: SessionDraft,
  table: EntryTable,
): Pick<StepColumns, 'turnStart' | 'requestBytes'> {
  const turnStart = new Int32Array(steps.length);
  const requestBytes = new Int32Array(steps.length);
  const newest = new Int32Array(entries.length + 1);
  entries.forEach((ref, i) => {
    const starts = (table.flags.at(ref) & entryFlag.turnStart) !== 0;
    newest[i + 1] = starts ? i + 1 : intAt(newest, i);
  });
  steps.forEach((step, i) => {
    const start = intAt(newest, step.entries) - 1;
    turnStart[i] = Math.max(0, start);
    requestBytes[i] = start < 0 ? 0 : table.requestBytes.at(numberAt(entries, start));
  });
  return { turnStart, requestBytes };
}
