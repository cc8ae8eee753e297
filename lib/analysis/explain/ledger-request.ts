import { isSetAside } from '@/lib/engine/tokens/usage/placeholders';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { densityText } from './density-text';
import { ownLimitAt } from '@/lib/engine/replay/environments';
import { bandAt } from '@/lib/engine/replay/projection/band';
import { mark } from '@/lib/engine/replay/prepare';
import { isRecording, type Replay } from '@/lib/engine/replay/replay';
import { spanAt } from '@/lib/engine/base/search';
import { partKinds, type AskedSpan, type CountKind, type Limit } from '@/lib/engine/session/schema';
import { stepFlag } from '@/lib/engine/tokens/profile';
import type { LedgerEntered, LedgerOverflow, LedgerRow } from './ledger-row';
import { stateKeysAt } from './compaction/state-keys';
import { addedName } from './request-items';
import { stepOutcome } from './outcome/step-outcome';
import { entryCounts, type EntryCounts } from './request-ranges';
import { heldSummarySource, summarySizeText } from './summary-size';
import { isAskedProjected, isProjected, limitAt, overflows, realAsked } from './step-events';

/** Rows of a compaction's result. */
export function compactionRows(replay: Replay, step: number): readonly LedgerRow[] {
  const { columns } = replay;
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const counts = entryCounts(replay, step);
  const rows: LedgerRow[] = [
    {
      id: 'heuristic-sent',
      label: 'Heuristic sent',
      value: at(columns.heuristicSent),
      unit: 'tokens',
      origin: isRecording(replay)
        ? 'prefix + recorded summary + kept entries'
        : sentOf(replay, step),
    },
    summaryRow(replay, step),
    {
      id: 'watermark',
      label: 'Watermark',
      value: at(columns.watermarkAfter),
      unit: 'count',
      origin: `entries covered, ${formatInteger(at(columns.watermarkBefore))} before`,
    },
    ...countRows(counts),
  ];
  if (isRecording(replay) || at(columns.summarizerContents) === 0) return rows;
  const attempts = at(columns.attempts);
  const given: LedgerRow = {
    id: 'given',
    label: 'Given to the summariser',
    value: at(columns.summarizerContents),
    unit: 'count',
    origin: `entries; ${counted(attempts, 'attempt')}`,
  };
  return [...rows, given];
}

/** "prefix + summary + 4 kept entries + continuation of 59"; the prefix only where one is known. */
function sentOf(replay: Replay, step: number): string {
  const { columns } = replay;
  const { sent } = entryCounts(replay, step);
  const added = columns.addedTokens[step] ?? 0;
  const parts = [
    ...(replay.form.estimator.prefix > 0 ? ['prefix'] : []),
    ...(columns.injected[step] === 1 || (columns.summaryBytes[step] ?? 0) > 0 ? ['summary'] : []),
    ...(sent > 0 ? [`${formatInteger(sent)} kept ${sent === 1 ? 'entry' : 'entries'}`] : []),
    ...(added > 0 ? [`${addedName(replay)} of ${formatInteger(added)}`] : []),
  ];
  return parts.length === 0 ? 'nothing' : parts.join(' + ');
}

function summaryRow(replay: Replay, step: number): LedgerRow {
  const { columns } = replay;
  const tokens = columns.summaryTokens[step] ?? 0;
  const bytes = columns.summaryBytes[step] ?? 0;
  // The replay did just what the recording did: its summary is the trace's own.
  const asRecorded = columns.reproduced[step] === 1;
  const fallback = tokens >= 0 ? `sized as ${formatInteger(tokens)} real tokens` : 'sized in bytes';
  return {
    id: 'summary',
    label: 'Summary',
    value: bytes,
    unit: 'bytes',
    origin: asRecorded
      ? 'as recorded'
      : bytes === 0
        ? 'none'
        : (summarySizeText(replay, step) ?? fallback),
    projected: !asRecorded && bytes > 0,
  };
}

