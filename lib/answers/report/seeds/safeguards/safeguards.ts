/**
 * ContextGuard's safeguards: each one's setting, what it prevents, and a session of a few steps in
 * which it decides. The seeds' own test sessions exercise few of them (`ablation.ts`).
 */
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import type { ScriptedSummary } from '@/lib/engine/policy/summary';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { smallSession, type SizedEntry, type SizedStep } from '../small-session';

/** A safeguard that a setting switches off. */
export interface Safeguard {
  readonly id: string;
  readonly name: string;
  /** The failure that it prevents. */
  readonly prevents: string;
  /** The settings without it. */
  readonly off: Partial<ContextGuardSettings>;
  readonly example: SafeguardExample;
}

/** A session in which a safeguard decides, in words and as data. */
export interface SafeguardExample {
  readonly words: string;
  readonly session: () => Replayable;
  readonly script: readonly ScriptedSummary[];
}

const WINDOW = 200_000;

const small: readonly ScriptedSummary[] = [{ bytes: 4_000 }];

/** A step that adds one entry of the user's: heuristic tokens, and the ratio of its request. */
const step = (added: number, ratio: number, reported = true): SizedStep => {
  const entry: SizedEntry = { role: 'user', kind: 'text', sizes: [added * 4] };
  return { label: 'user-msg', entries: [entry], ratio, reported };
};

const session = (name: string, steps: readonly SizedStep[]) => (): Replayable =>
  smallSession({ name, limit: WINDOW, steps });

/** Every safeguard, in the order of the documents. */
export const safeguards: readonly Safeguard[] = [
  {
    id: 'cap',
    name: 'Correction capped at 5×',
    prevents:
      'one odd request, such as a first one with an uncounted prefix, compacts far too early',
    off: { capped: false },
    example: {
      words: '1,000 counted of 12,000 real, then 15,000 counted tokens of plain text',
      session: session('cap', [step(1_000, 12), step(15_000, 1.7)]),
      script: small,
    },
  },
  {
    id: 'floor',
    name: 'Correction at least 1.0×',
    prevents: 'a request counted too high, such as one with images, makes the next one look small',
    off: { floor: 0 },
    example: {
      words: '70,000 counted of 35,000 real, then 112,000 counted tokens of dense text',
      session: session('floor', [step(70_000, 0.5), step(112_000, 1.105)]),
      script: small,
    },
  },
  {
    id: 'reset',
    name: 'Calibration reset after a compaction',
    prevents: 'a stale real count fires at every step after a compaction',
    off: { resetCalibration: false },
    example: {
      words: 'usage is reported once, 185,000 tokens, and never again',
      session: session('reset', [
        step(60_000, 185 / 60),
        ...[1, 2, 3, 4, 5].map(() => step(10_000, 2.5, false)),
      ]),
      script: small,
    },
  },
  {
    id: 'fallback',
    name: 'Mechanical summary if the model fails',
    prevents: 'the request that was too large is sent as it is',
    off: { onFailure: 'pass' },
    example: {
      words: '79,000 counted of 201,450 real reach the threshold, and the summariser fails',
      session: session('fallback', [step(70_000, 2.5), step(9_000, 2.55)]),
      script: [{ fail: true }],
    },
  },
  {
    id: 'attempts',
    name: 'Up to 3 passes',
    prevents: 'a summary as large as what it replaces is sent',
    off: { attempts: 1 },
    example: {
      words: 'the first summary has 800,000 bytes, the second 4,000',
      session: session('attempts', [step(70_000, 2.5), step(9_000, 2.55)]),
      script: [{ bytes: 800_000 }, { bytes: 4_000 }],
    },
  },
  {
    id: 'truncate',
    name: 'Summariser’s input cut to 80 % of the window',
    prevents: 'the call that writes the summary does not fit either',
    off: { truncate: false },
    example: {
      words: '300 entries of 1,000 counted tokens arrive at once, and the summariser fails',
      session: () =>
        smallSession({
          name: 'truncate',
          limit: WINDOW,
          steps: [
            {
              label: 'user-msg',
              ratio: 1,
              entries: Array.from({ length: 300 }, () => ({
                role: 'user' as const,
                kind: 'text' as const,
                sizes: [4_000],
              })),
            },
          ],
        }),
      script: [{ fail: true }],
    },
  },
  {
    id: 'watermark',
    name: 'The summary replaces what it covers',
    prevents: 'the whole log is back at the next step, and fires again',
    off: { stripCovered: false },
    example: {
      words: '79,000 counted of 197,500 real reach the threshold, then three small requests',
      session: session('watermark', [
        step(70_000, 2.5),
        step(9_000, 2.5),
        ...[1, 2, 3].map(() => step(100, 2.5)),
      ]),
      script: small,
    },
  },
];

/** A safeguard's example, replayed with it and without it. */
export function exampleReplays({
  off,
  example,
}: Safeguard): Readonly<Record<'on' | 'off', Replay>> {
  const one = example.session();
  const run = (given: Partial<ContextGuardSettings>): Replay =>
    replay(
      one,
      contextGuardThreshold,
      contextGuardThreshold.settings.parse({ window: WINDOW, quoteRequest: false, ...given }),
      { script: example.script },
    );
  return { on: run({}), off: run(off) };
}

/** Compactions and overflowing requests of a replay. */
export const harmOf = (
  run: Replay,
): { readonly compactions: number; readonly overflows: number } => {
  const { stepsCompacted, overflowSteps } = replayTotals(run);
  return { compactions: stepsCompacted, overflows: overflowSteps };
};
