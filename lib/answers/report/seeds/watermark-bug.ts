/** The watermark bug: a session of the size in the document under the version before and after. */
import { formatInteger } from '@/lib/engine/base/format';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import {
  figure,
  figureList,
  sayNumber,
  type Figure,
  type ModelList,
  type SeedsSection,
  type ModelTable,
} from './figure';
import { compactedSteps } from './scenario-replay';
import { thresholdSecond } from './seeds';
import { smallSession, type SizedEntry, type SizedStep } from './small-session';
import { versionSettings } from './versions/version';

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
interface WatermarkReplays {
  readonly before: Replay;
  readonly after: Replay;
}

/** Replays the session under both versions. */
export function replayWatermark(): WatermarkReplays {
  const session = watermarkSession();
  const run = (version: string): Replay =>
    replay(
      session,
      contextGuardThreshold,
      versionSettings(version, { window: WINDOW, quoteRequest: false }),
      { script: SUMMARIES },
    );
  return { before: run('pr7-hardened'), after: run('v0.9.0') };
}

function stepTable({ before, after }: WatermarkReplays): ModelTable {
  const fired = compactedSteps(before);
  const { profile } = before.session;
  const at = (column: ArrayLike<number>, i: number): number => column[i] ?? 0;
  const cells = ({ columns }: Replay, i: number, words: readonly string[] = []): Figure[] => {
    const compacted = at(columns.compacted, i) === 1;
    const [tokens, estimate] = words;
    return [
      figure(at(columns.heuristic, i)),
      figure(at(columns.decision, i), 'tokens', tokens === undefined ? {} : sayNumber(tokens)),
      figure(
        compacted ? at(columns.heuristicSent, i) : null,
        'tokens',
        estimate === undefined ? {} : sayNumber(estimate),
      ),
    ];
  };
  return {
    kind: 'table',
    id: 'watermark-steps',
    caption: 'Step by step, before and after the fix',
    sources: [
      thresholdSecond(
        '“Fix: compaction persistence across turns”, the log',
        'tokens=228967 threshold=120000 → compaction completed, newTokenEstimate=8756 tokens=231400 threshold=120000 → compaction completed, newTokenEstimate=8798',
      ),
    ],
    columns: [
      { label: 'step' },
      { label: 'entries', how: 'of the log' },
      { label: 'heuristic', how: 'prepended: summary + all' },
      { label: 'tokens', how: 'decision value' },
      { label: 'new estimate', how: 'where it compacts' },
      { label: 'heuristic', how: 'stripped: summary + new' },
      { label: 'tokens', how: 'decision value' },
      { label: 'new estimate', how: 'where it compacts' },
    ],
    rows: Array.from({ length: profile.stepCount }, (_, i) => [
      figure(profile.head.labels[at(profile.steps.label, i)] ?? ''),
      figure(at(profile.steps.entries, i), 'count'),
      ...cells(before, i, documented[fired.indexOf(i)]),
      ...cells(after, i, fired.indexOf(i) === 0 ? documented[0] : undefined),
    ]),
    reasons: [
      'The third line of the document repeats the first to the token. The log only grows: the request of that step holds all of the first one’s 91,587 heuristic tokens, a summary and two turns more, and one ratio gives one correction, so its count is above 228,967. The three lines cannot be successive steps of one such session; the first two are reproduced exactly, and so is every estimate.',
    ],
  };
}

function countList({ before, after }: WatermarkReplays): ModelList {
  const n = formatInteger;
  const steps = before.session.profile.stepCount;
  const sent = (run: Replay): number =>
    compactedSteps(run).reduce((sum, i) => sum + (run.columns.summarizerContents[i] ?? 0), 0);
  const fired = compactedSteps(before).length;
  const fixed = compactedSteps(after).length;
  return figureList({
    id: 'watermark-counts',
    caption: 'What it cost',
    sources: [
      thresholdSecond(
        '“Fix: compaction persistence across turns”',
        'tokens=228967 threshold=120000 → compaction completed, newTokenEstimate=8756',
        '`injectSummary` only **prepended** the summary to `req.Contents` without removing the already-summarized events',
      ),
    ],
    lines: [
      [
        'Threshold',
        figure(before.columns.threshold[0] ?? null, 'tokens', sayNumber('120000')),
        `${n(WINDOW)} − 30,000; the document does not name the window`,
      ],
      [
        'Compactions before the fix',
        figure(fired, 'count', { bad: true }),
        `of ${steps} steps: every one after the first, “every single turn, forever”`,
      ],
      ['Compactions after the fix', figure(fixed, 'count'), `of ${steps} steps`],
      [
        'Contents summarised before',
        figure(sent(before), 'count', { bad: true }),
        'sum over the summariser’s calls; each got the whole log again',
      ],
      ['Contents summarised after', figure(sent(after), 'count'), 'each once'],
    ],
  });
}

/** Section 6 of the page. */
export function watermarkSection(): SeedsSection {
  const replays = replayWatermark();
  return {
    id: 'watermark',
    title: 'The watermark bug',
    lead: [
      'The agent’s events are append-only and every request is built from all of them. The version before the fix put the summary in front of the whole log: the next request was larger than the one that had just been compacted, and fired again. The fix remembers how many entries the summary covers and leaves them out. The same generated session, made so that its first compaction has the document’s figures, under both: PR 7 hardened (1468dc1) and v0.9.0.',
    ],
    parts: [stepTable(replays), countList(replays)],
  };
}
