import { byteAt, intAt } from '@/lib/engine/base/read';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { ContextSteps } from './context-steps';
import type { NameHolders } from './name-holders';
import { SpanUnion } from './span-union';

/** Tokens as a range: of the lines that hold a name, and of the whole entries. */
export interface LiveTokens {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** What live tokens are counted from. */
export interface LiveInput {
  readonly index: ReferenceIndex;
  readonly holders: NameHolders;
  /** 1 for names that do not count. */
  readonly skip: Uint8Array;
  /** Real tokens of each entry. */
  readonly tokens: Int32Array;
  readonly context: ContextSteps;
  readonly stepCount: number;
}

/** Parts of a token in which lines are added up: sums of whole numbers are exact. */
const PARTS = 4_096;

/**
 * Live tokens of every step. A name is live from an entry that holds it up to the next one that does, if
 * that one is the model's own: it was said again before anything else repeated it. `since` is the first
 * step at which a holder counts.
 */
export function liveTokens(input: LiveInput, since = input.context.enters): LiveTokens {
  const { index, tokens, context, stepCount } = input;
  const low = new Float64Array(stepCount + 1);
  const high = new Float64Array(stepCount + 1);
  const line = new SpanUnion();
  const whole = new SpanUnion();
  for (let entry = 0; entry < index.entryCount; entry++) {
    const size = intAt(tokens, entry);
    const units = intAt(index.units, entry);
    const bounds = { from: intAt(context.enters, entry), to: intAt(context.leaves, entry) };
    if (size <= 0 || bounds.to <= bounds.from) continue;
    whole.clear();
    for (let l = intAt(index.lines.first, entry); l < intAt(index.lines.first, entry + 1); l++) {
      line.clear();
      addLine(input, { entry, line: l, since, ...bounds }, line);
      const share = Math.floor((size * PARTS * intAt(index.lines.units, l)) / Math.max(1, units));
      line.each((from, to) => {
        whole.add(from, to);
        addSpan(low, from, to, share);
      });
    }
    whole.each((from, to) => addSpan(high, from, to, size));
  }
  return { low: summed(low, PARTS), high: summed(high, 1) };
}

interface LiveLine {
  readonly entry: number;
  readonly line: number;
  readonly since: Int32Array;
  /** The steps whose requests hold the entry. */
  readonly from: number;
  readonly to: number;
}

/** Adds the spans in which a name of a line is live. */
function addLine(
  { index: { lines }, holders, skip, context }: LiveInput,
  { entry, line, since, from, to }: LiveLine,
  spans: SpanUnion,
): void {
  for (let k = intAt(lines.nameFirst, line); k < intAt(lines.nameFirst, line + 1); k++) {
    const name = intAt(lines.names, k);
    if (byteAt(skip, name) === 1) continue;
    for (let i = intAt(holders.first, name); i + 1 < intAt(holders.first, name + 1); i++) {
      const holder = intAt(holders.entries, i);
      if (holder < entry || byteAt(holders.said, i + 1) === 0) continue;
      const begins = Math.max(from, intAt(since, holder));
      if (begins >= to) break;
      spans.add(begins, Math.min(to, intAt(context.enters, intAt(holders.entries, i + 1))));
    }
  }
}

function addSpan(differences: Float64Array, from: number, to: number, value: number): void {
  differences[from] = (differences[from] ?? 0) + value;
  differences[to] = (differences[to] ?? 0) - value;
}

/** Running sums of differences, in units of `parts`, rounded to whole numbers. */
function summed(differences: Float64Array, parts: number): Float64Array {
  const out = new Float64Array(differences.length - 1);
  let sum = 0;
  for (let i = 0; i < out.length; i++) {
    sum += differences[i] ?? 0;
    out[i] = Math.round(sum / parts);
  }
  return out;
}

/** The last step that refers to something of each entry; −1 for an entry that no later step names. */
export function lastNeeded({ index, holders, skip, context }: LiveInput): Int32Array {
  const last = new Int32Array(index.entryCount).fill(-1);
  for (let name = 0; name < index.names.length; name++) {
    if (byteAt(skip, name) === 1) continue;
    let needed = -1;
    for (let i = intAt(holders.first, name + 1) - 1; i >= intAt(holders.first, name); i--) {
      const entry = intAt(holders.entries, i);
      if (needed > intAt(last, entry)) last[entry] = needed;
      if (needed < 0 && byteAt(holders.said, i) !== 0) needed = intAt(context.enters, entry) - 1;
    }
  }
  return last;
}
