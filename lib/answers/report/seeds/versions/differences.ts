/** The sixteen differences between documents and code, each with the core's evidence. */
import { formatInteger } from '@/lib/engine/base/format';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { figure, said, sayNumber, type Figure, type SeedFigures } from '../figure';
import {
  compactedSteps,
  largestOf,
  replayScenario,
  replayThreshold,
  versionSettings,
} from '../replays';
import { replaySliding, slidingSessions } from '../sliding-sessions';
import { smallSession } from '../small-session';

/** A number that shows a difference, and what it is. */
export interface Evidence {
  readonly evidence: Figure;
  readonly how: string;
}

const n = formatInteger;

/** 1: the default factor. */
function defaultFactor(): Evidence {
  const heuristic = 72_000;
  const firstTurn = (version: string): number =>
    Math.trunc(heuristic * versionSettings(version).factor);
  const [first, second] = [firstTurn('pr7-first'), firstTurn('v0.9.0')];
  return {
    evidence: figure(firstTurn('v1.1.0'), 'tokens', said(`${n(first)} or ${n(second)}`, first)),
    how: `first turn of ${n(heuristic)}: × 2.5; × 1.5 and × 2.0 stay below the threshold of 180,000`,
  };
}

/** 2: a window of exactly 200,000. */
const boundary = (): Evidence => ({
  evidence: figure(windowThreshold(200_000, '>'), 'tokens', sayNumber('180k')),
  how: '200,000 − trunc(200,000 × 0.2): threshold before v0.9.1',
});

/** 3: passes of one compaction. */
const retries = (): Evidence => ({
  evidence: figure(
    replayTotals(replayScenario('extra/hugesummaryretries3')).maxAttempts,
    'count',
    said('0 retries: 1 pass', 1),
  ),
  how: 'most passes of one compaction, scenario HugeSummaryRetries3 (summaries of 30,000 bytes)',
});

/** 4: the state after the reset. */
function reset(): Evidence {
  const text = { role: 'user', kind: 'text', sizes: [280_000] } as const;
  const tools = { role: 'user', kind: 'response', sizes: [80_036] } as const;
  const session = smallSession({
    name: 'timing gap',
    limit: 200_000,
    steps: [
      { label: 'step N', entries: [text], ratio: 2 },
      { label: 'step N+1', entries: [tools], ratio: 2 },
    ],
  });
  const script = [{ bytes: 38 }];
  const { columns } = replayThreshold(session, { quoteRequest: false }, { script });
  return {
    evidence: figure(columns.lastHeuristicAfter[1] ?? null, 'tokens', said('cleared', 0)),
    how: 'last heuristic after the compaction of the first timing-gap proof: summary 29 + continuation 46',
  };
}

/** 5: the summariser's input the second time. */
function entireConversation(): Evidence {
  const run = replayScenario('stress/8k_repeatedcompactions');
  const second = compactedSteps(run)[1] ?? 0;
  const entries = run.session.profile.steps.entries[second] ?? 0;
  const given = run.columns.summarizerContents[second] ?? null;
  return {
    evidence: figure(given, 'count', said('all entries', entries)),
    how: `contents given at the second compaction of 8k_RepeatedCompactions; the log holds ${n(entries)} entries`,
  };
}

/** 6: the cut of the mechanical summary. */
function firstBytes(): Evidence {
  const characters = 200;
  const table = new EntryTable();
  const text = 'ж'.repeat(characters);
  const row = table.push({ role: 'user', parts: [{ kind: 'text', text }] });
  const quoted = table.fallback.at(row) - 'user: '.length - '...\n'.length;
  return {
    evidence: figure(Math.trunc(quoted / 2), 'count', said('200 characters', characters)),
    how: `whole characters left of ${characters} × “ж” (2 bytes each): ${quoted} bytes ÷ 2`,
  };
}

const FAILING = 'sw20_32k_summarizer_fails';

/** 7: a sliding window whose summariser fails. */
function passedThrough(): Evidence {
  const { columns, notes, session } = replaySliding(FAILING);
  const failed = notes.events.filter(({ kind }) => kind === 'failure');
  const whole = failed.filter(
    ({ step }) => columns.contentsSent[step] === session.profile.steps.entries[step],
  );
  return {
    evidence: figure(whole.length, 'count', { ...said('never', 0), bad: true }),
    how: `requests sent whole after one of ${failed.length} failed calls, ${session.profile.stepCount} steps of ${FAILING}`,
  };
}

/** 8: the end of truncation for the summariser. */
function truncation(): Evidence {
  const window = 8_000;
  const bytes = 40_000;
  const entry = (role: 'user' | 'model') => ({ role, kind: 'text' as const, sizes: [bytes] });
  const session = smallSession({
    name: 'two giant entries',
    limit: window,
    steps: [{ label: 'user-msg', entries: [entry('user'), entry('model')], ratio: 1 }],
  });
  const given = replayThreshold(session, { window }).columns.summarizerContents[0] ?? 0;
  const words = said('≤ 6,400', Math.trunc(window * 0.8));
  return {
    evidence: figure((given * bytes) / 4, 'tokens', words),
    how: `${given} entries of ${n(bytes)} bytes given at a window of ${n(window)}`,
  };
}

/** 9: the request after a compaction. */
function afterCompaction(): Evidence {
  const run = replayScenario('brutal/200k_tooldefinitionsdominatewindow');
  const sent = compactedSteps(run).map((step) => run.columns.heuristicSent[step] ?? 0);
  return {
    evidence: figure(largestOf(sent), 'tokens', said('~1–2k', 1_500, 500)),
    how: `largest heuristic right after a compaction, 200k_ToolDefinitionsDominateWindow; ${n(run.session.prefixTokens)} of it are the prefix`,
  };
}