/** Entries that a compaction kept, shortened or lost, as far as there are any. */
function countRows({ sent, elided, lost }: EntryCounts): readonly LedgerRow[] {
  const row = (id: string, label: string, value: number, origin: string): readonly LedgerRow[] =>
    value === 0 ? [] : [{ id, label, value, unit: 'count', origin }];
  return [
    ...row('kept', 'Kept', sent, 'entries sent beside the summary'),
    ...row('elided', 'Elided', elided, 'kept entries, shortened or blanked'),
    ...row('lost', 'Lost', lost, 'entries neither in the summary nor sent'),
  ];
}

/** The request as sent, in real tokens. */
export function requestRows(replay: Replay, step: number): readonly LedgerRow[] {
  const { columns, session, marks } = replay;
  const { profile } = session;
  const projected = isProjected(replay, step);
  const recorded = profile.steps.real[step] ?? -1;
  const diverged = ((marks[step] ?? 0) & mark.diverged) !== 0;
  const rows: LedgerRow[] = [];
  if (columns.compacted[step] === 1 && replay.policy.traits.recording !== true) {
    rows.push({
      id: 'real-before',
      label: 'Real before',
      value: known(realAsked(replay, step)),
      unit: 'tokens',
      origin: !isRecording(replay)
        ? 'the request without this compaction'
        : Number.isNaN(realAsked(replay, step))
          ? 'not known: no count of the agent is of this request'
          : 'the agent’s own count before it',
      projected: isAskedProjected(replay, step),
    });
  }
  rows.push({
    id: 'real',
    label: 'Real as sent',
    value: known(columns.real[step]),
    unit: 'tokens',
    origin: realOrigin(replay, step),
    projected,
  });
  rows.push(...askedRows(profile.head.asked, step));
  const counted = profile.head.counted.find((one) => one.step === step);
  if (counted !== undefined && counted.kind !== 'copied') {
    rows.push({
      id: 'counted',
      label: COUNT_LABEL[counted.kind] ?? 'Counted and billed',
      value: counted.tokens,
      unit: 'tokens',
      origin: isSetAside(counted) ? `not used: ${counted.reason}` : counted.reason,
      ...(isSetAside(counted) ? { struck: true } : {}),
    });
  }
  if (diverged && recorded >= 0) {
    rows.push({
      id: 'recorded',
      label: 'Real as recorded',
      value: recorded,
      unit: 'tokens',
      origin: 'not comparable: the replay sent a different request',
    });
  }
  return rows;
}

const COUNT_LABEL: Partial<Record<CountKind, string>> = {
  doubtful: 'Doubtful count',
  placeholder: 'Placeholder of a count',
  total: 'Prompt + response',
};

/** What the request asked of the model, in a session in which that changes: "effort high since step 8". */
function askedRows(asked: readonly AskedSpan[] = [], step: number): readonly LedgerRow[] {
  const now = spanAt(asked, step);
  if (asked.length < 2 || now === undefined) return [];
  const before = asked[asked.indexOf(now) - 1];
  const effort = now.effort ?? before?.effort;
  const NONE = 'not stated';
  const changed = (word: string, one: string = NONE, other: string = NONE): string =>
    before === undefined || one === other
      ? `${word} ${one}`
      : `${word} ${one} since step ${formatInteger(now.from)}, ${other} before`;
  const tokens = ({ maxOutput }: AskedSpan): string | undefined =>
    maxOutput === undefined ? undefined : formatInteger(maxOutput);
  const words = [
    ...(before !== undefined && now.maxOutput !== before.maxOutput
      ? [changed('most output', tokens(now), tokens(before))]
      : []),
    ...(effort === undefined ? [] : [changed('effort', now.effort, before?.effort)]),
  ];
  return [
    {
      id: 'asked',
      label: 'Asked of the model',
      value: now.maxOutput ?? null,
      unit: 'tokens',
      origin: words.length === 0 ? 'most output' : words.join('; '),
    },
  ];
}

/** A count, null where nobody says it. */
const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

