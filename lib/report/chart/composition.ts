import { floatAt } from '@/lib/base/read';
import { isProjected } from '@/lib/analysis/explain/step-events';
import { elidedTokens, entryRanges, type EntryRange } from '@/lib/analysis/explain/request-ranges';
import type { Replayable } from '@/lib/replay/prepare';
import { densityOf } from '@/lib/replay/projection/density';
import { leavingShare } from '@/lib/replay/projection/entry-share';
import { thoughtSize } from '@/lib/replay/projection/thoughts';
import { recordedViews } from '@/lib/replay/recorded-view';
import type { Replay } from '@/lib/replay/replay';
import type { ToolNames } from '@/lib/tokens/tool-names';
import { entryParts, type EntryParts, type PartKind } from './composition-entries';
import { denseSizes, recordedSizes, type LogSizes } from './composition-sizes';
import { wholeParts } from './whole-parts';

export type { PartKind } from './composition-entries';

/** A part of a request, the same at every step of a session. */
export interface CompositionPart {
  readonly kind: PartKind;
  /** Name for readers; of a tool's results the tool's name. */
  readonly name: string;
  /** Its tokens were sent, but what they stand for is not in the recording. */
  readonly unrecorded: boolean;
}

/** One step's request as sent, part by part in the order of {@link Composer.parts}. */
export interface Composition {
  /** Whole tokens; they add up to `real`. Only what left without a record is below 0. */
  readonly values: readonly number[];
  readonly real: number;
}

/** From this difference on a rest is tokens, not rounding. */
const LEAST_REST = 1.5;

const fixed: readonly CompositionPart[] = [
  { kind: 'prefix', name: 'prefix', unrecorded: true },
  { kind: 'joined', name: 'joined the prefix', unrecorded: true },
  { kind: 'summary', name: 'summary', unrecorded: false },
  { kind: 'added', name: 'added by the policy', unrecorded: false },
];
const rest: CompositionPart = { kind: 'rest', name: 'not in the recording', unrecorded: true };
const PREFIX = 0;
const JOINED = 1;
const SUMMARY = 2;
const ADDED = 3;

/** Takes the requests of one session's replays apart. */
export class Composer {
  /** From the bottom of a stack to its top; the last is what no other part explains. */
  readonly parts: readonly CompositionPart[];
  readonly #session: Replayable;
  /** Sizes of recorded requests; the projection has those of requests that nobody sent. */
  readonly #recorded: LogSizes;
  readonly #entries: EntryParts;
  readonly #thinking: number;

