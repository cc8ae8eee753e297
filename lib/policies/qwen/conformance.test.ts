/** Qwen Code's policy against what its chat did: `fixtures/`, made by `lib/conformance`. */
import { expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { comparedWith, differences, readGolden, type SummarisedRun } from '../testing/golden';
import { scripted, sizedLog } from '../testing/sized-log';
import { qwen } from './policy';

/**
 * Of a request: tokens compared, messages sent (0: it stayed above the hard limit), results cleared before it, calls of
 * the summariser, and the count after a compression (−1: none).
 */
type GoldenStep = readonly [
  value: number,
  sent: number,
  cleared: number,
  asked: number,
  count: number,
];

interface Run extends SummarisedRun<GoldenStep> {
  /** Minutes at each step. */
  readonly times: readonly number[];
}
const golden = readGolden<Run>('qwen', 'qwen-code-qwen-code-0.24.4.json');

function replayed({ settings, ratio, prefix, log, times, summaries }: Run) {
  const profile = sizedLog(log, ratio);
  times.forEach((minutes, step) => (profile.steps.time[step] = minutes * 60_000));
  const script = summaries.map(scripted);
  return replay(prepare(profile, prefix), qwen, qwen.settings.parse(settings), {
    script,
  });
}

/** What a replay did, in the golden file's form; attempts that failed are in no column. */
function madeBy(run: Run): readonly string[] {
  const { columns, notes } = replayed(run);
  const { decision, contentsSent, compacted, attempts } = columns;
  return run.steps.map((_, step) => {
    const events = notes.events.filter((event) => event.step === step);
    const stopped = events.some(({ kind }) => kind === 'exit');
    const [cleared] = events.flatMap(({ kind, text }) => (kind === 'prune' ? [text] : []));
    const sent = stopped ? 0 : contentsSent[step];
    const asked = compacted[step] === 1 ? attempts[step] : '';
    return `${decision[step]} ${sent} ${parseInt(cleared ?? '0', 10)} ${asked}`;
  });
}

const goldenOf = ([value, sent, cleared, asked, count]: GoldenStep): string =>
  `${value} ${sent} ${cleared} ${count < 0 ? '' : asked}`;

it('counts, clears, compresses and sends the same in every session', () => {
  expect(differences(golden, madeBy, goldenOf)).toEqual([]);
  expect(qwen.provenance.compared).toEqual(comparedWith(golden));
  const steps = golden.runs.flatMap((run) => run.steps);
  expect(steps).toHaveLength(7_810);
  expect(steps.filter(([, , , , count]) => count >= 0)).toHaveLength(809);
  expect(steps.filter(([, sent]) => sent === 0)).toHaveLength(352);
  expect(steps.filter(([, , cleared]) => cleared > 0)).toHaveLength(1_240);
});