function realOrigin(replay: Replay, step: number): string {
  const { profile } = replay.session;
  if (Number.isNaN(replay.columns.real[step])) return 'no usage in the recording';
  if (!isProjected(replay, step)) {
    if ((profile.steps.real[step] ?? -1) >= 0) {
      const rejected = ((profile.steps.flags[step] ?? 0) & stepFlag.rejected) !== 0;
      return rejected ? 'read from the provider’s rejection' : 'reported by the provider';
    }
    return 'the scenario’s ratio';
  }
  if (profile.steps.ratio) return 'projected: the scenario’s ratio';
  if (replay.session.projection.runs.pairs.length === 0) {
    return `projected: ${densityText(replay.session)}`;
  }
  const { low, high } = bandAt(replay, step);
  const range =
    low === high
      ? 'projected from recorded growth'
      : `projected, ${formatInteger(low)} to ${formatInteger(high)}`;
  const source = heldSummarySource(replay, step);
  return source === null ? range : `${range}; summary ${source}`;
}

/** Source of the limit in words. */
export function limitSource(limit: Limit | null): string {
  switch (limit?.source) {
    case undefined:
      return 'not in the recording, not in the model table';
    case 'recording':
      return 'from the recording';
    case 'user':
      return 'set by hand';
    case 'table':
      return 'from the model table';
    case 'raised':
      return 'raised: a larger request was accepted';
    case 'link':
      return 'brought by the link';
  }
}

/** The request as sent, against the limit. */
export function overflowOf(replay: Replay, step: number): LedgerOverflow {
  const { columns, session } = replay;
  const { steps, head } = session.profile;
  const real = columns.real[step] ?? NaN;
  const limit = limitAt(replay, step);
  const refusal = head.refusals.find((one) => one.step === step);
  return {
    verdict: verdictOf(replay, step, limit),
    real,
    limit,
    source:
      (steps.limit[step] ?? 0) > 0 ? 'named by the rejection' : limitSource(ownLimitAt(head, step)),
    projected: isProjected(replay, step),
    ...(refusal === undefined || isProjected(replay, step) ? {} : { refusal }),
  };
}

function verdictOf(replay: Replay, step: number, limit: number | null): LedgerOverflow['verdict'] {
  if (stepOutcome(replay, step).provider === 'refused') return 'refused';
  if (overflows(replay, step)) return 'overflows';
  if (Number.isNaN(replay.columns.real[step])) return 'no usage';
  return limit === null ? 'unknown' : 'fits';
}

/** Ids of the state's rows; other words of the product name them. */
const stateIds = {
  realTokens: 'real-after',
  lastHeuristic: 'heuristic-after',
  watermark: 'watermark-after',
  summary: 'summary-after',
  summarizedAt: 'summarized-after',
} as const;

const stateUnits = { tokens: 'tokens', entries: 'count', bytes: 'bytes' } as const;

/** The session keys after the response, with what they were before; none for a policy without any. */
export function stateRows(replay: Replay, step: number): readonly LedgerRow[] {
  const { flags } = replay.session.profile.steps;
  const reported = ((flags[step] ?? 0) & stepFlag.reported) !== 0;
  return stateKeysAt(replay, step).map(({ key, name, unit, before, between, after }) => {
    const changed = between === before ? '' : `, ${stateText(between)} after BeforeModel`;
    const silent = key === 'realTokens' && !reported ? '; no usage at this step' : '';
    return {
      id: stateIds[key],
      label: name,
      // A key that is not there reads as 0, as the reference reads it.
      value: after ?? 0,
      unit: stateUnits[unit],
      origin: `${stateText(before)} before${changed}${silent}`,
      projected: key === 'realTokens' && reported && isProjected(replay, step),
    };
  });
}

const stateText = (value: number | null): string =>
  value === null ? 'none' : formatInteger(value);

/** Entries added to the log since the step before. */
export function enteredAt(replay: Replay, step: number): LedgerEntered {
  const { steps, entries } = replay.session.profile;
  const from = step > 0 ? (steps.entries[step - 1] ?? 0) : 0;
  const to = steps.entries[step] ?? 0;
  const kinds = partKinds.map((kind) => {
    let tokens = 0;
    for (let i = from; i < to; i++) tokens += entries.kinds[kind][i] ?? 0;
    return { kind, tokens };
  });
  return { entries: Math.max(0, to - from), kinds: kinds.filter(({ tokens }) => tokens > 0) };
}
