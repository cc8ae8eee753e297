/** The two timing-gap proofs, replayed: the stale count alone beside the calibrated heuristic. */
import { formatInteger, formatRatio } from '@/lib/engine/base/format';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { mark, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import {
  figure,
  figureList,
  said,
  sayNumber,
  type ModelList,
  type SeedSource,
  type SeedsSection,
  type ModelTable,
} from '../figure';
import { investigation, todos } from '../seeds';
import { smallSession, type SizedEntry } from '../small-session';

/** Window and limit of both proofs. */
export const WINDOW = 200_000;
/** real ÷ heuristic of both proofs: 140,000 ÷ 70,000 and 100,000 ÷ 50,000. */
const RATIO = 2;
/** The summary returned in both tests. */
const SUMMARY_BYTES = 38;

/** One proof: the log at step N, the tool's addition, and the documents' figures. */
export interface TimingGapProof {
  readonly id: string;
  readonly test: string;
  /** Bytes of the user's text at step N. */
  readonly textBytes: number;
  readonly call: SizedEntry;
  readonly response: SizedEntry;
  readonly said: Readonly<Record<'real' | 'heuristic' | 'calibrated', string>>;
  /** The passages about it. */
  readonly sources: readonly SeedSource[];
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
    sources: [
      investigation(
        'Part 3, “Proof”',
        '| Stale real tokens (old approach) | 140,000 | NO (140k < 180k) |',
        '| Calibrated estimate (new approach) | 180,018 | YES (180k ≥ 180k) |',
        'The tool response added ~40k real tokens between steps. The old approach missed it entirely. The calibrated estimate detected it.',
      ),
      todos(
        'Proposal 5, “Proof via simulation tests”',
        'Step N: heuristic=70k, real=140k (correction=2.0)',
        'Tool adds 80k chars → Step N+1: heuristic=90k',
        'Old `tokenCount()`: returns 140k (stale) → below 180k threshold → **no compaction → overflow**',
        'New `tokenCount()`: returns 180k (calibrated = 90k × 2.0) → above threshold → **compaction fires**',
      ),
    ],
  },
  {
    id: 'massive',
    test: 'TestTimingGap_MassiveToolResponse',
    textBytes: 200_000,
    call: call('massive_query'.length),
    response: response('massive_query'.length, 'map[data:]'.length + 400_000),
    said: { real: '100,000', heuristic: '150,008', calibrated: '300,016' },
    sources: [
      investigation(
        'Part 3, “Proof”',
        '| Stale real tokens | 100,000 |',
        '| Heuristic on current req | 150,008 |',
        '| Correction factor | 2.0 |',
        '| Calibrated estimate | 300,016 |',
        'Compaction fires correctly at 300k, well above the 180k threshold.',
      ),
      todos(
        'Proposal 5, “Proof via simulation tests”',
        'Calibrated estimate = 300k → correctly triggers compaction on a 200k window',
      ),
    ],
  },
];

/** A proof replayed twice: as ContextGuard decides, and with the stale count alone. */
interface TimingGapReplays {
  readonly calibrated: Replay;
  readonly stale: Replay;
}

/** The two steps of a proof as a session. */
export const timingGapSession = (proof: TimingGapProof): Replayable =>
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

/** Replays a proof. A cap of 0 makes the calibrated value 0: the last real decides alone. */
export function replayTimingGap(proof: TimingGapProof): TimingGapReplays {
  const session = timingGapSession(proof);
  const run = (settings: object): Replay =>
    replay(
      session,
      contextGuardThreshold,
      contextGuardThreshold.settings.parse({ window: WINDOW, quoteRequest: false, ...settings }),
      { script: [{ bytes: SUMMARY_BYTES }] },
    );
  return { calibrated: run({}), stale: run({ cap: 0, floor: 0 }) };
}

const sayRounded = (text: string) => sayNumber(text, text.endsWith('k') ? 500 : 0);