/** 10: scenarios that compact on every step. */
function zeroLoops(): Evidence {
  const runs = [
    'stress/8k_heavytooldefinitions',
    'brutal/8k_systempromptlargerthanwindow',
    'stress/compactionnoinfiniteloop',
  ].map((id) => {
    const { steps, stepsCompacted } = replayTotals(replayScenario(id));
    return { name: findScenario(id)?.name ?? id, steps, stepsCompacted };
  });
  const looping = runs.filter(({ steps, stepsCompacted }) => steps === stepsCompacted);
  return {
    evidence: figure(looping.length, 'count', { ...said('zero', 0), bad: true }),
    how: runs
      .map(({ name, steps, stepsCompacted }) => `${name} ${stepsCompacted} of ${steps}`)
      .join(', '),
  };
}

/** 11: the retry compares another number than the trigger. */
function retryCheck(): Evidence {
  const { columns } = replayScenario('stress/8k_heavytooldefinitions');
  const raw = columns.heuristicSent[0] ?? 0;
  const passes = columns.attempts[0] ?? 0;
  return {
    evidence: figure(columns.realAfter[0] ?? null, 'tokens', { bad: true }),
    how: `real of the request that step 0 of 8k_HeavyToolDefinitions sends, ≥ 6,400: it makes the next step fire. Its raw heuristic is ${n(raw)}, < 6,400: only ${passes} pass`,
  };
}

/** 12: two tests whose names are wrong. */
function names(): Evidence {
  const ratios = findScenario('brutal/8k_correctionfactordrift')?.ratios ?? [];
  const late = replayScenario('stress/200k_lateusagemetadata-part-2-of-2');
  return {
    evidence: figure(ratios.length, 'count', said('drift', '> 1')),
    how: `ratios of CorrectionFactorDrift: ${ratios.join(', ')}; last heuristic that LateUsageMetadata’s second part begins with: ${late.columns.lastHeuristic[0] ?? 0}`,
  };
}

/** 13: the entries lost by the sliding window. */
function lostTail(): Evidence {
  const sessions = slidingSessions.filter((name) => name !== FAILING);
  const coded = sessions.map((name) => replayTotals(replaySliding(name)));
  const corrected = sessions.map((name) => replayTotals(replaySliding(name, { corrected: true })));
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((total, one) => total + one, 0);
  const lost = sum(coded.map(({ stepsWithLostEntries }) => stepsWithLostEntries));
  const lostCorrected = sum(corrected.map(({ stepsWithLostEntries }) => stepsWithLostEntries));
  const most = largestOf(coded.map(({ maxLostEntries }) => maxLostEntries));
  return {
    evidence: figure(lost, 'count', { ...sayNumber('335'), bad: true }),
    how: `of ${sum(coded.map(({ steps }) => steps))} steps in ${sessions.length} sessions have 1–${most} entries nobody sees; under the corrected variant ${lostCorrected}`,
  };
}

/** 14: a summariser that always fails. */
function growingSummary(): Evidence {
  const run = replayScenario('extra/summarizeralwaysfails');
  const bytes = compactedSteps(run).map((step) => run.columns.summaryBytes[step] ?? 0);
  return {
    evidence: figure(bytes.at(-1) ?? null, 'bytes', { bad: true }),
    how: `bytes of the last of ${bytes.length} summaries of SummarizerAlwaysFails; the first has ${n(bytes[0] ?? 0)}`,
  };
}

/** 15: a user message that looks like a summary. */
function spoofed(): Evidence {
  const run = replayScenario('extra/usermessagelookslikesummary');
  const { injected, compacted } = run.columns;
  const stored = injected.reduce((sum, bit, i) => sum + (compacted[i] === 1 ? 0 : bit), 0);
  return {
    evidence: figure(compactedSteps(run).length, 'count', { bad: true }),
    how: `compactions in ${run.session.profile.stepCount} steps of UserMessageLooksLikeSummary; steps that get the stored summary: ${stored}`,
  };
}

/** 16: later steps of the turn that compacted. */
function lostRequest(): Evidence {
  const { columns, session } = replayScenario('brutal/8k_sequentialtoolchain');
  const { turnStart } = session.profile.steps;
  const after = Array.from(columns.injected.keys()).filter(
    (i) => columns.injected[i] === 1 && columns.compacted[i] === 0,
  );
  const without = after.filter((i) => (turnStart[i] ?? 0) < (columns.covered[i] ?? 0));
  return {
    evidence: figure(without.length, 'count', { bad: true }),
    how: `steps of 8k_SequentialToolChain, of ${after.length} with a summary, that hold neither the request nor the continuation`,
  };
}

/** The evidence of every difference, in the order of golden/README.md. */
export const computedDifferences = (): readonly Evidence[] => [
  defaultFactor(),
  boundary(),
  retries(),
  reset(),
  entireConversation(),
  firstBytes(),
  passedThrough(),
  truncation(),
  afterCompaction(),
  zeroLoops(),
  retryCheck(),
  names(),
  lostTail(),
  growingSummary(),
  spoofed(),
  lostRequest(),
];

/** Figures of the section "Where documents and code differ". */
export const differenceFigures: SeedFigures = {
  'differences-table': () => ({
    rows: computedDifferences().map(({ evidence, how }) => [evidence, figure(how)]),
  }),
};
