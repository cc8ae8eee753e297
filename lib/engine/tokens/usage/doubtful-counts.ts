/**
 * Counts that cannot be one request, found in one place for whatever importer read them. Two signs are needed:
 * the count grows by more than what came can hold, and it is gone again without a compaction, or it reads more
 * from the provider's cache than any request before it put there. A count above a model's listed limit is no
 * sign: it is evidence about the limit.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { numberAt } from '@/lib/engine/base/read';
import type { DraftStep, SessionDraft } from '@/lib/engine/session/draft';
import type { EntryTable } from '../entry-table';
import { placeholders } from './placeholders';

/** Growth beyond what came in, in tokens and as a share of the request before; less may be a prefix that grew. */
const LEAST_GROWTH = 20_000;
const LEAST_SHARE = 0.5;

/** So much of the growth leaves again at the next request. */
const LEAVES = 0.8;

/** Tokens that an image may cost, at most. */
const IMAGE = 5_000;

/** A count that the steps before it bear out. */
interface Trusted {
  readonly step: number;
  readonly real: number;
  readonly entries: number;
  readonly output: number;
}

/** The draft with its placeholders and doubtful counts set aside: such a step keeps the count and the reason, and has no real. */
export function withoutDoubtfulCounts(draft: SessionDraft, table: EntryTable): SessionDraft {
  if (draft.head.generated !== null) return draft;
  const counted = setAside(draft, placeholders(draft, table), 'placeholder');
  return setAside(counted, doubtfulCounts(counted, table), 'doubtful');
}

function setAside(
  draft: SessionDraft,
  found: ReadonlyMap<number, string>,
  kind: 'doubtful' | 'placeholder',
): SessionDraft {
  if (found.size === 0) return draft;
  const steps = draft.steps.map((step, i): DraftStep => {
    const reason = found.get(i);
    if (reason === undefined) return step;
    const counted = { kind, tokens: step.real ?? 0, reason };
    return { ...step, real: null, reported: false, counted };
  });
  return { ...draft, steps };
}

/** Doubtful steps, each with the reason. What was set aside says nothing of its neighbours: they are judged again. */
function doubtfulCounts(draft: SessionDraft, table: EntryTable): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const boundaries = new Set(draft.head.compactions.map(({ step }) => step));
  for (let known = -1; known < found.size;) {
    known = found.size;
    findDoubtful(draft, table, boundaries, found);
  }
  return found;
}

function findDoubtful(
  draft: SessionDraft,
  table: EntryTable,
  boundaries: ReadonlySet<number>,
  found: Map<number, string>,
): void {
  /** Most tokens that a request and its response held so far: all that a cache can hold. */
  let held = 0;
  let last: Trusted | null = null;
  for (const [i, step] of draft.steps.entries()) {
    if (boundaries.has(i)) last = null;
    const real = countOf(step);
    if (real === null || found.has(i)) continue;
    if (last !== null && real - last.real >= leastGrowth(last)) {
      const reason = reasonOf(draft, table, { last, i, real, held, boundaries, found });
      if (reason !== null) {
        found.set(i, reason);
        continue;
      }
    }
    const output = step.output ?? 0;
    held = Math.max(held, real + output);
    last = { step: i, real, entries: step.entries, output };
  }
}

/** Prompt tokens that usage counts; null for a step without, and for what a refusal names. */
const countOf = ({ real, rejected }: DraftStep): number | null =>
  real === null || real <= 0 || rejected ? null : real;

const leastGrowth = ({ real }: Trusted): number => Math.max(LEAST_GROWTH, LEAST_SHARE * real);

interface Suspect {
  readonly last: Trusted;
  readonly i: number;
  readonly real: number;
  readonly held: number;
  readonly boundaries: ReadonlySet<number>;
  readonly found: ReadonlyMap<number, string>;
}

function reasonOf(
  draft: SessionDraft,
  table: EntryTable,
  { last, i, real, held, boundaries, found }: Suspect,
): string | null {
  const step = draft.steps[i];
  if (step === undefined || step.model !== draft.steps[last.step]?.model) return null;
  const came = mostTokens(draft, table, last.entries, step.entries) + last.output;
  const beyond = real - last.real - came;
  if (beyond < leastGrowth(last)) return null;
  const n = formatInteger;
  const text = `${n(real)} after ${n(last.real)}, where at most ${n(came)} tokens came in`;
  const next = nextCount(draft.steps, i, boundaries, found);
  if (next !== null) {
    const since = mostTokens(draft, table, step.entries, next.entries);
    const stays = next.real - since > last.real + came + (1 - LEAVES) * beyond;
    return stays ? null : `${text}, and ${n(next.real)} at the next, without a compaction.`;
  }
  const read = step.cacheRead ?? 0;
  return read > held + came
    ? `${text}; it reads ${n(read)} from a cache that was given at most ${n(held)}.`
    : null;
}

/** The next request's count in the same run of steps; null where a compaction or the end comes first. */
function nextCount(
  steps: readonly DraftStep[],
  after: number,
  boundaries: ReadonlySet<number>,
  found: ReadonlyMap<number, string>,
): { readonly real: number; readonly entries: number } | null {
  for (let i = after + 1; i < steps.length && !boundaries.has(i); i++) {
    const step = steps[i];
    const real = step === undefined || found.has(i) ? null : countOf(step);
    if (step !== undefined && real !== null) return { real, entries: step.entries };
  }
  return null;
}

/** Most tokens that entries can cost: one for each char, and a flat sum for what is no text. */
function mostTokens(draft: SessionDraft, table: EntryTable, from: number, to: number): number {
  let tokens = 0;
  for (let entry = from; entry < to; entry++) {
    const row = numberAt(draft.entries, entry);
    tokens += Math.max(table.units.at(row), 4 * table.ceiled.at(row));
    tokens += table.thoughtUnits.at(row) + IMAGE * table.inlines.at(row);
  }
  return tokens;
}
