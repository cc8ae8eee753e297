import { divergenceText, laneStep } from '@/lib/analysis/compare/changes';
import { compareLanes } from '@/lib/analysis/compare/comparison';
import { laneDraft, laneReplay, type Lane, type LaneDraft } from '@/lib/analysis/compare/lane';
import { parseLane } from '@/lib/analysis/compare/lane-text';
import { metricRows } from '@/lib/analysis/compare/metric-rows';
import { metricSubject } from '@/lib/analysis/compare/metrics';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/engine/replay/prepare';
import { measureSession } from '@/lib/engine/tokens/measure';
import { samples } from '../../samples/samples';
import { printFigures, unitsPerSecond, type Figure } from '../measure';

/** Lanes of the longest sample: as it ran, other settings, other systems. */
const TEXTS = ['own', 'own:cap=2', 'codex', 'none', 'pi', 'contextguard-threshold:window=100000'];

function milliseconds(name: string, run: () => void, ratio = ''): Figure {
  return { name, value: `${(1_000 / unitsPerSecond(1, run, 5, 200)).toFixed(2)} ms`, ratio };
}

/** Six lanes of 10,000 steps: replayed, compared, measured, and one row read. */
export function benchCompare(): void {
  const sample = samples.find(({ id }) => id === 'long-session');
  if (sample === undefined) throw new Error('There is no sample long-session');
  const canonical = sample.build();
  const profile = measureSession(canonical);
  const opening = openSession(canonical.source, profile);
  const session = prepare(profile, opening.prefixTokens);
  const drafts = TEXTS.map((text): LaneDraft => {
    const parsed = parseLane(text);
    if (!parsed.ok) throw new Error(parsed.error);
    const draft = laneDraft(parsed.value, opening, session);
    if (!draft.ok) throw new Error(draft.error.message);
    return draft.value;
  });
  const lanesOf = (): readonly Lane[] =>
    drafts.map((draft) => ({ session: 'long', replay: laneReplay(session, opening, draft) }));
  const lanes = lanesOf();
  const comparison = compareLanes(lanes);
  const names = lanes.map((_, lane) => String.fromCharCode(65 + lane));
  let row = 0;
  printFigures(`Comparison, ${lanes.length} lanes of ${profile.stepCount} steps, one core`, [
    milliseconds('replay of all lanes', () => void lanesOf()),
    milliseconds(
      'comparison: effects, divergences, changed rows',
      () => void compareLanes(lanes),
      `${comparison.changed.length} changed decisions`,
    ),
    milliseconds('metrics of all lanes', () => {
      metricRows(
        lanes.map(({ replay }) => metricSubject(replay, null)),
        0,
      );
    }),
    milliseconds('sentences of the first divergences', () => {
      lanes.forEach((_, lane) => divergenceText(comparison, lane, names));
    }),
    milliseconds('one row of all lanes', () => {
      row = (row + 97) % profile.stepCount;
      lanes.forEach((_, lane) => laneStep(comparison, lane, row));
    }),
  ]);
}
