/**
 * ContextGuard's safeguards: each one's setting, and a session of a few steps in which it decides
 * (`words.json` says what each prevents). The seeds' own test sessions exercise few of them
 * (`ablation.ts`).
 */
import { counted } from '@/lib/engine/base/format';
import type { ContextGuardSettings } from '@/lib/policies/contextguard/threshold';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import type { Replay } from '@/lib/engine/replay/replay';
import { figure, type Figure, type SeedFigures } from '../figure';
import { largestOf, replayThreshold } from '../replays';
import { smallSession, type SizedEntry, type SizedStep } from '../small-session';

/** A safeguard that a setting switches off, and a session in which it decides. */
export interface Safeguard {
  readonly id: string;
  /** The settings without it. */
  readonly off: Partial<ContextGuardSettings>;
  readonly steps: readonly SizedStep[];
  readonly script: readonly ScriptedSummary[];
}

const WINDOW = 200_000;

const small: readonly ScriptedSummary[] = [{ bytes: 4_000 }];

const userText = (tokens: number): SizedEntry => ({
  role: 'user',
  kind: 'text',
  sizes: [tokens * 4],
});

/** A step that adds one entry of the user's: heuristic tokens, and the ratio of its request. */
const step = (added: number, ratio: number, reported = true): SizedStep => ({
  label: 'user-msg',
  entries: [userText(added)],
  ratio,
  reported,
});

/** Every safeguard, in the order of the documents. */
export const safeguards: readonly Safeguard[] = [
  { id: 'cap', off: { capped: false }, steps: [step(1_000, 12), step(15_000, 1.7)], script: small },
  {
    id: 'floor',
    off: { floor: 0 },
    steps: [step(70_000, 0.5), step(112_000, 1.105)],
    script: small,
  },
  {
    id: 'reset',
    off: { resetCalibration: false },
    steps: [step(60_000, 185 / 60), ...[1, 2, 3, 4, 5].map(() => step(10_000, 2.5, false))],
    script: small,
  },
  {
    id: 'fallback',
    off: { onFailure: 'pass' },
    steps: [step(70_000, 2.5), step(9_000, 2.55)],
    script: [{ fail: true }],
  },
  {
    id: 'attempts',
    off: { attempts: 1 },
    steps: [step(70_000, 2.5), step(9_000, 2.55)],
    script: [{ bytes: 800_000 }, { bytes: 4_000 }],
  },
  {
    id: 'truncate',
    off: { truncate: false },
    steps: [
      {
        label: 'user-msg',
        ratio: 1,
        entries: Array.from({ length: 300 }, () => userText(1_000)),
      },
    ],
    script: [{ fail: true }],
  },
  {
    id: 'watermark',
    off: { stripCovered: false },
    steps: [step(70_000, 2.5), step(9_000, 2.5), ...[1, 2, 3].map(() => step(100, 2.5))],
    script: small,
  },
];

/** A safeguard's example, replayed with it and without it. */
export function exampleReplays({
  id,
  off,
  steps,
  script,
}: Safeguard): Readonly<Record<'on' | 'off', Replay>> {
  const session = smallSession({ name: id, limit: WINDOW, steps });
  const run = (given: Partial<ContextGuardSettings>): Replay =>
    replayThreshold(session, { window: WINDOW, quoteRequest: false, ...given }, { script });
  return { on: run({}), off: run(off) };
}

const outcome = (run: Replay): string => {
  const { stepsCompacted, overflowSteps } = replayTotals(run);
  return `${counted(stepsCompacted, 'compaction')}, ${counted(overflowSteps, 'overflow')}`;
};

function exampleCells(safeguard: Safeguard): readonly Figure[] {
  const { on, off } = exampleReplays(safeguard);
  return [
    figure(outcome(on)),
    figure(outcome(off), 'count', { bad: true }),
    figure(largestOf(on.columns.real)),
    figure(largestOf(off.columns.real)),
  ];
}

/** Figures of the section "Safeguards", its table of ablations apart. */
export const safeguardFigures: SeedFigures = {
  'safeguards-examples': () => ({ rows: safeguards.map(exampleCells) }),
};
