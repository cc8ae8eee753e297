import * as z from 'zod';
import { scoreCompactions, type ScoredCompaction } from '@/lib/analysis/score/compaction-score';
import { partTotals, type PartTotals } from '@/lib/analysis/score/part-totals';
import {
  missedTotals,
  ownPolicyTotals,
  ownJudgements,
  scoreJudged,
  type JudgedPolicy,
  type MissedCompactions,
  type OwnPolicyTotals,
} from '@/lib/analysis/score/own-policy-totals';
import { acrossText, ownText, signedPercent } from '@/lib/analysis/score/projection-text';
import {
  errorOf,
  isInside,
  projectionTotals,
  type ProjectionTotals,
} from '@/lib/analysis/score/projection-totals';
import type { JudgedCompaction } from '@/lib/analysis/fit/judgement';
import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { median } from '@/lib/engine/base/stats';
import { noSizeTable, sizeChoices } from '@/lib/engine/policy/summary';
import { backtest } from '@/lib/engine/replay/backtest';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { callsOf, copiedFrom, sharedWords, type Calls } from '@/lib/tuning/shared-steps';
import { sourceNames } from '@/lib/readers/importers/registry';
import { sentence, type Block, type Column } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { partTable } from './parts/part-table';
import { defineCorpusQuestion, type CorpusSession } from '../model/corpus';
import { QuestionError } from '../model/question';

type Growth = NonNullable<ReturnType<typeof backtest>>;

const session = z.object({
  file: z.string(),
  session: z.string(),
  lane: z.string(),
  agent: z.string(),
  agentVersion: z.string().nullable(),
  model: z.string().nullable(),
  growth: coreNumbers<Growth>(
    'Projections of growth within runs of steps; null where every run is too short',
  ).nullable(),
  compactions: z
    .array(coreNumbers<ScoredCompaction>('A compaction beside its projection'))
    .readonly(),
  unscored: z
    .int()
    .describe('Recorded compactions without usage behind them, or that no policy models'),
  own: coreNumbers<JudgedPolicy>('The agent’s own policy over the recording').nullable(),
  copied: z.int().describe('Steps at its beginning that another session counts'),
});

/** A session's projections beside its recording. */
type SessionScore = Readonly<z.output<typeof session>>;

/** What is taken of a session: which of it is another's is known when all were read. */
interface ProjectionScores extends Omit<SessionScore, 'own' | 'unscored' | 'copied'> {
  readonly judged: readonly JudgedCompaction[];
  /** Steps of the recorded compactions. */
  readonly recorded: readonly number[];
  readonly calls: Calls;
}

const judgedSome = {
  own: coreNumbers<OwnPolicyTotals>('Its own policy'),
  missed: coreNumbers<MissedCompactions>('Compactions that its own policy misses'),
};

const totals = z.object({
  compactions: coreNumbers<ProjectionTotals>('Over the compactions of all sessions').nullable(),
  unscored: z.int(),
  own: coreNumbers<OwnPolicyTotals>('The agents’ own policies'),
  parts: z
    .array(coreNumbers<PartTotals>('Of an agent, a version or a model'))
    .readonly()
    .describe('Where the errors across compactions come from, in tokens'),
  growth: z
    .object({
      sessions: z.int(),
      points: z.int().describe('Steps that were projected'),
      signed: z.number(),
      absolute: z.number(),
      covered: z.number(),
    })
    .nullable()
    .describe('Medians over the sessions'),
  agents: z.array(
    z.object({
      agent: z.string(),
      compactions: coreNumbers<ProjectionTotals>('Over its compactions').nullable(),
      ...judgedSome,
      versions: z
        .array(z.object({ version: z.string().nullable(), ...judgedSome }))
        .readonly()
        .describe('By version of the agent, where a compaction of it was judged'),
    }),
  ),
});

type Totals = Readonly<z.output<typeof totals>>;
type JudgedTotals = Pick<Totals['agents'][number], 'own' | 'missed'>;