/** The operands of step N+1, in order of computation. */
function operandList(proof: TimingGapProof, { columns }: Replay): ModelList {
  const at = (column: ArrayLike<number>, step: number): number => column[step] ?? 0;
  const n = formatInteger;
  const heuristicN = at(columns.heuristic, 0);
  const heuristic = at(columns.heuristic, 1);
  const real = at(columns.lastReal, 1);
  const last = at(columns.lastHeuristic, 1);
  const correction = at(columns.correction, 1);
  const decisionN = at(columns.decision, 0);
  const grown = heuristic - heuristicN;
  const massive = proof.id === 'massive';
  const bytes = proof.response.sizes.map(n).join(' and ');
  return figureList({
    id: `gap-${proof.id}-operands`,
    caption: `${proof.test}, step by step`,
    sources: proof.sources,
    lines: [
      [
        'Heuristic, step N',
        figure(heuristicN, 'tokens', massive ? {} : sayNumber('70k')),
        `${n(proof.textBytes)} bytes of text ÷ 4`,
      ],
      [
        'Decision, step N',
        figure(decisionN),
        `no usage yet: ${n(heuristicN)} × 2.5 < ${n(at(columns.threshold, 0))}, held`,
      ],
      [
        'Real, reported by step N',
        figure(real, 'tokens', sayRounded(proof.said.real)),
        `${n(heuristicN)} × ${RATIO}, the test’s ratio`,
      ],
      [
        'A tool responds',
        figure(grown, 'signed'),
        `call ${n(proof.call.sizes.reduce((sum, one) => sum + (one >> 2), 0))} + response of ${bytes} bytes, each ÷ 4`,
      ],
      [
        'Growth in real tokens',
        figure(grown * RATIO, 'signed', massive ? {} : sayRounded('~40k')),
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
        `clamp(${n(real)} ÷ ${n(last)}, 1, 5)`,
      ],
      [
        'Calibrated',
        figure(at(columns.calibrated, 1), 'tokens', sayRounded(proof.said.calibrated)),
        `trunc(${n(heuristic)} × ${formatRatio(correction)})`,
      ],
    ],
  });
}

/** The decision of step N+1, old beside new. */
function compareTable(proof: TimingGapProof, replays: TimingGapReplays): ModelTable {
  const first = proof.id === 'calibrated';
  const row = (name: string, { columns, marks, limit }: Replay, old: boolean) => {
    const at = (column: ArrayLike<number>): number => column[1] ?? 0;
    const fires = at(columns.compacted) === 1;
    const overflow = (at(marks) & mark.overflow) !== 0;
    const firesSaid = first
      ? said(old ? 'NO' : 'YES', !old)
      : old
        ? {}
        : said('fires correctly', true);
    const overflowSaid = first && old ? said('overflow', true) : {};
    return [
      figure(name),
      figure(
        at(columns.decision),
        'tokens',
        sayRounded(old ? proof.said.real : proof.said.calibrated),
      ),
      figure(at(columns.threshold), 'tokens', sayNumber('180k')),
      figure(at(columns.decision) - at(columns.threshold), 'signed'),
      figure(fires, 'count', firesSaid),
      figure(at(columns.real), 'tokens', overflow ? { bad: true } : {}),
      figure(overflow, 'count', { ...overflowSaid, ...(overflow ? { bad: true } : {}) }),
      figure((limit ?? 0) - at(columns.real), 'signed'),
    ];
  };
  return {
    kind: 'table',
    id: `gap-${proof.id}-decision`,
    caption: `The decision of step N+1, ${first ? 'first' : 'second'} proof`,
    sources: proof.sources,
    columns: [
      { label: 'approach' },
      { label: 'decision value', how: 'last real, or max(last real, calibrated)' },
      { label: 'threshold', how: '200,000 − 20,000' },
      { label: 'margin', how: 'decision − threshold' },
      { label: 'fires', how: 'decision ≥ threshold' },
      { label: 'real sent', how: 'heuristic sent × 2' },
      { label: 'overflow', how: 'real sent > 200,000' },
      { label: 'room', how: '200,000 − real sent' },
    ],
    rows: [
      row('stale real only', replays.stale, true),
      row('calibrated heuristic', replays.calibrated, false),
    ],
    reasons: first
      ? [
          'The document has “no compaction → overflow”. The stale count does miss the growth, but the request of step N+1 itself still fits: the buffer of 20,000 covers it. The next response of that size overflows.',
        ]
      : [],
  };
}

/** Section 3 of the page. */
export function timingGapSection(): SeedsSection {
  return {
    id: 'timing-gap',
    title: 'The timing gap, proved twice',
    lead: [
      'The provider counts a request after it was sent; the policy decides before. Between the two a tool may respond. Both proofs are replayed here from the sizes of their entries, under v1.1.0 and, beside it, with the last reported count alone (the same policy with a cap of 0).',
    ],
    parts: timingGapProofs.flatMap((proof) => {
      const replays = replayTimingGap(proof);
      return [operandList(proof, replays.calibrated), compareTable(proof, replays)];
    }),
  };
}
