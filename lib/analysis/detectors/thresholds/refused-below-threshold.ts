import { formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import {
  isProjected,
  limitAt,
  overflowedAsRecorded,
  overflows,
} from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { comparesTokens, stepsOf, tokenThresholdAt, valueAt } from '../evidence/decided';
import { advise, tokens } from '../finding';

/** The provider's limit was met before the threshold: D18 of the field. */
export const refusedBelowThreshold = defineDetector({
  id: 'refused-below-threshold',
  title: 'Refused while every decision was below the threshold',
  definition:
    'A request is refused, or larger than the limit, and since the last compaction no decision reached the threshold.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const unseen = unseenOverflows(replay);
    const at = unseen.map(({ step }) => step);
    const [{ step: first, highest } = { step: -1, highest: 0 }] = unseen;
    if (first < 0) return null;
    const threshold = tokenThresholdAt(replay, first);
    const limit = limitAt(replay, first);
    const sent = floatAt(replay.columns.real, first);
    const projected = isProjected(replay, first);
    const refused = !projected && overflowedAsRecorded(replay, first);
    const n = formatInteger;
    return {
      at,
      severity: 'error',
      ...(refused ? {} : { title: 'Overflows while every decision was below the threshold' }),
      figures: [
        ...(Number.isNaN(sent) ? [] : [tokens(projected ? 'sent, projected' : 'sent', sent)]),
        ...(limit === null ? [] : [tokens('limit', limit)]),
        tokens('highest decision', highest),
        tokens('threshold', threshold),
      ],
      sentence: `${Number.isNaN(sent) ? unsized(replay, first) : `${projected ? '~' : ''}${n(sent)}`} sent${limit === null ? '' : `, limit ${n(limit)}`}; the highest decision was ${n(highest)} of ${n(threshold)}.`,
      detail:
        'The policy followed its rule at every step: what it compares is smaller than what is sent.',
      advice: [
        advise('Keep a larger reserve above the threshold than one step can grow by'),
        advise('Handle the provider’s refusal: compact and send again'),
      ],
    };
  },
});

/** What a refusal says of a request whose size it does not name. */
function unsized({ session }: Replay, step: number): string {
  const over = session.profile.head.refusals.find((one) => one.step === step)?.over;
  return over === undefined
    ? 'A request of unknown size'
    : `A request of unknown size, ${formatInteger(over)} above its limit,`;
}

/** The response that it reserved made it too large, not its prompt. */
function byResponse(replay: Replay, step: number): boolean {
  const { head, steps } = replay.session.profile;
  const reserved = head.refusals.find((one) => one.step === step)?.reserved ?? 0;
  const prompt = intAt(steps.real, step);
  return reserved > 0 && prompt >= 0 && prompt <= (limitAt(replay, step) ?? Infinity);
}

/** Steps that overflow while no decision since the last compaction reached the threshold. */
function unseenOverflows(
  replay: Replay,
): readonly { readonly step: number; readonly highest: number }[] {
  const found: { step: number; highest: number }[] = [];
  let highest = -1;
  let reached = false;
  for (let step = 0; step < stepsOf(replay); step++) {
    reached ||= reaches(replay, step);
    highest = Math.max(highest, valueAt(replay, step) || -1);
    if (overflows(replay, step) && !byResponse(replay, step) && !reached && highest >= 0)
      found.push({ step, highest });
    if (replay.columns.compacted[step] !== 1) continue;
    reached = false;
    highest = -1;
  }
  return found;
}
