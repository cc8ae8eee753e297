import { costTotal } from '@/lib/analysis/cost/cost-total';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { findingSeverities, type Finding, type Severity } from '@/lib/analysis/detectors/finding';
import { decisionProjected, decisionUnit } from '@/lib/analysis/explain/ledger-decision';
import { peakOf } from '@/lib/analysis/explain/replay-totals';
import { lostEntries } from '@/lib/analysis/explain/request-ranges';
import { isAskedProjected, isProjected } from '@/lib/analysis/explain/step-events';
import { floatAt, intAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { totalsOf, type SessionTotals } from './session-totals';

/** What a metric is counted in. `step` is the number of one step, `signed` tokens with their sign. */
export type MetricUnit = 'count' | 'steps' | 'step' | 'entries' | 'tokens' | 'signed' | 'dollars';

/** Which of two values a user would rather have. */
export type Better = 'lower' | 'higher' | 'neither';

/** A metric's value of one lane. */
export interface Measured {
  readonly value: number;
  /** It rests on real tokens that nobody measured. */
  readonly projected: boolean;
}

/** A replay with what its metrics share. */
export interface MetricSubject {
  readonly replay: Replay;
  readonly totals: SessionTotals;
  /** Steps whose real tokens nobody measured. */
  readonly projectedSteps: number;
  /** null until the detectors were asked. */
  readonly findings: readonly Finding[] | null;
  /** Prices of the session's models; null until somebody looked them up. */
  readonly ratesOf: RatesOf | null;
}

/** One number of a replay that lanes are compared by. */
export interface Metric {
  readonly id: string;
  readonly label: string;
  /** What it is, in a sentence for readers. */
  readonly about: string;
  readonly unit: MetricUnit;
  readonly better: Better;
  /** null where the replay has no such number. */
  readonly of: (subject: MetricSubject) => Measured | null;
}

/** Reads a replay for its metrics. */
export function metricSubject(
  replay: Replay,
  findings: readonly Finding[] | null,
  ratesOf: RatesOf | null = null,
): MetricSubject {
  let projectedSteps = 0;
  for (let step = 0; step < replay.marks.length; step++) {
    if (isProjected(replay, step)) projectedSteps++;
  }
  return { replay, totals: totalsOf(replay), projectedSteps, findings, ratesOf };
}

const counted = (value: number): Measured => ({ value, projected: false });

/** A sum or count over the real tokens of all steps. */
const overReal = (value: number, { projectedSteps }: MetricSubject): Measured => ({
  value,
  projected: projectedSteps > 0,
});

/** The first step that compacts or overflows; null for none. */
function firstEvent({ replay, totals }: MetricSubject): Measured | null {
  const compacted = replay.columns.compacted.indexOf(1);
  const steps = [compacted, totals.firstOverflow].filter((step) => step >= 0);
  return steps.length === 0 ? null : counted(Math.min(...steps));
}

/** The largest decision value less its threshold; null for a policy that compares no tokens. */
function largestMargin({ replay }: MetricSubject): Measured | null {
  const { decision, threshold } = replay.columns;
  if (decisionUnit(replay.policy) !== 'tokens') return null;
  let best = -1;
  let most = -Infinity;
  for (let step = 0; step < decision.length; step++) {
    if (intAt(threshold, step) < 0) continue;
    const margin = floatAt(decision, step) - intAt(threshold, step);
    if (!(margin > most)) continue;
    best = step;
    most = margin;
  }
  return best < 0 ? null : { value: most, projected: decisionProjected(replay, best) };
}

/** The limit less the largest request; null where the limit is unknown. */
function roomLeft({ replay }: MetricSubject): Measured | null {
  const peak = peakOf(replay);
  if (peak === null || replay.limit === null) return null;
  return { value: replay.limit - peak.real, projected: peak.projected };
}

/** Window that compactions left unused; null where the limit is unknown. */
function unused({ replay, totals }: MetricSubject): Measured | null {
  if (replay.limit === null) return null;
  const { compacted } = replay.columns;
  const projected = compacted.some((bit, step) => bit === 1 && isAskedProjected(replay, step));
  return { value: totals.unused, projected };
}

/** Dollars by the model of the cache; null where a step's model has no price. */
function dollars({ replay, ratesOf }: MetricSubject): Measured | null {
  const value = ratesOf === null ? NaN : costTotal(replay, ratesOf);
  return Number.isNaN(value) ? null : { value, projected: true };
}

function peakReal({ replay }: MetricSubject): Measured | null {
  const peak = peakOf(replay);
  return peak === null ? null : { value: peak.real, projected: peak.projected };
}

const severityWords: Readonly<Record<Severity, readonly [label: string, about: string]>> = {
  error: ['Findings: errors', 'Findings of severity error, of the recording and of the replay.'],
  warning: ['Findings: warnings', 'Findings of severity warning.'],
  info: ['Findings: notes', 'Findings that only inform.'],
};

const findingMetrics = findingSeverities.map((severity): Metric => {
  const [label, about] = severityWords[severity];
  return {
    ...{ id: `findings-${severity}`, label, about, unit: 'count' },
    better: severity === 'info' ? 'neither' : 'lower',
    of: ({ findings }) =>
      findings === null
        ? null
        : counted(findings.filter((finding) => finding.severity === severity).length),
  };
});

/** The metrics that lanes are compared by: table, CSV, command line and API print this list. */
export const metrics: readonly Metric[] = [
  {
    ...{ id: 'compactions', label: 'Compactions', unit: 'count', better: 'lower' },
    about: 'Steps that compact.',
    of: ({ totals }) => counted(totals.compactions),
  },
  {
    ...{ id: 'summariser-calls', label: 'Summariser calls', unit: 'count', better: 'lower' },
    about: 'Calls to the summariser over all compactions, repeated attempts included.',
    of: ({ totals }) => counted(totals.passes),
  },
  {
    ...{ id: 'overflow-steps', label: 'Overflow steps', unit: 'steps', better: 'lower' },
    about: 'Steps whose request is larger than the limit, or was refused as recorded.',
    of: (subject) => overReal(subject.totals.overflowSteps, subject),
  },
  {
    ...{ id: 'first-event', label: 'First event', unit: 'step', better: 'neither' },
    about: 'The first step that compacts or overflows.',
    of: firstEvent,
  },
  {
    ...{ id: 'lost-entries', label: 'Lost entries', unit: 'entries', better: 'lower' },
    about: 'The most entries that are neither summarised nor sent at one step.',
    of: ({ replay }) => counted(lostEntries(replay).most),
  },
  {
    ...{ id: 'mean-real', label: 'Mean real', unit: 'tokens', better: 'neither' },
    about: 'Real tokens of a request as sent, on average over all steps that have any.',
    of: (subject) => {
      const { real } = subject.replay.columns;
      const steps = real.reduce((known, value) => known + (Number.isNaN(value) ? 0 : 1), 0);
      return steps === 0 ? null : overReal(Math.trunc(subject.totals.sent / steps), subject);
    },
  },
  {
    ...{ id: 'peak-real', label: 'Peak real', unit: 'tokens', better: 'lower' },
    about: 'Real tokens of the largest request as sent.',
    of: peakReal,
  },
  {
    ...{ id: 'tokens-sent', label: 'Tokens sent', unit: 'tokens', better: 'lower' },
    about: 'Real tokens of all requests as sent; the summariser’s own calls are not among them.',
    of: (subject) => overReal(subject.totals.sent, subject),
  },
  {
    ...{ id: 'cost', label: 'Cost', unit: 'dollars', better: 'lower' },
    about: 'Dollars of all requests and summariser’s calls, modelled with the provider’s cache.',
    of: dollars,
  },
  {
    ...{ id: 'largest-margin', label: 'Largest margin', unit: 'signed', better: 'neither' },
    about: 'The largest decision value less its threshold; at 0 or above the policy fires.',
    of: largestMargin,
  },
  {
    ...{ id: 'room-left', label: 'Room to the limit', unit: 'signed', better: 'higher' },
    about: 'The limit less the largest request as sent.',
    of: roomLeft,
  },
  {
    ...{ id: 'unused-window', label: 'Unused window', unit: 'tokens', better: 'lower' },
    about: 'Tokens between the limit and each request that a compaction replaced, added up.',
    of: unused,
  },
  {
    ...{ id: 'projected-steps', label: 'Projected steps', unit: 'steps', better: 'neither' },
    about: 'Steps whose real tokens nobody measured, because their request was never sent.',
    of: ({ projectedSteps }) => counted(projectedSteps),
  },
  ...findingMetrics,
];
