/** Differences 9 to 16 of golden/README.md. */
import { formatInteger } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import { findScenario } from '@/lib/readers/scenarios/catalogue';
import type { Difference } from './difference';
import { figure, said, sayNumber } from '../figure';
import { compactedSteps, replayScenario } from '../scenario-replay';
import { replaySliding, slidingSessions } from '../sliding-sessions';

const n = formatInteger;

/** 9: the request after a compaction. */
export function afterCompaction(): Difference {
  const run = replayScenario('brutal/200k_tooldefinitionsdominatewindow');
  const sent = compactedSteps(run).map((step) => run.columns.heuristicSent[step] ?? 0);
  return {
    document: '“~1–2k tokens” after a compaction.',
    code: 'System prompt and tool definitions stay in every request.',
    evidence: figure(Math.max(...sent), 'tokens', said('~1–2k', 1_500, 500)),
    how: `largest heuristic right after a compaction, 200k_ToolDefinitionsDominateWindow; ${n(run.session.prefixTokens)} of it are the prefix`,
  };
}

const loops: readonly string[] = [
  'stress/8k_heavytooldefinitions',
  'brutal/8k_systempromptlargerthanwindow',
  'stress/compactionnoinfiniteloop',
];

/** 10: scenarios that compact on every step. */
export function zeroLoops(): Difference {
  const runs = loops.map((id) => {
    const run = replayScenario(id);
    return {
      name: findScenario(id)?.name ?? id,
      steps: run.session.profile.stepCount,
      compacted: compactedSteps(run).length,
    };
  });
  const looping = runs.filter(({ steps, compacted }) => steps === compacted);
  return {
    document: '“Zero compaction loops” in every test.',
    code: 'The simulator’s loop flag can never be set; three scenarios compact on every step.',
    evidence: figure(looping.length, 'count', { ...said('zero', 0), bad: true }),
    how: runs.map(({ name, steps, compacted }) => `${name} ${compacted} of ${steps}`).join(', '),
  };
}

/** 11: the retry compares another number than the trigger. */
export function retryCheck(): Difference {
  const { columns } = replayScenario('stress/8k_heavytooldefinitions');
  const raw = columns.heuristicSent[0] ?? 0;
  const passes = columns.attempts[0] ?? 0;
  return {
    document: 'After a compaction the result is checked against the threshold.',
    code: 'The check of the passes uses the raw heuristic, the trigger the corrected one: a request may pass the one and fire the other.',
    evidence: figure(columns.realAfter[0] ?? null, 'tokens', { bad: true }),
    how: `real of the request that step 0 of 8k_HeavyToolDefinitions sends, ≥ 6,400: it makes the next step fire. Its raw heuristic is ${n(raw)}, < 6,400: only ${passes} pass`,
  };
}

/** 12: two tests whose names are wrong. */
export function names(): Difference {
  const drift = findScenario('brutal/8k_correctionfactordrift');
  const late = replayScenario('stress/200k_lateusagemetadata-part-2-of-2');
  return {
    document: 'CorrectionFactorDrift tests drift; LateUsageMetadata goes from no usage to usage.',
    code: 'The first keeps one ratio; the second is two sessions that share nothing.',
    evidence: figure(drift?.ratios.length ?? null, 'count', said('drift', '> 1')),
    how: `ratios of CorrectionFactorDrift: ${drift?.ratios.join(', ')}; last heuristic that LateUsageMetadata’s second part begins with: ${late.columns.lastHeuristic[0] ?? 0}`,
  };
}

/** Entries of each step that are neither in the summary nor in the request. */
const invisible = ({ columns }: Replay): readonly number[] =>
  Array.from(columns.covered, (covered, i) => Math.max(0, covered - (columns.summarised[i] ?? 0)));

/** 13: the entries lost by the sliding window. */
export function lostTail(): Difference {
  const names = slidingSessions()
    .map(({ name }) => name)
    .filter((name) => name !== 'sw20_32k_summarizer_fails');
  const steps = names.flatMap((name) => invisible(replaySliding(name)));
  const corrected = names.flatMap((name) => invisible(replaySliding(name, { corrected: true })));
  const lost = steps.filter((count) => count > 0);
  return {
    document: 'The sliding window keeps the most recent messages verbatim.',
    code: 'It keeps them in the compacting request. The watermark then covers them, and the next request has them neither in the summary nor verbatim.',
    evidence: figure(lost.length, 'count', { ...sayNumber('335'), bad: true }),
    how: `of ${steps.length} steps in ${names.length} sessions have 1–${Math.max(...lost)} entries nobody sees; under the corrected variant ${corrected.filter((count) => count > 0).length}`,
  };
}

/** 14: a summariser that always fails. */
export function growingSummary(): Difference {
  const run = replayScenario('extra/summarizeralwaysfails');
  const bytes = compactedSteps(run).map((step) => run.columns.summaryBytes[step] ?? 0);
  return {
    document: 'The mechanical summary is “guaranteed to succeed and be small”.',
    code: 'Each one quotes the one before in full, so it grows with every compaction.',
    evidence: figure(bytes.at(-1) ?? null, 'bytes', { bad: true }),
    how: `bytes of the last of ${bytes.length} summaries of SummarizerAlwaysFails; the first has ${n(bytes[0] ?? 0)}`,
  };
}

/** 15: a user message that looks like a summary. */
export function spoofed(): Difference {
  const run = replayScenario('extra/usermessagelookslikesummary');
  const { injected, compacted } = run.columns;
  const stored = injected.reduce((sum, bit, i) => sum + (compacted[i] === 1 ? 0 : bit), 0);
  return {
    document: 'After a compaction the summary replaces what it covers.',
    code: 'A first user message that begins with “[Previous conversation summary]” turns injection off for the session.',
    evidence: figure(compactedSteps(run).length, 'count', { bad: true }),
    how: `compactions in ${run.session.profile.stepCount} steps of UserMessageLooksLikeSummary; steps that get the stored summary: ${stored}`,
  };
}

/** 16: later steps of the turn that compacted. */
export function lostRequest(): Difference {
  const { columns, session } = replayScenario('brutal/8k_sequentialtoolchain');
  const { turnStart } = session.profile.steps;
  const after = Array.from(columns.injected.keys()).filter(
    (i) => columns.injected[i] === 1 && columns.compacted[i] === 0,
  );
  const without = after.filter((i) => (turnStart[i] ?? 0) < (columns.covered[i] ?? 0));
  return {
    document: 'The continuation carries the user’s request, so that work goes on.',
    code: 'It is in the compacted request only. The next steps of the same turn see summary, calls and responses.',
    evidence: figure(without.length, 'count', { bad: true }),
    how: `steps of 8k_SequentialToolChain, of ${after.length} with a summary, that hold neither the request nor the continuation`,
  };
}
