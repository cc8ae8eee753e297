/** The watermark bug: a session of the size in the document under the version before and after. */
import { formatInteger } from '@/lib/engine/base/format';
import { numberAt } from '@/lib/engine/base/read';
import { type Replayable } from '@/lib/engine/replay/prepare';
import { type Replay } from '@/lib/engine/replay/replay';
import { figure, sayNumber, type Figure, type PartFigures, type SeedFigures } from './figure';
import { compactedSteps, replayThreshold, versionSettings } from './replays';
import { smallSession, type SizedEntry, type SizedStep } from './small-session';

/** The round window whose threshold is the 120,000 of the document's log lines. */
const WINDOW = 150_000;
/** Real tokens per heuristic token; makes an even heuristic's correction exactly 2.5. */
const RATIO = 2.5;
/** System prompt and tools: the rest of 8,756 beside summary and continuation. */
const PREFIX = 8_310;
/** Summaries in order: 400, 442, then 400 tokens with their wrapper of 82 bytes. */
const SUMMARIES = [{ bytes: 1_518 }, { bytes: 1_686 }, { bytes: 1_518 }] as const;

/** The document's three log lines: count before, estimate after. */
const documented: readonly (readonly [tokens: string, estimate: string])[] = [
  ['228967', '8756'],
  ['231400', '8798'],
  ['228967', '8756'],
];

const text = (role: SizedEntry['role'], tokens: number): SizedEntry => ({
  role,
  kind: 'text',
  sizes: [tokens * 4],
});

/** A turn: the model's answer to the one before, and the user's next text. */
const turn = (label: string, tokens: number): SizedStep => ({
  label,
  entries: [text('model', 73), text('user', tokens - 73)],
  ratio: RATIO,
});

/** The session: 91,587 heuristic tokens at the first compaction, 573 and then 300 more a turn. */
const watermarkSession = (): Replayable =>
  smallSession({
    name: 'watermark bug',
    limit: 200_000,
    prefixTokens: PREFIX,
    steps: [
      { label: 'user-msg', entries: [text('user', 40)], ratio: RATIO },
      {
        label: 'tool-results',
        entries: [
          { role: 'model', kind: 'call', sizes: [40] },
          { role: 'user', kind: 'response', sizes: [83_227 * 4] },
        ],
        ratio: RATIO,
      },
      turn('turn 2', 573),
      turn('turn 3', 300),
      turn('turn 4', 300),
      turn('turn 5', 300),
    ],
  });

/** The session under the version that prepends and under the one that strips. */
export function replayWatermark(): Readonly<Record<'before' | 'after', Replay>> {
  const session = watermarkSession();
  const run = (version: string): Replay => {
    const settings = versionSettings(version, { window: WINDOW, quoteRequest: false });
    return replayThreshold(session, settings, { script: SUMMARIES });
  };
  return { before: run('pr7-hardened'), after: run('v0.9.0') };
}

/** Heuristic, decision and new estimate of a step, beside the document's words. */
function stepCells(
  { columns }: Replay,
  step: number,
  [tokens, estimate]: readonly string[] = [],
): readonly Figure[] {
  const sent = columns.compacted[step] === 1 ? numberAt(columns.heuristicSent, step) : null;
  return [
    figure(numberAt(columns.heuristic, step)),
    figure(
      numberAt(columns.decision, step),
      'tokens',
      tokens === undefined ? {} : sayNumber(tokens),
    ),
    figure(sent, 'tokens', estimate === undefined ? {} : sayNumber(estimate)),
  ];
}

function steps(): PartFigures {
  const { before, after } = replayWatermark();
  const fired = compactedSteps(before);
  const { steps: own, stepCount, head } = before.session.profile;
  return {
    rows: Array.from({ length: stepCount }, (_, step) => [
      figure(head.labels[numberAt(own.label, step)] ?? ''),
      figure(numberAt(own.entries, step), 'count'),
      ...stepCells(before, step, documented[fired.indexOf(step)]),
      ...stepCells(after, step, fired.indexOf(step) === 0 ? documented[0] : undefined),
    ]),
  };
}

function counts(): PartFigures {
  const { before, after } = replayWatermark();
  const of = `of ${formatInteger(before.session.profile.stepCount)} steps`;
  const fired = (run: Replay): number => compactedSteps(run).length;
  const summarised = (run: Replay): number =>
    compactedSteps(run).reduce((sum, i) => sum + numberAt(run.columns.summarizerContents, i), 0);
  return {
    lines: [
      [
        'Threshold',
        figure(numberAt(before.columns.threshold, 0), 'tokens', sayNumber('120000')),
        `${formatInteger(WINDOW)} − 30,000; the document does not name the window`,
      ],
      [
        'Compactions before the fix',
        figure(fired(before), 'count', { bad: true }),
        `${of}: every one after the first, “every single turn, forever”`,
      ],
      ['Compactions after the fix', figure(fired(after), 'count'), of],
      [
        'Contents summarised before',
        figure(summarised(before), 'count', { bad: true }),
        'sum over the summariser’s calls; each got the whole log again',
      ],
      ['Contents summarised after', figure(summarised(after), 'count'), 'each once'],
    ],
  };
}

/** Figures of the section "The watermark bug". */
export const watermarkFigures: SeedFigures = {
  'watermark-steps': steps,
  'watermark-counts': counts,
};
