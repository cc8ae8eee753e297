/**
 * The binary form of a profile: what the database stores and a page loads. A file is "HWP" and a
 * version, then the head, the columns of the entries and those of the steps. Numbers are varints;
 * each column is written in the shortest of three ways (constant, plain, differences). A literal that reads
 * is evaluated in the order of its fields, which is the order they are written in.
 */
import {
  imageDetails,
  partKinds,
  summaryKinds,
  usageCounts,
  type PartKind,
} from '@/lib/engine/session/schema';
import { ByteReader, ByteWriter } from '@/lib/engine/base/byte-stream';
import {
  completeProfile,
  type EntryColumns,
  type MeasuredCompaction,
  type MeasuredFile,
  type MeasuredGuard,
  type MeasuredImage,
  type Profile,
  type ProfileHead,
  type StepColumns,
} from './profile';
import { scripts } from './text/scripts';

/** "HWP" and the version of the layout. */
const MAGIC = [0x48, 0x57, 0x50, 12] as const;

const kinds = ['summary', 'elision'] as const;
const triggers = ['auto', 'manual', 'unknown'] as const;

/** The share of the head that is small enough to be written as JSON. */
type HeadText = Omit<ProfileHead, 'compactions' | 'guard' | 'files' | 'images'>;

/** Writes a profile; {@link decodeProfile} reads it. */
export function encodeProfile({ head, entries, steps }: Profile): Uint8Array {
  const out = new ByteWriter();
  for (const byte of MAGIC) out.byte(byte);
  const { compactions, guard, files, images, ...rest } = head;
  out.text(JSON.stringify(rest satisfies HeadText));
  writeCompactions(out, compactions);
  writeGuard(out, guard);
  writeFiles(out, files);
  writeImages(out, images);
  out.int(entries.flags.length);
  for (const kind of partKinds) out.column(entries.kinds[kind]);
  out.column(entries.fallback);
  out.column(entries.flags);
  for (const column of partColumns(entries)) out.column(column);
  out.int(entries.responseBytes.length);
  out.column(entries.responseBytes);
  out.column(entries.responseIds);
  out.column(entries.responseUnits);
  out.column(entries.responseWide);
  out.column(entries.responseCalls);
  out.column(entries.responseRepeats);
  for (const script of scripts) out.column(entries.scripts[script]);
  out.int(steps.entries.length);
  for (const column of intSteps(steps)) out.column(column);
  out.column(times(steps.time));
  out.int(steps.ratio ? 1 : 0);
  if (steps.ratio) out.floats(steps.ratio);
  return out.finish();
}