  /** `tools` names results; without it they are one part. */
  constructor(session: Replayable, tools: ToolNames | null) {
    this.#recorded = recordedSizes(session);
    this.#entries = entryParts(session, tools, denseSizes(session));
    const own = fixed.map((part) =>
      part.kind === 'prefix' ? { ...part, unrecorded: !knowsPrefix(session) } : part,
    );
    this.parts = [...own, ...this.#entries.parts.map(recordedPart), rest];
    this.#session = session;
    this.#thinking = this.parts.findIndex(({ kind }) => kind === 'thinking');
  }

  /** The request of a step as sent. `replay` is of this session. */
  at(replay: Replay, step: number): Composition {
    const real = replay.columns.real[step] ?? 0;
    const sizes = this.#sizes(replay, step);
    const known = sizes.reduce((sum, size) => sum + size, 0);
    const isWhole = Math.abs(real - known) < LEAST_REST;
    const values = wholeParts(sizes, isWhole ? real : Math.round(known));
    const left = real - values.reduce((sum, value) => sum + value, 0);
    return { values: [...values, left], real };
  }

  /** Sizes of all parts but the rest, not rounded. */
  #sizes(replay: Replay, step: number): number[] {
    const { profile, projection } = this.#session;
    const ratio = profile.steps.ratio?.[step];
    const sizes = new Array<number>(this.parts.length - 1).fill(0);
    const add = (part: number, size: number): void => {
      sizes[part] = (sizes[part] ?? 0) + size;
    };
    const log = isProjected(replay, step) ? projection : this.#recorded;
    const ranges = entryRanges(replay, step).filter(({ fate }) => fate === 'sent');
    const own = this.#entries.sums.map((sums) => sumOver(sums, ranges));
    // The entries' sum is what the requests grew by; their parts share it by density.
    const dense = own.reduce((sum, size) => sum + size, 0);
    const whole = ratio === undefined ? sumOver(log.sizes, ranges) : dense;
    const scale = dense === 0 ? 0 : whole / dense;
    own.forEach((size, i) => add(fixed.length + i, scale * size));
    if (elides(replay)) {
      for (const range of ranges) this.#takeElided(replay, step, { range, scale }, sizes);
    }
    const covered = replay.columns.covered[step] ?? 0;
    if (ratio !== undefined) {
      add(PREFIX, this.#session.prefixTokens);
      add(SUMMARY, summaryReference(replay, step));
      add(ADDED, replay.columns.addedTokens[step] ?? 0);
      return sizes.map((size) => size * ratio);
    }
    add(PREFIX, log.prefix);
    add(JOINED, log.joined[step] ?? 0);
    add(SUMMARY, summaryReal(replay, step));
    add(ADDED, projection.density.value * (replay.columns.addedTokens[step] ?? 0));
    const thoughts = thoughtSize(profile, projection.densities, step, covered);
    if (this.#thinking >= 0) add(this.#thinking, thoughts);
    return sizes;
  }

  /** Takes what was blanked out of the entries of a range, from an entry's largest part on. */
  #takeElided(
    replay: Replay,
    step: number,
    { range, scale }: { readonly range: EntryRange; readonly scale: number },
    sizes: number[],
  ): void {
    const { profile, projection } = this.#session;
    const { sums } = this.#entries;
    for (const [entry, tokens] of elidedTokens(replay, step)) {
      if (entry < range.from || entry >= range.to) continue;
      let left = profile.steps.ratio ? tokens : leavingShare(profile, projection, entry, tokens);
      const own = sums
        .map((sum, i) => ({ i, size: scale * (floatAt(sum, entry + 1) - floatAt(sum, entry)) }))
        .sort((a, b) => b.size - a.size);
      for (const { i, size } of own) {
        const taken = Math.min(left, size);
        sizes[fixed.length + i] = (sizes[fixed.length + i] ?? 0) - taken;
        left -= taken;
      }
    }
  }
}

const sumOver = (sums: Float64Array, ranges: readonly EntryRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + floatAt(sums, to) - floatAt(sums, from), 0);

const recordedPart = (part: Pick<CompositionPart, 'kind' | 'name'>): CompositionPart => ({
  ...part,
  unrecorded: false,
});

/** Most of the prefix is text of the recording, or of the user's. */
function knowsPrefix({ projection, prefixTokens, profile }: Replayable): boolean {
  if (profile.steps.ratio !== null) return true;
  return 2 * projection.density.value * prefixTokens >= projection.prefix;
}

const elides = ({ notes, policy, session }: Replay): boolean =>
  policy.traits.recording
    ? session.profile.head.compactions.some(({ kind }) => kind === 'elision')
    : notes.elisions.length > 0;

/** Tokens of the summary's entry by the policy's own count; 0 where the request holds none. */
function summaryReference({ columns, form }: Replay, step: number): number {
  if (columns.injected[step] !== 1) return 0;
  return form.estimator.text(form.wrapperBytes + (columns.summaryBytes[step] ?? 0));
}

/** Real tokens of the summary in a step's request; as recorded where the policy is the recording. */
function summaryReal(replay: Replay, step: number): number {
  const { columns, form, policy, session } = replay;
  const { profile, projection } = session;
  if (policy.traits.recording) {
    const view = recordedViews(profile).findLast((one) => one.step <= step);
    const density = densityOf(profile, projection.texts, step).value;
    return density * (view?.summaryTokens ?? 0);
  }
  if (columns.injected[step] !== 1) return 0;
  const density = projection.density.value;
  const tokens = columns.summaryTokens[step] ?? -1;
  if (tokens >= 0) return tokens + density * (form.wrapperBytes / 4);
  return density * Math.floor((form.wrapperBytes + (columns.summaryBytes[step] ?? 0)) / 4);
}