/** How far projections are off: the request after each recorded compaction, and growth without one. */
export const score = defineCorpusQuestion({
  id: 'score',
  title: 'Score projections',
  about: 'Projects what recordings hold from what came before, and says how far off that is.',
  input: z.strictObject({
    sizes: z.string().max(200).optional().describe('Id of a table of sizes; default: the newest'),
  }),
  output: z.object({ sessions: z.array(session).readonly(), totals }),
  most: { sessions: 100 },
  take(one, { sizes }) {
    if (sizes !== undefined && !sizeChoices().includes(sizes)) {
      throw new QuestionError('sizes', `Sizes ${sizes}: ${noSizeTable(sizes)}.`);
    }
    return scoreSession(one, sizes);
  },
  *run({ taken }) {
    yield { done: 0, of: 1 };
    const copied = copiedFrom(taken.map(({ calls }) => calls));
    const sessions = taken.map((one, i) => withoutCopies(one, copied[i] ?? 0));
    return { sessions, totals: totalsOf(sessions) };
  },
  tell: ({ sessions, totals: all }) => [
    ...compactionTable(sessions),
    ...acrossLines(all).map(line),
    ...partTable(all.parts),
    ...(all.own.judged === 0 ? [] : [line(ownText(all.own)), ownTable(all)]),
    line(growthText(all.growth)),
    ...[sharedWords(sessions.map(({ copied }) => copied))].flatMap((text) =>
      text === null ? [] : [line(text)],
    ),
  ],
});

const line = (text: string): Block => sentence([text]);

function scoreSession(
  { file, head: { name, source, model }, profile }: CorpusSession,
  sizes?: string,
): ProjectionScores {
  const compactions = scoreCompactions(source, profile, sessionPrefix(profile).tokens, sizes);
  const recorded = profile.head.compactions.filter(({ kind }) => kind === 'summary');
  return {
    file,
    session: name,
    lane: source.lane,
    // A recording of numbers alone names no agent.
    agent: source.agent === '' ? (sourceNames[source.format] ?? source.format) : source.agent,
    agentVersion: source.agentVersion,
    model,
    growth: backtest(profile),
    compactions,
    judged: ownJudgements(source, profile),
    recorded: recorded.map(({ step }) => step),
    calls: callsOf(profile),
  };
}

/** A session without what another one counts; growth that is mostly another's is no sample of its own. */
function withoutCopies(
  { judged, recorded, calls, growth, ...one }: ProjectionScores,
  copied: number,
): SessionScore {
  const isOwn = ({ step }: { readonly step: number }): boolean => step >= copied;
  const compactions = one.compactions.filter(isOwn);
  return {
    ...{ ...one, compactions, copied },
    growth: 2 * copied > calls.calls.length ? null : growth,
    unscored: recorded.filter((step) => step >= copied).length - compactions.length,
    own: scoreJudged(judged.filter(isOwn)),
  };
}

/** Totals of all sessions, and of each agent's. */
function totalsOf(scored: readonly SessionScore[]): Totals {
  const across = (some: readonly SessionScore[]): ProjectionTotals | null =>
    projectionTotals(some.flatMap(({ compactions }) => compactions));
  const judgedOf = (some: readonly SessionScore[]): readonly JudgedPolicy[] =>
    some.flatMap(({ own }) => (own === null ? [] : [own]));
  const judged = (some: readonly SessionScore[]): JudgedTotals => ({
    own: ownPolicyTotals(judgedOf(some)),
    missed: missedTotals(judgedOf(some)),
  });
  const agents = [...new Set(scored.map(({ agent }) => agent))].sort();
  return {
    compactions: across(scored),
    unscored: scored.reduce((sum, { unscored }) => sum + unscored, 0),
    own: ownPolicyTotals(judgedOf(scored)),
    parts: partTotals(
      scored.flatMap(({ agent, agentVersion: version, model, compactions }) =>
        compactions.map(({ parts }) => ({ agent, version, model, parts })),
      ),
    ),
    growth: growthTotals(scored),
    agents: agents.map((agent) => {
      const some = scored.filter((one) => one.agent === agent);
      const versions = [...new Set(some.map(({ agentVersion }) => agentVersion))]
        .map((version) => ({
          version,
          ...judged(some.filter(({ agentVersion }) => agentVersion === version)),
        }))
        .filter(({ own }) => own.judged > 0)
        .sort((a, b) => byVersion(a.version ?? '', b.version ?? ''));
      return { agent, compactions: across(some), ...judged(some), versions };
    }),
  };
}