/** True for profiles with equal bytes. */
export function sameProfile(one: Profile, other: Profile): boolean {
  if (one.stepCount !== other.stepCount || one.entryCount !== other.entryCount) return false;
  const [a, b] = [encodeProfile(one), encodeProfile(other)];
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** False for bytes of another version: the session must be measured again. */
export const isCurrentProfile = (bytes: Uint8Array): boolean =>
  MAGIC.every((byte, i) => bytes[i] === byte);

/** Columns of 32 bits that are read of entries, responses and steps. */
const ENTRY_COLUMNS = partKinds.length + 1 + 12 + scripts.length;
const RESPONSE_COLUMNS = 6;
const STEP_COLUMNS = 12;

/**
 * Reads columns of one length, one a call, into one buffer: to read a session of a hundred entries took
 * mostly the making of fifty.
 */
function intColumns(input: ByteReader, columns: number, length: number): () => Int32Array {
  const { buffer } = new Int32Array(columns * length);
  let at = 0;
  return () => input.column(new Int32Array(buffer, 4 * length * at++, length));
}

/** Reads a profile. @throws RangeError when the bytes are not a profile of this version. */
export function decodeProfile(bytes: Uint8Array): Profile {
  const input = new ByteReader(bytes);
  for (const byte of MAGIC) {
    if (input.byte() !== byte) throw new RangeError('The bytes are not a current profile.');
  }
  const rest = JSON.parse(input.text()) as HeadText;
  const compactions = readCompactions(input);
  const guard = readGuard(input);
  const files = readFiles(input);
  const head: ProfileHead = { ...rest, compactions, guard, files, images: readImages(input) };
  const entryCount = input.int();
  const column = intColumns(input, ENTRY_COLUMNS, entryCount);
  const entries: EntryColumns = {
    kinds: Object.fromEntries(partKinds.map((kind) => [kind, column()])) as Record<
      PartKind,
      Int32Array
    >,
    fallback: column(),
    flags: input.column(new Uint8Array(entryCount)),
    calls: column(),
    inlines: column(),
    ceiled: column(),
    responses: column(),
    sealed: column(),
    units: column(),
    thoughtUnits: column(),
    behindFirst: column(),
    wide: column(),
    escapes: column(),
    json: column(),
    empty: column(),
    ...readResponses(input),
    scripts: { latin: column(), cjk: column(), other: column() },
  };
  return completeProfile(head, entries, readSteps(input));
}

type ResponseColumns = Pick<
  EntryColumns,
  | 'responseBytes'
  | 'responseIds'
  | 'responseUnits'
  | 'responseWide'
  | 'responseCalls'
  | 'responseRepeats'
>;

function readResponses(input: ByteReader): ResponseColumns {
  const column = intColumns(input, RESPONSE_COLUMNS, input.int());
  return {
    responseBytes: column(),
    responseIds: column(),
    responseUnits: column(),
    responseWide: column(),
    responseCalls: column(),
    responseRepeats: column(),
  };
}

/** The columns that count an entry's parts, in the order they are written. */
const partColumns = (entries: EntryColumns): readonly Int32Array[] => [
  entries.calls,
  entries.inlines,
  entries.ceiled,
  entries.responses,
  entries.sealed,
  entries.units,
  entries.thoughtUnits,
  entries.behindFirst,
  entries.wide,
  entries.escapes,
  entries.json,
  entries.empty,
];

/** The integer columns of the steps in the order they are written. */
function intSteps(steps: StepColumns): readonly (Int32Array | Uint8Array)[] {
  return [
    steps.entries,
    steps.real,
    steps.flags,
    steps.limit,
    steps.model,
    steps.label,
    steps.turnStart,
    steps.requestBytes,
    ...usageCounts.map((name) => steps[name]),
  ];
}

function readSteps(input: ByteReader): StepColumns {
  const count = input.int();
  const ints = intColumns(input, STEP_COLUMNS, count);
  return {
    entries: ints(),
    real: ints(),
    flags: input.column(new Uint8Array(count)),
    limit: ints(),
    model: ints(),
    label: ints(),
    turnStart: ints(),
    requestBytes: ints(),
    output: ints(),
    cacheRead: ints(),
    cacheWrite: ints(),
    cacheWriteHour: ints(),
    reasoning: ints(),
    time: unknownTimes(input.column(new Float64Array(count))),
    ratio: input.int() === 1 ? input.floats(count) : null,
  };
}

/**
 * Twice the time; for an unknown time twice the newest known one, plus 1: differences stay small.
 */
function times(time: Float64Array): Float64Array {
  let last = 0;
  return time.map((ms) => {
    if (!Number.isNaN(ms)) last = ms;
    return last * 2 + (Number.isNaN(ms) ? 1 : 0);
  });
}

function unknownTimes(coded: Float64Array): Float64Array {
  return coded.map((value) => (Math.abs(value % 2) === 1 ? NaN : value / 2));
}

function writeCompactions(out: ByteWriter, compactions: readonly MeasuredCompaction[]): void {
  out.int(compactions.length);
  for (const item of compactions) {
    out.int(item.entry);
    out.int(item.step);
    out.int(kinds.indexOf(item.kind));
    out.int(triggers.indexOf(item.trigger));
    out.int(item.summaryTokens);
    out.int(item.summaryBytes);
    out.int(summaryKinds.indexOf(item.reads));
    out.ascending(item.kept.flat());
    out.ascending(item.elided);
    out.nullable(item.preTokens);
    out.nullable(item.postTokens);
    out.nullable(item.json ?? null);
  }
}

function readCompactions(input: ByteReader): MeasuredCompaction[] {
  return Array.from({ length: input.int() }, () => {
    const read = readCompaction(input);
    const json = input.nullable();
    return json === null ? read : { ...read, json };
  });
}

function readCompaction(input: ByteReader): MeasuredCompaction {
  return {
    entry: input.int(),
    step: input.int(),
    kind: kinds[input.int()] ?? 'summary',
    trigger: triggers[input.int()] ?? 'unknown',
    summaryTokens: input.int(),
    summaryBytes: input.int(),
    reads: summaryKinds[input.int()] ?? 'text',
    kept: pairs(input.ascending()),
    elided: input.ascending(),
    preTokens: input.nullable(),
    postTokens: input.nullable(),
  };
}

function pairs(flat: readonly number[]): (readonly [number, number])[] {
  return Array.from(
    { length: flat.length / 2 },
    (_, i) => [flat[2 * i] as number, flat[2 * i + 1] as number] as const,
  );
}

function writeGuard(out: ByteWriter, guard: readonly MeasuredGuard[]): void {
  out.int(guard.length);
  let step = 0;
  for (const item of guard) {
    out.int(item.step - step);
    step = item.step;
    out.nullable(item.realTokens);
    out.nullable(item.lastHeuristic);
    out.nullable(item.watermark);
    out.nullable(item.summaryBytes);
  }
}

function readGuard(input: ByteReader): MeasuredGuard[] {
  let step = 0;
  return Array.from({ length: input.int() }, () => ({
    step: (step += input.int()),
    realTokens: input.nullable(),
    lastHeuristic: input.nullable(),
    watermark: input.nullable(),
    summaryBytes: input.nullable(),
  }));
}

function writeFiles(out: ByteWriter, files: readonly MeasuredFile[]): void {
  out.ascending(files.map(({ entry }) => entry));
  for (const { file, bytes, lines, whole, plan } of files) {
    out.int(file);
    out.int(bytes);
    out.int(lines);
    out.int((whole ? 1 : 0) + (plan ? 2 : 0));
  }
}

function readFiles(input: ByteReader): MeasuredFile[] {
  return input.ascending().map((entry) => {
    const [file, bytes, lines, bits] = [input.int(), input.int(), input.int(), input.int()];
    return { entry, file, bytes, lines, whole: bits % 2 === 1, plan: bits >= 2 };
  });
}

function writeImages(out: ByteWriter, images: readonly MeasuredImage[]): void {
  out.ascending(images.map(({ entry }) => entry));
  for (const { width, height, heuristic, detail } of images) {
    out.int(width);
    out.int(height);
    out.int(heuristic);
    out.int(detail === undefined ? 0 : imageDetails.indexOf(detail) + 1);
  }
}

function readImages(input: ByteReader): MeasuredImage[] {
  return input.ascending().map((entry) => {
    const [width, height, heuristic] = [input.int(), input.int(), input.int()];
    const detail = imageDetails[input.int() - 1];
    return { entry, width, height, heuristic, ...(detail === undefined ? {} : { detail }) };
  });
}
