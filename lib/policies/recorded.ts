import * as z from 'zod';
import { keptEntries, keptSum, recordedViews } from './mechanisms/recorded-view';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';

/** Replays the compactions that the trace itself holds, at the steps they belong to. */
function start(
  _settings: unknown,
  { profile, prefixTokens, columns: out }: PolicyInput,
): PolicyRun {
  const { sum, thoughtSum } = profile;
  const { entries, turnStart } = profile.steps;
  const views = recordedViews(profile).map((view) => ({
    ...view,
    keptTokens: keptSum(view, sum) + view.summaryTokens,
    contents: keptEntries(view) + (view.summarised ? 1 : 0),
  }));
  let current = 0;
  let watermark = 0;

  return {
    before(i) {
      const n = entries[i] as number;
      const turn = turnStart[i] as number;
      const fires = views[current + 1]?.step === i;
      if (fires) current++;
      const view = views[current] as (typeof views)[number];
      const thoughts = (from: number): number =>
        (thoughtSum[n] as number) - (thoughtSum[Math.max(from, turn)] as number);
      const raw = prefixTokens + (sum[n] as number) + thoughts(0);
      const heuristic =
        prefixTokens +
        view.keptTokens +
        (sum[n] as number) -
        (sum[view.from] as number) +
        thoughts(view.from);
      out.heuristicRaw[i] = raw;
      out.heuristic[i] = heuristic;
      out.heuristicSent[i] = heuristic;
      out.contentsSent[i] = view.contents + n - view.from;
      out.compacted[i] = fires ? 1 : 0;
      out.attempts[i] = fires ? 1 : 0;
      out.watermarkBefore[i] = watermark;
      watermark = view.from;
      out.watermarkAfter[i] = watermark;
      out.summaryBytes[i] = view.summaryBytes;
      out.summaryTokens[i] = -1;
      out.injected[i] = view.summarised ? 1 : 0;
      out.covered[i] = view.from;
      out.correction[i] = NaN;
      out.calibrated[i] = NaN;
      out.decision[i] = NaN;
      out.window[i] = -1;
      out.buffer[i] = -1;
      out.threshold[i] = -1;
    },
    after(i, real) {
      out.realAfter[i] = Math.max(0, real);
      out.lastHeuristicAfter[i] = out.heuristicSent[i] as number;
    },
  };
}

/** The trace's own compactions. */
export const recorded = definePolicy({
  id: 'recorded',
  label: 'As recorded',
  provenance: { repository: 'the trace', path: '', version: '', fidelity: 'exact' },
  decides: false,
  settings: z.strictObject({}),
  presets: [],
  start,
});
