import { byteAt, intAt } from '@/lib/base/read';
import type { RecordedView } from '@/lib/replay/recorded-view';
import { entryFlag } from '@/lib/tokens/entry-table';
import {
  completeProfile,
  type EntryColumns,
  type MeasuredCompaction,
  type Profile,
  type StepColumns,
} from '@/lib/tokens/profile';

/** The entries a run of steps begins with, in the order of its log. */
interface RunLog {
  /** Original entry of each item; −1 for the summary. */
  readonly entries: Int32Array;
  /** Per original entry, how many items come before it. */
  readonly position: Int32Array;
  readonly elided: ReadonlySet<number>;
}

/**
 * A recorded run as a session of its own: the steps [view.step, end), over what the recording's
 * compaction left before them (its summary as a user's text, kept entries) and everything appended
 * since. Entries that a microcompaction blanked weigh nothing. Later compactions before `end` stay.
 */
export function recordedRunProfile(profile: Profile, view: RecordedView, end: number): Profile {
  const log = runLog(profile, view, end);
  const steps = runSteps(profile, view, end, log);
  const compactions = profile.head.compactions
    .filter((one) => one.step > view.step && one.step < end)
    .map((one) => shifted(one, view.step, log));
  return completeProfile(
    {
      ...profile.head,
      compactions,
      guard: [],
      files: runFiles(profile, view, end, log),
      images: runImages(profile, log),
    },
    runEntries(profile.entries, profile.responseStart, view, log),
    steps,
  );
}

function runLog({ steps, entryCount }: Profile, view: RecordedView, end: number): RunLog {
  const last = steps.entries[end - 1] ?? 0;
  const kept = (entry: number): boolean =>
    entry >= view.from || view.kept.some(([from, to]) => entry >= from && entry < to);
  const entries: number[] = view.summarised ? [-1] : [];
  const position = new Int32Array(entryCount + 1);
  for (let entry = 0; entry <= entryCount; entry++) {
    position[entry] = entries.length;
    if (entry < last && kept(entry)) entries.push(entry);
  }
  return { entries: Int32Array.from(entries), position, elided: new Set(view.elided) };
}

function runEntries(
  columns: EntryColumns,
  responseStart: Int32Array,
  view: RecordedView,
  { entries, elided, position }: RunLog,
): EntryColumns {
  const weight = (column: Int32Array, summary: number): Int32Array =>
    entries.map((entry) => (entry < 0 ? summary : elided.has(entry) ? 0 : intAt(column, entry)));
  const answers = (column: Int32Array): Int32Array =>
    Int32Array.from(
      [...entries].flatMap((entry) => {
        if (entry < 0) return [];
        const own = column.subarray(responseStart[entry], responseStart[entry + 1]);
        return elided.has(entry) ? Array.from(own, () => 0) : [...own];
      }),
    );
  const plain = (column: Int32Array): Int32Array =>
    entries.map((entry) => (entry < 0 ? 0 : intAt(column, entry)));
  const { kinds } = columns;
  return {
    kinds: {
      text: weight(kinds.text, view.summaryTokens),
      thought: weight(kinds.thought, 0),
      call: weight(kinds.call, 0),
      response: weight(kinds.response, 0),
      inline: weight(kinds.inline, 0),
      other: weight(kinds.other, 0),
    },
    fallback: weight(columns.fallback, 0),
    flags: Uint8Array.from(entries, (entry) =>
      entry < 0 ? entryFlag.user : byteAt(columns.flags, entry),
    ),
    calls: plain(columns.calls),
    inlines: weight(columns.inlines, 0),
    ceiled: weight(columns.ceiled, Math.ceil(view.summaryBytes / 4)),
    responses: plain(columns.responses),
    sealed: weight(columns.sealed, 0),
    units: weight(columns.units, view.summaryBytes),
    thoughtUnits: weight(columns.thoughtUnits, 0),
    wide: weight(columns.wide, 0),
    responseBytes: answers(columns.responseBytes),
    responseIds: answers(columns.responseIds),
    responseUnits: answers(columns.responseUnits),
    responseWide: answers(columns.responseWide),
    responseCalls: runCalls(columns, responseStart, { entries, position }),
    // No policy reads them: what is done again is asked of a whole session.
    responseRepeats: answers(columns.responseRepeats).fill(0),
    scripts: {
      latin: weight(columns.scripts.latin, 0),
      cjk: weight(columns.scripts.cjk, 0),
      other: weight(columns.scripts.other, 0),
    },
  };
}

/** The distances of responses to their calls within the run; 0 where the call was left behind. */
function runCalls(
  { responseCalls }: EntryColumns,
  responseStart: Int32Array,
  { entries, position }: Pick<RunLog, 'entries' | 'position'>,
): Int32Array {
  const distances: number[] = [];
  entries.forEach((entry, at) => {
    if (entry < 0) return;
    for (let k = intAt(responseStart, entry); k < intAt(responseStart, entry + 1); k++) {
      const call = entry - intAt(responseCalls, k);
      const kept = call < entry && entries[intAt(position, call)] === call;
      distances.push(kept ? at - intAt(position, call) : 0);
    }
  });
  return Int32Array.from(distances);
}

/** Files touched since the compaction before the run, their entries counted in the run. */
function runFiles(
  { head, steps }: Profile,
  view: RecordedView,
  end: number,
  { position }: RunLog,
): Profile['head']['files'] {
  const last = steps.entries[end - 1] ?? 0;
  return head.files
    .filter(({ entry }) => entry >= view.from && entry < last)
    .map((one) => ({ ...one, entry: intAt(position, one.entry) }));
}

/** Images that the run's log holds and no microcompaction blanked. */
function runImages(
  { head }: Profile,
  { entries, position, elided }: RunLog,
): Profile['head']['images'] {
  return head.images.flatMap((one) => {
    const entry = intAt(position, one.entry);
    return entries[entry] === one.entry && !elided.has(one.entry) ? [{ ...one, entry }] : [];
  });
}

function runSteps(profile: Profile, view: RecordedView, end: number, log: RunLog): StepColumns {
  const { steps } = profile;
  const from = view.step;
  const { position } = log;
  return {
    entries: steps.entries.slice(from, end).map((entry) => intAt(position, entry)),
    real: steps.real.slice(from, end),
    output: steps.output.slice(from, end),
    cacheRead: steps.cacheRead.slice(from, end),
    cacheWrite: steps.cacheWrite.slice(from, end),
    cacheWriteHour: steps.cacheWriteHour.slice(from, end),
    flags: steps.flags.slice(from, end),
    limit: steps.limit.slice(from, end),
    model: steps.model.slice(from, end),
    label: steps.label.slice(from, end),
    time: steps.time.slice(from, end),
    turnStart: steps.turnStart.slice(from, end).map((entry) => intAt(position, entry)),
    requestBytes: steps.requestBytes.slice(from, end),
    ratio: steps.ratio?.slice(from, end) ?? null,
  };
}

/** A compaction inside the run, its places counted in the run. */
function shifted(
  compaction: MeasuredCompaction,
  from: number,
  { position, entries }: RunLog,
): MeasuredCompaction {
  const at = (entry: number): number => intAt(position, entry);
  return {
    ...compaction,
    step: compaction.step - from,
    entry: at(compaction.entry),
    kept: compaction.kept
      .map(([a, b]): readonly [number, number] => [at(a), at(b)])
      .filter(([a, b]) => b > a),
    elided: compaction.elided.map(at).filter((entry, i) => entries[entry] === compaction.elided[i]),
  };
}
