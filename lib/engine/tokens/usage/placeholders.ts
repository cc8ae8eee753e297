/** Usage records that stand where a count was to come: found in one place for whatever importer read them. */
import { formatInteger } from '@/lib/engine/base/format';
import { numberAt } from '@/lib/engine/base/read';
import type { DraftStep, SessionDraft } from '@/lib/engine/session/draft';
import type { CountEvidence } from '@/lib/engine/session/schema';
import type { EntryTable } from '../entry-table';

/** A count that was set aside: it is shown, with its reason, and used for nothing. */
export const isSetAside = ({ kind }: Pick<CountEvidence, 'kind'>): boolean =>
  kind === 'doubtful' || kind === 'placeholder';

/** Characters that came in between two requests with the same counts: fewer may be a message of no weight. */
const LEAST_CAME = 400;

/** Between two requests of this size none of so few tokens was sent, where no compaction lies between. */
const LEAST_REQUEST = 20_000;
const NEXT_TO_NONE = 100;

/** Placeholders among a draft's counts, each with its evidence. */
export function placeholders(draft: SessionDraft, table: EntryTable): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const boundaries = new Set(draft.head.compactions.map(({ step }) => step));
  let last = -1;
  for (const [i, step] of draft.steps.entries()) {
    if (boundaries.has(i)) last = -1;
    if (step.real === null || step.rejected || step.counted?.kind === 'copied') continue;
    const before = draft.steps[last];
    const reason =
      step.real === 0
        ? ofNothing(step)
        : before?.model !== step.model || before === undefined
          ? null
          : (sameCounts(draft, table, { before, last, step }) ??
            hole(draft, boundaries, { before, i, step }));
    if (reason === null) last = i;
    else found.set(i, reason);
  }
  return found;
}

/** A record that counts a response, and no token of what was asked. */
const ofNothing = ({ output, entries }: DraftStep): string | null =>
  output === undefined || entries === 0
    ? null
    : `No prompt token is counted for a request of ${formatInteger(entries)} entries, and ${formatInteger(output)} of output.`;

/** The counts of the step before, to the token, although the log grew. */
function sameCounts(
  draft: SessionDraft,
  table: EntryTable,
  { before, last, step }: { before: DraftStep; last: number; step: DraftStep },
): string | null {
  const names = ['real', 'output', 'cacheRead', 'cacheWrite'] as const;
  if (step.output === undefined || names.some((name) => before[name] !== step[name])) return null;
  let came = 0;
  for (let entry = before.entries; entry < step.entries; entry++) {
    came += table.units.at(numberAt(draft.entries, entry));
  }
  return came < LEAST_CAME
    ? null
    : `Its counts are those of step ${formatInteger(last)}, ${formatInteger(step.real ?? 0)} and ${formatInteger(step.output)} of output, although ${formatInteger(came)} characters came in.`;
}

/** Next to nothing between two large requests. */
function hole(
  { steps }: SessionDraft,
  boundaries: ReadonlySet<number>,
  { before, i, step }: { before: DraftStep; i: number; step: DraftStep },
): string | null {
  const [was, real] = [before.real ?? 0, step.real ?? 0];
  if (was < LEAST_REQUEST || real >= NEXT_TO_NONE || step.entries < before.entries) return null;
  for (let next = i + 1; next < steps.length && !boundaries.has(next); next++) {
    const one = steps[next];
    if (one?.real === undefined || one.real === null || one.rejected) continue;
    if (one.real < NEXT_TO_NONE && one.model === step.model) continue;
    if (one.model !== step.model || one.real < LEAST_REQUEST) return null;
    return `${formatInteger(real)} after ${formatInteger(was)}, and ${formatInteger(one.real)} at step ${formatInteger(next)}, without a compaction.`;
  }
  return null;
}
