import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import { stepList } from '@/lib/analysis/explain/step-list';
import { eachAnswer } from '@/lib/engine/tokens/calls/call-pairs';
import type { Profile } from '@/lib/engine/tokens/profile';
import { defineDetector, type Draft } from '../detector';
import {
  recordedCompactions,
  replayedCompactions,
  type CompactionFacts,
} from '../evidence/compactions';
import type { Evidence } from '../evidence/evidence';
import { keptByRecording, keptByReplay, type Ranges } from '../evidence/kept';
import { advise, count, share, tokens } from '../finding';

/** Fewer may be a test that is run again. */
const FEWEST = 3;
/** A share so many times that before the compaction is more than chance. */
const MORE = 1.5;

/** Calls made again because a compaction took their results: field.md §B 7. */
export const rework = defineDetector({
  id: 'rework',
  title: 'Calls are repeated after a compaction',
  definition: `At least ${FEWEST} answered calls after a compaction have the tool and the arguments of one that it covered, and their share of the calls is at least ${MORE} times that of repeated calls before it.`,
  of: 'replay',
  find: (evidence) => {
    const { replay } = evidence;
    const { profile } = replay.session;
    return [
      ...drafts(evidence, recordedCompactions(profile), keptByRecording(profile)),
      ...drafts(evidence, replayedCompactions(replay), keptByReplay(replay)),
    ];
  },
});

type KeptOf = (one: CompactionFacts) => Ranges;

/** An answered call: the entry that makes it, the newest equal one before it or −1, and its answer. */
interface Answered {
  readonly call: number;
  readonly before: number;
  readonly entry: number;
  readonly tokens: number;
}

function drafts(
  { replay, nameOf }: Evidence,
  all: readonly CompactionFacts[],
  keptOf: KeptOf,
): readonly Draft[] {
  const { profile } = replay.session;
  if (all.length === 0) return [];
  const { after, before, again, repeated } = compared(profile, all, keptOf);
  const [now, then] = [again.length / after, before === 0 ? 0 : repeated / before];
  const [one] = again;
  if (one === undefined || again.length < FEWEST || now < MORE * then) return [];
  const results = again.reduce((sum, { tokens: own }) => sum + own, 0);
  const at = [...new Set(again.map(({ entry }) => firstAtLeast(profile.steps.entries, entry + 1)))];
  const n = formatInteger;
  const of = all[0]?.of ?? 'replay';
  // An entry is named by its first call, which need not be the repeated one.
  const tool =
    intAt(profile.entries.calls, one.call) === 1 ? (nameOf(one.call)?.tool ?? null) : null;
  const where = stepList(all.map(({ step }) => step));
  return [
    {
      of,
      at: at.filter((step) => step < profile.stepCount),
      severity: of === 'recording' ? 'warning' : 'info',
      figures: [
        count('repeated', again.length),
        tokens('results, counted', results),
        share('after', now),
        share('before', then),
      ],
      sentence: `${n(again.length)} of ${counted(after, 'answered call')} after the compaction at ${where} (${formatPercent(now)}) repeat one that it covered: ${n(results)} counted tokens of results${tool === null ? '' : `, the first by ${tool}`}. Before it ${n(repeated)} of ${n(before)} repeated an earlier one (${formatPercent(then)}).`,
      detail:
        of === 'recording'
          ? ''
          : 'The recording made these calls with their results in view: the compaction would only add to them.',
      advice: [
        advise('Keep what is read again: name files and results in the summary, or keep them'),
      ],
      tab: 'request',
    },
  ];
}

/**
 * Answered calls behind a compaction and before one, up to the neighbouring ones: their number, and those
 * that repeat a covered one, or any one.
 */
function compared(profile: Profile, all: readonly CompactionFacts[], keptOf: KeptOf) {
  const boundaries = all.map(({ entries }) => entries);
  const kept = all.map(keptOf);
  let [after, before, repeated] = [0, 0, 0];
  const again: Answered[] = [];
  for (const answered of answeredCalls(profile)) {
    // The first compaction behind the call, which is before it; the one before that is before the call.
    const next = firstAtLeast(boundaries, answered.call + 1);
    const last = next - 1;
    if (next < all.length) {
      before++;
      if (answered.before >= 0) repeated++;
    }
    if (last < 0) continue;
    after++;
    const old = answered.before;
    const stays = kept[last]?.some(([from, to]) => old >= from && old < to) === true;
    if (old >= 0 && old < (all[last]?.covered ?? 0) && !stays) again.push(answered);
  }
  return { after, before, again, repeated };
}

function answeredCalls({ entries }: Profile): readonly Answered[] {
  const found: Answered[] = [];
  eachAnswer(entries, (entry, call, k) => {
    if (call < 0) return;
    const back = intAt(entries.responseRepeats, k);
    const before = back === 0 ? -1 : call - back;
    found.push({ call, before, entry, tokens: intAt(entries.responseBytes, k) >> 2 });
  });
  return found;
}
