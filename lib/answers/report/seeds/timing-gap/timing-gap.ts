/** The two timing-gap proofs, replayed: the stale count alone beside the calibrated heuristic. */
import { formatInteger, formatRatio } from '@/lib/engine/base/format';
import { intAt, numberAt } from '@/lib/engine/base/read';
import { overflows } from '@/lib/analysis/explain/step-events';
import { crush } from '@/lib/policies/crush/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import {
  figure,
  said,
  sayNumber,
  type Figure,
  type PartFigures,
  type SeedFigures,
} from '../figure';
import { replayThreshold } from '../replays';
import { smallSession, type SizedEntry } from '../small-session';

/** Window and limit of both proofs. */
const WINDOW = 200_000;
/** real ÷ heuristic of both proofs: 140,000 ÷ 70,000 and 100,000 ÷ 50,000. */
const RATIO = 2;
/** The summary returned in both tests. */
const SUMMARY_BYTES = 38;

/** One proof: the log at step N, the tool's addition, and the documents' figures. */
export interface TimingGapProof {
  readonly id: 'calibrated' | 'massive';
  readonly test: string;
  /** Bytes of the user's text at step N. */
  readonly textBytes: number;
  readonly call: SizedEntry;
  readonly response: SizedEntry;
  readonly said: Readonly<Record<'real' | 'heuristic' | 'calibrated', string>>;
}

const call = (...sizes: readonly number[]): SizedEntry => ({ role: 'model', kind: 'call', sizes });
const response = (...sizes: readonly number[]): SizedEntry => ({
  role: 'user',
  kind: 'response',
  sizes,
});

/** golden/scenarios.json, `unit`: `big_tool({param: value})`, then `massive_query()`. */
export const timingGapProofs: readonly TimingGapProof[] = [
  {
    id: 'calibrated',
    test: 'TestTimingGap_CalibratedHeuristicPreventsOverflow',
    textBytes: 280_000,
    call: call('big_tool'.length, 'param'.length, 'value'.length),
    response: response('big_tool'.length, 'map[result:]'.length + 80_000),
    said: { real: '140,000', heuristic: '90k', calibrated: '180,018' },
  },
  {
    id: 'massive',
    test: 'TestTimingGap_MassiveToolResponse',
    textBytes: 200_000,
    call: call('massive_query'.length),
    response: response('massive_query'.length, 'map[data:]'.length + 400_000),
    said: { real: '100,000', heuristic: '150,008', calibrated: '300,016' },
  },
];

/** The two steps of a proof as a session. */
const timingGapSession = (proof: TimingGapProof): Replayable =>
  smallSession({
    name: proof.test,
    limit: WINDOW,
    steps: [
      {
        label: 'step N',
        entries: [{ role: 'user', kind: 'text', sizes: [proof.textBytes] }],
        ratio: RATIO,
      },
      { label: 'step N+1', entries: [proof.call, proof.response], ratio: RATIO },
    ],
  });

/**
 * Replays a proof as ContextGuard decides, and with the stale count alone: a cap of 0 makes the
 * calibrated value 0.
 */
export function replayTimingGap(
  proof: TimingGapProof,
): Readonly<Record<'calibrated' | 'stale', Replay>> {
  const session = timingGapSession(proof);
  const script = [{ bytes: SUMMARY_BYTES }];
  const given = { window: WINDOW, quoteRequest: false };
  return {
    calibrated: replayThreshold(session, given, { script }),
    stale: replayThreshold(session, { ...given, cap: 0, floor: 0 }, { script }),
  };
}

const sayRounded = (text: string) => sayNumber(text, text.endsWith('k') ? 500 : 0);

