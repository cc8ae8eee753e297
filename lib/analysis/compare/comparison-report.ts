import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { operandRows } from '@/lib/analysis/explain/ledger-operands';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { divergenceText, laneStep } from './changes';
import { compareLanes, commonEntries, type Comparison } from './comparison';
import type { CompareAxis } from './axis';
import type { Lane } from './lane';
import { metricRows } from './metric-rows';
import { metricSubject } from './metrics';
import { effectWords } from './step-effects';
import { allFindings } from '@/lib/analysis/detectors/recall-findings';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';

/** A lane with its name and what is known of its session beside numbers. */
export interface NamedLane extends Lane {
  readonly name: string;
  readonly about: About;
  /** Prices of the session's models; left out where nobody looked them up. */
  readonly ratesOf?: RatesOf;
  /** The names in its texts; null for numbers alone, left out where nobody read them. */
  readonly references?: ReferenceIndex | null;
}

/** A comparison as the command line prints it and the API answers it. */
export function comparisonReport(
  lanes: readonly NamedLane[],
  options: { readonly baseline?: number; readonly axis?: CompareAxis },
) {
  const comparison = compareLanes(lanes, options);
  const { baseline, alignment, changed } = comparison;
  const names = lanes.map(({ name }) => name);
  const subjects = lanes.map(({ replay, about, ratesOf, references }) =>
    metricSubject(
      replay,
      allFindings(replay, about, { references: references ?? null }),
      ratesOf ?? null,
    ),
  );
  const rows = metricRows(subjects, baseline);
  return {
    comparison,
    rows,
    json: {
      producer: PRODUCER,
      axis: alignment.axis,
      baseline,
      lanes: lanes.map((lane, index) => laneJson(comparison, lane, index, names)),
      metrics: rows.map(({ metric: { id, label, unit, better }, values, differences }) => ({
        ...{ id, label, unit, better, values, differences },
      })),
      changes: changed.map((row) => lanes.map((_, lane) => changeJson(comparison, lane, row))),
    },
  };
}

function laneJson(
  comparison: Comparison,
  { name, session, replay }: NamedLane,
  index: number,
  names: readonly string[],
) {
  const { divergences, lanes, baseline } = comparison;
  const { policy, settings, faults } = replay;
  const { profile } = replay.session;
  const base = lanes[baseline]?.replay.session.profile;
  const divergence = divergences[index] ?? null;
  return {
    ...{ name, session, policy: policy.id, settings },
    faults: faults.map(({ fault }) => formatFault(fault)),
    steps: profile.stepCount,
    /** Leading entries with the same sizes as the baseline's. */
    commonEntries: base === undefined ? 0 : commonEntries(profile, base),
    divergence:
      divergence === null
        ? null
        : { kind: divergence.kind, step: divergence.lane, baseline: divergence.baseline },
    sentence: divergenceText(comparison, index, names),
  };
}

/** A lane's step in a row of changed decisions; null where it has none. */
function changeJson(comparison: Comparison, lane: number, row: number) {
  const { step, more, effects, differs, decision, real, projected } = laneStep(
    comparison,
    lane,
    row,
  );
  const replay = comparison.lanes[lane]?.replay;
  if (step < 0 || replay === undefined) return null;
  return {
    ...{ step, more, differs, did: effectWords(effects), real },
    realKind: projected ? 'projected' : 'measured',
    value: decision?.value ?? null,
    valueKind: decision?.projected === true ? 'projected' : 'measured',
    threshold: decision?.threshold ?? null,
    chance: decision?.chance ?? null,
    operands: operandRows(replay, step, decision).map(({ id, value, projected: guessed }) => ({
      ...{ id, value, projected: guessed === true },
    })),
  };
}
