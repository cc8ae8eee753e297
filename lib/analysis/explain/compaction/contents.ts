import { intAt, sumBetween } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import { firstAtOrAfter } from '../policy-events';
import { entryRanges } from '../request-ranges';

/** Half-open, of entries. */
export type Range = readonly [from: number, to: number];

/** Contents of a request in their order: a summary in front, where there is one, and entries. */
export interface Contents {
  /** Bytes of the summary's entry, its wrapper included; null without one. */
  readonly summary: number | null;
  /** Ascending, without gaps of no length. */
  readonly ranges: readonly Range[];
}

export const entriesIn = (ranges: readonly Range[]): number =>
  ranges.reduce((all, [from, to]) => all + to - from, 0);

/** Number of contents, the summary included. */
export const sizeOf = ({ summary, ranges }: Contents): number =>
  entriesIn(ranges) + (summary === null ? 0 : 1);

/** The ranges without empty ones, neighbours joined. */
export function joined(ranges: readonly Range[]): readonly Range[] {
  const out: Range[] = [];
  for (const [from, to] of ranges) {
    if (to <= from) continue;
    const last = out.at(-1);
    if (last?.[1] === from) out[out.length - 1] = [last[0], to];
    else out.push([from, to]);
  }
  return out;
}

/** Entries of ascending `ranges` that are in none of the ascending `others`. */
export function without(ranges: readonly Range[], others: readonly Range[]): readonly Range[] {
  return others.reduce<readonly Range[]>(
    (left, [a, b]) =>
      left.flatMap(([from, to]): readonly Range[] =>
        joined([
          [from, Math.min(to, a)],
          [Math.max(from, b), to],
        ]),
      ),
    joined(ranges),
  );
}

/** The first or the last `count` of some contents. */
export function someOf(contents: Contents, count: number, end: 'first' | 'last'): Contents {
  const all = sizeOf(contents);
  const least = end === 'first' ? 0 : Math.max(0, all - count);
  const most = end === 'first' ? Math.min(all, count) : all;
  const lead = contents.summary === null ? 0 : 1;
  let at = lead;
  const ranges = contents.ranges.map(([from, to]): Range => {
    const begin = at;
    at += to - from;
    return [from + Math.max(0, least - begin), from + Math.min(to - from, most - begin)];
  });
  const summary = least === 0 && most > 0 ? contents.summary : null;
  return { summary, ranges: joined(ranges) };
}

/** Contents of a step's request as it was sent. */
export function contentsSent(replay: Replay, step: number): Contents {
  const ranges = entryRanges(replay, step)
    .filter(({ fate }) => fate === 'sent')
    .map(({ from, to }): Range => [from, to]);
  const injected = replay.columns.injected[step] === 1;
  return { summary: injected ? summaryEntry(replay, step) : null, ranges };
}

const summaryEntry = ({ columns, form }: Replay, step: number): number =>
  form.wrapperBytes + intAt(columns.summaryBytes, step);

/** Contents of the request that a step was about to send, before it compacted. */
export function contentsAsked(replay: Replay, step: number): Contents {
  const { columns, session } = replay;
  const { entries } = session.profile.steps;
  const n = intAt(entries, step);
  const whole: Contents = { summary: null, ranges: joined([[0, n]]) };
  if (step === 0) return whole;
  const before = contentsSent(replay, step - 1);
  const added: Range = [intAt(entries, step - 1), n];
  const held: Contents = { ...before, ranges: joined([...before.ranges, added]) };
  // A sliding window's next request is not the one it sent; a lost state leaves the whole log.
  const stored: Contents = { ...held, ranges: joined([[intAt(columns.watermarkBefore, step), n]]) };
  return [held, stored, whole].find((one) => addsUp(replay, step, one)) ?? held;
}

/** True if some contents and the prefix are what the policy counted before it decided. */
function addsUp({ columns, form, session }: Replay, step: number, contents: Contents): boolean {
  const { estimator } = form;
  const { steps } = session.profile;
  const n = intAt(steps.entries, step);
  const turn = Math.min(n, intAt(steps.turnStart, step));
  let tokens = estimator.prefix;
  if (contents.summary !== null) tokens += estimator.text(contents.summary);
  for (const [from, to] of contents.ranges) {
    tokens += sumBetween(estimator.sum, from, to);
    const thoughts = Math.min(to, Math.max(from, turn));
    tokens += sumBetween(estimator.thoughtSum, thoughts, to);
  }
  return tokens === intAt(columns.heuristic, step);
}

/** The newest contents that fit `budget` tokens by the policy's count; never fewer than two. */
export function cutTo(replay: Replay, all: Contents, budget: number): Contents {
  const size = sizeOf(all);
  const { estimator } = replay.form;
  const tokens = (contents: Contents): number =>
    contents.ranges.reduce(
      (sum, [from, to]) => sum + sumBetween(estimator.sum, from, to),
      contents.summary === null ? 0 : estimator.text(contents.summary),
    );
  const cut = firstWhere(
    0,
    Math.max(0, size - 2),
    (left) => tokens(someOf(all, size - left, 'last')) <= budget,
  );
  return someOf(all, size - cut, 'last');
}

/** What a compaction replaced, and the share of it that its first summariser call was given. */
export interface SummarisedContents {
  readonly all: Contents;
  readonly given: Contents;
}

/** What the summariser was to replace at a step that compacted. */
export function summarisedAt(replay: Replay, step: number): SummarisedContents {
  const { columns, notes, policy } = replay;
  const asked = contentsAsked(replay, step);
  const budget = policy.summariser?.budget(settingsAt(replay, step)) ?? null;
  if (budget !== null) {
    return { all: asked, given: someOf(asked, intAt(columns.summarizerContents, step), 'last') };
  }
  const pass = notes.passes[firstAtOrAfter(notes.passes, step)];
  if (pass?.step === step && pass.split > 0) {
    const n = intAt(replay.session.profile.steps.entries, step);
    const whole: Contents = { summary: null, ranges: joined([[0, n]]) };
    const cut = someOf(pass.contents === sizeOf(asked) ? asked : whole, pass.split, 'first');
    return { all: cut, given: cut };
  }
  const sent = contentsSent(replay, step);
  const gone = { summary: asked.summary, ranges: without(asked.ranges, sent.ranges) };
  return { all: gone, given: gone };
}