/** Medians over the sessions: steps of one session are not independent of each other. */
function growthTotals(scored: readonly SessionScore[]): Totals['growth'] {
  const all = scored.flatMap(({ growth }) => (growth === null ? [] : [growth]));
  if (all.length === 0) return null;
  return {
    sessions: all.length,
    points: all.reduce((sum, { points }) => sum + points, 0),
    signed: median(all.map(({ signed }) => signed)),
    absolute: median(all.map(({ p50 }) => p50)),
    covered: median(all.map(({ covered }) => covered)),
  };
}

const COLUMNS: readonly Column[] = [
  { head: 'file' },
  { head: 'agent' },
  ...['step', 'trigger', 'recorded', 'projected', 'p10', 'p90', 'error', 'inside'].map((head) => ({
    head,
    number: true,
  })),
];

function compactionTable(scored: readonly SessionScore[]): readonly Block[] {
  const rows = scored.flatMap(({ file, agent, agentVersion, compactions }) =>
    compactions.map((one) => [
      file,
      `${agent}${agentVersion === null ? '' : ` ${agentVersion}`}`,
      formatInteger(one.step),
      one.trigger,
      formatInteger(one.recorded),
      formatInteger(one.projected),
      formatInteger(one.low),
      formatInteger(one.high),
      signedPercent(errorOf(one)),
      isInside(one) ? 'yes' : 'no',
    ]),
  );
  return rows.length === 0 ? [] : [{ kind: 'table', columns: COLUMNS, rows }];
}

const byVersion = new Intl.Collator('en', { numeric: true }).compare;

const OWN_COLUMNS: readonly Column[] = [
  { head: 'agent' },
  { head: 'version' },
  ...[
    'compactions',
    'same step',
    'missed',
    'early',
    'lacks results',
    'lacks reasoning',
    'lacks a count',
    'lacks nothing',
    'own count reaches',
  ].map((head) => ({ head, number: true })),
];

/** The agents' own policies by agent and version; what is missed, by what the file lacks of the count. */
function ownTable({ agents }: Totals): Block {
  const row = (agent: string, version: string, { own, missed }: JudgedTotals) => [
    agent,
    version,
    ...[
      own.judged,
      own.reproduced,
      own.judged - own.reproduced,
      own.early,
      missed.results,
      missed.reasoning,
      missed.count,
      own.n - own.reproduced,
      missed.reached,
    ].map(formatInteger),
  ];
  const rows = agents
    .filter(({ own }) => own.judged > 0)
    .flatMap(({ agent, versions, ...all }) => [
      row(agent, 'all', all),
      ...versions.map((one) => row(agent, one.version ?? 'unknown', one)),
    ]);
  return { kind: 'table', columns: OWN_COLUMNS, rows };
}

/** What the compactions come to, and those of each agent where there are several. */
function acrossLines({ compactions, agents, unscored }: Totals): readonly string[] {
  if (compactions === null) {
    return [
      'No recorded compaction can be scored: no policy models the agent, or no request with usage follows one.',
    ];
  }
  const scored = agents.flatMap(({ agent, compactions: own }) =>
    own === null ? [] : [`  ${agent}: ${acrossText(own)}`],
  );
  return [
    acrossText(compactions),
    ...(scored.length < 2 ? [] : scored),
    ...(unscored === 0
      ? []
      : [
          `${counted(unscored, 'recorded compaction')} not scored: no usage behind it, or no policy models the agent.`,
        ]),
  ];
}

const growthText = (growth: Totals['growth']): string =>
  growth === null
    ? 'Growth: every run of steps with usage is too short.'
    : `Growth without a compaction: ${counted(growth.sessions, 'session')}, ${counted(growth.points, 'projected step')}; medians over the sessions: error ${signedPercent(growth.signed)}, its size ${formatPercent(growth.absolute)}, ${formatPercent(growth.covered)} inside p10 to p90.`;
