import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { NO_TABLE, type MeasuredSummarySettings } from '@/lib/engine/policy/summary';
import { isRecording, settingsAt, type Replay } from '@/lib/engine/replay/replay';

/** Shares of the cap that stand for a small and an ordinary summary. */
const LOW_SHARE = 0.1;
const MIDDLE_SHARE = 0.5;

type Chosen = Partial<MeasuredSummarySettings>;

/** The model that sizes a policy's summaries, in words; null for a policy that writes none. */
export function summarySource(replay: Replay, step = 0): string | null {
  const chosen = settingsAt(replay, step) as Chosen;
  const reason = assumedWithout(replay, chosen);
  return reason === null ? modelWords(replay, chosen) : `assumed, ${reason}: the cap`;
}

/** The same where a step's request holds a summary that the replay sized; else null. */
export function heldSummarySource(replay: Replay, step: number): string | null {
  const { columns } = replay;
  if (isRecording(replay) || columns.injected[step] !== 1) return null;
  return columns.reproduced[step] === 1 ? null : summarySource(replay, step);
}

/**
 * The size of the summary in a step's request: its model and evidence; under an assumed cap a low, a
 * middle and the largest size. Null where the model did not size it.
 */
export function summarySizeText(replay: Replay, step: number): string | null {
  const chosen = settingsAt(replay, step) as Chosen;
  const cap = intAt(replay.columns.summaryTokens, step);
  const reason = assumedWithout(replay, chosen);
  if (reason === null) return modelWords(replay, chosen);
  if (cap < 0) return null;
  const share = (of: number): string =>
    `${formatInteger(Math.round(cap * of))} (${formatPercent(of)})`;
  return `assumed, ${reason}: low ${share(LOW_SHARE)}, middle ${share(MIDDLE_SHARE)}, cap ${formatInteger(cap)} tokens; the cap is taken`;
}

/** Missing evidence, where it makes the cap an assumption; null for other models. */
function assumedWithout({ policy, sizes, session }: Replay, chosen: Chosen): string | null {
  switch (chosen.summary) {
    case 'cap':
      return policy.writes === undefined ? 'no recorded compaction of this policy' : null;
    case 'measured':
      if (sizes !== null) return null;
      return chosen.sizes === NO_TABLE
        ? 'no table of recorded compactions'
        : 'too few recorded compactions of this agent';
    case 'recorded':
      return session.profile.head.compactions.some(({ kind }) => kind === 'summary')
        ? null
        : 'the recording holds no summary';
    default:
      return null;
  }
}

function modelWords({ sizes }: Replay, chosen: Chosen): string | null {
  const { summary } = chosen;
  if (summary === undefined) return null;
  switch (summary) {
    case 'measured': {
      if (sizes === null) return null;
      const { low, value, high, n } = sizes.summaryBytes;
      const whose = sizes.isOwn ? '' : ' of all agents, none of this one,';
      const of = sizes.model === null ? whose : ` of ${sizes.model}`;
      return `measured: median ${formatInteger(value)} bytes (p10 to p90 ${formatInteger(low)} to ${formatInteger(high)}) of ${counted(n, 'recorded compaction')}${of}, table ${sizes.table}`;
    }
    case 'cap':
      return 'set to the cap';
    case 'bytes':
      return `set to ${counted(chosen.summaryBytes ?? 0, 'byte')}`;
    case 'share':
      return `set to ${formatPercent(chosen.summaryShare ?? 0)} of what it covers`;
    case 'recorded':
      return 'the recording’s own, in order';
    case 'fallback':
      return 'mechanical, exact: every call fails';
    case 'empty':
      return 'mechanical, exact: every call answers with nothing';
  }
}
