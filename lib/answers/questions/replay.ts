import * as z from 'zod';
import { changedWindows } from '@/lib/analysis/explain/environment-change';
import { formatFactor, formatInteger, formatProjected } from '@/lib/engine/base/format';
import { replayReport } from '@/lib/analysis/export/replay-report';
import { stepColumns, stepFields, stepRow } from '@/lib/analysis/export/step-rows';
import { decisionAt, decisionTexts, likelyAt } from '@/lib/analysis/explain/ledger-decision';
import { chanceWords } from '@/lib/analysis/explain/likely';
import { providerWords, stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { prefixWords, usedPrefix } from '@/lib/analysis/explain/recording/prefix-words';
import { unknownHeadText } from '@/lib/analysis/explain/recording/unknown-head';
import { isAskedProjected, isProjected, realAsked } from '@/lib/analysis/explain/step-events';
import { summarySource } from '@/lib/analysis/explain/summary-size';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { verdictOf } from '@/lib/analysis/subject/verdict-of';
import { backgroundEnds, policyEventKinds } from '@/lib/engine/policy/notes';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { limitSchema } from '@/lib/engine/session/schema';
import { sentence, type Block } from '../model/block';
import { defineQuestion } from '../model/question';

const count = z.int().min(0);
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const range = z.tuple([count, count]).readonly();

const output = z.object({
  producer: z.string().describe('Version and engine that computed it'),
  lane: z.string().describe('Lane of the trace'),
  model: z.string().nullable(),
  limit: limitSchema.nullable().describe('The session’s limit; null where it is unknown'),
  limits: list(
    z.strictObject({
      from: count,
      tokens: count.nullable(),
      by: z.enum(['fault', 'recording']),
    }),
  ).describe('Limits that a fault, or another model in the recording, switches to from a step on'),
  prefixTokens: count,
  prefix: z
    .strictObject({
      source: z.enum(['known', 'solved', 'missing', 'given']),
      missing: list(z.enum(['system prompt', 'tool definitions'])),
      solved: z.strictObject({ steps: count, of: count }).nullable(),
    })
    .describe('Where the prefix comes from, and what of it the trace lacks'),
  unknownHead: z
    .strictObject({ tokens: count, prefix: count })
    .nullable()
    .describe('Real tokens of the first request that the recording lacks'),
  unexplainedDrops: list(
    z.strictObject({ step: count, from: count, before: count, real: count }),
  ).describe('Recorded requests much smaller than the one before, without a recorded cause'),
  divergence: count
    .nullable()
    .describe('First step whose request differs from the recording; null if none does'),
  happened: z.string().nullable().describe('The recording under its agent’s own policy'),
  verdict: z.string().describe('The result in a sentence'),
  summaryModel: z.string().nullable().describe('The model that sizes the summaries, in words'),
  fidelity: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The agent’s own policy compared with the recorded compactions'),
  totals: z.record(z.string(), count),
  compactedAt: list(count).describe('The steps that compact'),
  faults: list(z.strictObject({ fault: z.string(), step: count.nullable(), text: z.string() })),
  events: list(z.strictObject({ step: count, kind: z.enum(policyEventKinds), text: z.string() })),
  kept: list(z.strictObject({ step: count, ranges: list(range) })).describe(
    'Ranges of entries that stay beside a summary, from a step on',
  ),
  elisions: list(z.strictObject({ step: count, entry: count, tokens: z.int() })).describe(
    'Entries shortened or blanked, and the heuristic tokens they lost',
  ),
  background: list(
    z.strictObject({
      start: count,
      real: z.number(),
      covered: count,
      end: count.nullable(),
      how: z.enum(backgroundEnds).nullable(),
    }),
  ).describe('Compactions beside the agent: they start at one step and land at a later one'),
  added: list(
    z.strictObject({
      step: count,
      by: z.string(),
      asked: z.number(),
      fresh: z.number(),
      written: z.number(),
    }),
  ).describe(
    'Calls that the policy makes in front of a step and the recording lacks: projected real tokens asked, those new to the cache, and those written, which the settings assume',
  ),
});

/** A session under a policy: its verdict, and what each step did. */
export const replay = defineQuestion({
  id: 'replay',
  title: 'Replay a session',
  about:
    'Replays a recorded session as it ran, or under another policy and settings, and says at which steps it compacts or overflows. Real tokens behind the first divergence are projected: ~ in the text, realKind "projected" in rows. Steps count from 0.',
  input: z.strictObject({}),
  output,
  long: ['events', 'kept', 'elisions', 'background', 'added', 'unexplainedDrops'],
  sheet: {
    name: 'steps',
    fields: stepFields,
    columns: stepColumns,
    count: ({ run }) => run.session.profile.stepCount,
    row: ({ run }, step) => stepRow(run, step),
  },
  *run(subject) {
    yield { done: 0, of: 1 };
    const { run, measured, opening } = subject;
    const { head } = measured.draft;
    const { policy: _, ...report } = replayReport(run);
    const steps = [...run.columns.compacted.keys()];
    return {
      ...report,
      lane: head.source.lane,
      model: head.model,
      limit: measured.profile.head.limit,
      happened: whatHappened(measured.profile, opening),
      verdict: verdictOf(subject),
      summaryModel: summarySource(run),
      fidelity: fidelityReport(head.source, measured.profile),
      compactedAt: steps.filter((step) => run.columns.compacted[step] === 1),
      notes: headLines(run, head.source.agent),
      rows: eventRows(run),
      steps: run.session.profile.stepCount,
    };
  },
  tell({ verdict, notes, totals, summaryModel, faults, rows, steps }) {
    const summaries = (totals['stepsCompacted'] ?? 0) > 0 && summaryModel !== null;
    return [
      { ...sentence([verdict]), lead: true } as Block,
      ...notes.map((line) => sentence([line])),
      ...(summaries ? [sentence([`Summaries ${summaryModel}.`])] : []),
      ...faults.map(({ fault, text }) => sentence([`fault ${fault}: ${text}`])),
      ...(rows.length === 0 ? [] : [{ kind: 'table', columns: EVENT_COLUMNS, rows } as Block]),
      sentence([`${formatInteger(steps)} steps; --json or --csv prints each.`]),
    ];
  },
});

/** A line where window or limit change on the way, where the recording starts in the middle, and on a prefix that it does not hold. */
function headLines(run: Replay, agent: string): readonly string[] {
  const { session } = run;
  const changed = changedWindows(run);
  const text = unknownHeadText(session, agent);
  const prefix = usedPrefix(session);
  const found = prefix.source === 'solved' || prefix.source === 'given';
  const words = `Prefix ${formatInteger(prefix.tokens)} heuristic tokens: ${prefixWords(prefix)}.`;
  return [
    ...(changed === null ? [] : [changed]),
    ...(text === null ? [] : [text]),
    ...(found ? [words] : []),
  ];
}

const EVENT_COLUMNS = [
  ...[
    'step',
    'heuristic',
    'last real',
    'correction',
    'calibrated',
    'decision',
    'threshold',
    'real',
  ].map((head) => ({ head, number: true })),
  { head: 'outcome' },
];

/** The steps that compact, overflow, or have a note of the policy. */
function eventRows(run: Replay): readonly (readonly string[])[] {
  const { columns, marks } = run;
  const noted = eventKinds(run);
  const number = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) || value < 0 ? '–' : formatInteger(value);
  return [...columns.compacted.keys()]
    .filter(
      (step) =>
        columns.compacted[step] === 1 ||
        ((marks[step] ?? 0) & mark.overflow) !== 0 ||
        noted.has(step),
    )
    .map((step) => [
      String(step),
      number(columns.heuristic[step]),
      number(columns.lastReal[step]),
      Number.isNaN(columns.correction[step]) ? '–' : formatFactor(columns.correction[step] ?? 0),
      number(columns.calibrated[step]),
      ...comparison(run, step),
      formatProjected(realAsked(run, step), isAskedProjected(run, step)),
      [outcome(run, step), ...(noted.get(step) ?? []), likelyText(run, step)]
        .filter((text) => text !== '')
        .join(', '),
    ]);
}