/** The operands of step N+1, in order of computation. */
function operands(proof: TimingGapProof): PartFigures {
  const { columns } = replayTimingGap(proof).calibrated;
  const n = formatInteger;
  const heuristicN = intAt(columns.heuristic, 0);
  const heuristic = intAt(columns.heuristic, 1);
  const real = numberAt(columns.lastReal, 1);
  const correction = numberAt(columns.correction, 1);
  const grown = heuristic - heuristicN;
  const isFirst = proof.id === 'calibrated';
  const bytes = proof.response.sizes.map(n).join(' and ');
  const callTokens = proof.call.sizes.reduce((sum, one) => sum + (one >> 2), 0);
  return {
    lines: [
      [
        'Heuristic, step N',
        figure(heuristicN, 'tokens', isFirst ? sayNumber('70k') : {}),
        `${n(proof.textBytes)} bytes of text ÷ 4`,
      ],
      [
        'Decision, step N',
        figure(numberAt(columns.decision, 0)),
        `no usage yet: ${n(heuristicN)} × 2.5 < ${n(numberAt(columns.threshold, 0))}, held`,
      ],
      [
        'Real, reported by step N',
        figure(real, 'tokens', sayRounded(proof.said.real)),
        `${n(heuristicN)} × ${RATIO}, the test’s ratio`,
      ],
      [
        'A tool responds',
        figure(grown, 'signed'),
        `call ${n(callTokens)} + response of ${bytes} bytes, each ÷ 4`,
      ],
      [
        'Growth in real tokens',
        figure(grown * RATIO, 'signed', isFirst ? sayRounded('~40k') : {}),
        `${n(grown)} × ${RATIO}: missing from the stale count`,
      ],
      [
        'Heuristic, step N+1',
        figure(heuristic, 'tokens', sayRounded(proof.said.heuristic)),
        `${n(heuristicN)} + ${n(grown)}`,
      ],
      [
        'Correction',
        figure(correction, 'factor', sayNumber('2.0')),
        `clamp(${n(real)} ÷ ${n(numberAt(columns.lastHeuristic, 1))}, 1, 5)`,
      ],
      [
        'Calibrated',
        figure(numberAt(columns.calibrated, 1), 'tokens', sayRounded(proof.said.calibrated)),
        `trunc(${n(heuristic)} × ${formatRatio(correction)})`,
      ],
    ],
  };
}

/** The decision of step N+1: of the stale count, then as ContextGuard decides. */
function decisions(proof: TimingGapProof): PartFigures {
  const isFirst = proof.id === 'calibrated';
  const { stale, calibrated } = replayTimingGap(proof);
  const row = (run: Replay, words: string, fires: object, overflow: object): readonly Figure[] => {
    const { columns } = run;
    const decision = numberAt(columns.decision, 1);
    const threshold = numberAt(columns.threshold, 1);
    const real = numberAt(columns.real, 1);
    const bad = overflows(run, 1) ? { bad: true } : {};
    return [
      figure(decision, 'tokens', sayRounded(words)),
      figure(threshold, 'tokens', sayNumber('180k')),
      figure(decision - threshold, 'signed'),
      figure(columns.compacted[1] === 1, 'count', fires),
      figure(real, 'tokens', bad),
      figure(overflows(run, 1), 'count', { ...overflow, ...bad }),
      figure(WINDOW - real, 'signed'),
    ];
  };
  return {
    rows: [
      row(
        stale,
        proof.said.real,
        isFirst ? said('NO', false) : {},
        isFirst ? said('overflow', true) : {},
      ),
      row(
        calibrated,
        proof.said.calibrated,
        isFirst ? said('YES', true) : said('fires correctly', true),
        {},
      ),
    ],
  };
}

/** The decision of step N+1 by what Crush compares, which the documents call free of the gap. */
function crushRow(proof: TimingGapProof): readonly Figure[] {
  const run = replay(timingGapSession(proof), crush, crush.settings.parse({ window: WINDOW }));
  const { decision, threshold, compacted, real } = run.columns;
  const [compared, sent] = [numberAt(decision, 1), Math.trunc(numberAt(real, 1))];
  const bad = overflows(run, 1) ? { bad: true } : {};
  return [
    figure(proof.test),
    figure(compared),
    figure(intAt(threshold, 1)),
    figure(compacted[1] === 1, 'count'),
    figure(sent, 'tokens', bad),
    figure(sent - compared, 'signed'),
    figure(overflows(run, 1), 'count', { ...said('doesn’t have this problem', false), ...bad }),
  ];
}

/** Figures of the section "The timing gap, proved twice". */
export const timingGapFigures: SeedFigures = {
  ...Object.fromEntries(
    timingGapProofs.flatMap((proof) => [
      [`gap-${proof.id}-operands`, () => operands(proof)],
      [`gap-${proof.id}-decision`, () => decisions(proof)],
    ]),
  ),
  'gap-crush': () => ({ rows: timingGapProofs.map(crushRow) }),
};