/** What a step compared, and with what: tokens, or a count and its unit. */
function comparison(run: Replay, step: number): readonly string[] {
  const decision = decisionAt(run, step);
  if (decision === null) return ['–', '–'];
  const unit = decision.unit === 'tokens' ? '' : ` ${decision.unit}`;
  const { value } = decisionTexts(decision);
  return [`${value}${unit}`, `${formatInteger(decision.threshold)}${unit}`];
}

/** "may compact: 37 %" where the margin lies inside the band; else empty. */
const likelyText = (run: Replay, step: number): string => chanceWords(likelyAt(run, step));

/** The policy's notes on its steps, each kind once. */
function eventKinds({ notes }: Replay): ReadonlyMap<number, ReadonlySet<string>> {
  const kinds = new Map<number, Set<string>>();
  for (const { step, kind } of notes.events) {
    kinds.set(step, (kinds.get(step) ?? new Set()).add(kind));
  }
  return kinds;
}

/** "compacted → 46,254", "held, refused". */
function outcome(run: Replay, step: number): string {
  const { policy } = stepOutcome(run, step);
  const sent = formatProjected(run.columns.real[step] ?? NaN, isProjected(run, step));
  const does = policy === 'compacted' ? `compacted → ${sent}` : policy;
  return [does, ...providerWords(run, step)].join(', ').replaceAll('▲ ', '');
}
