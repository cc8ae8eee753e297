import * as z from 'zod';
import { definePolicy, type PolicyInput } from './policy';

/** Replays the compactions that the trace itself holds, at the steps they belong to. */
function replay(_settings: unknown, { profile, requests, columns: out }: PolicyInput): void {
  out.heuristicRaw.set(requests.heuristic);
  let next = 0;
  let view = requests.recorded[0];
  let before = 0;
  let until = 0;
  for (let i = 0; i < profile.stepCount; i++) {
    const due = requests.recorded[next];
    const begins = due?.step === i;
    if (begins) {
      before = view?.covered ?? 0;
      view = due;
      next++;
    }
    if (view === undefined) throw new Error('A recording has at least one view');
    if (begins || i === until) {
      requests.look(i, { ...view, recorded: -1 });
      until = requests.until;
    }
    const heuristic = (requests.heuristic[i] as number) + requests.heuristicOffset;
    out.heuristic[i] = heuristic;
    out.heuristicSent[i] = heuristic;
    out.lastHeuristicAfter[i] = heuristic;
    out.contentsSent[i] = (profile.steps.entries[i] as number) - view.covered + view.contents;
    out.compacted[i] = begins && view.boundary ? 1 : 0;
    out.reproduced[i] = out.compacted[i] as number;
    out.attempts[i] = out.compacted[i] as number;
    out.watermarkBefore[i] = begins ? before : view.covered;
    out.watermarkAfter[i] = view.covered;
    out.summaryBytes[i] = view.summaryBytes;
    out.injected[i] = view.summarised ? 1 : 0;
    out.covered[i] = view.covered;
    const ratio = requests.ratio?.[i];
    const real =
      ratio === undefined ? (requests.real[i] as number) + requests.realOffset : heuristic * ratio;
    const sent = Math.max(0, Math.trunc(real));
    out.real[i] = sent;
    out.realAfter[i] = requests.reported[i] === 1 ? sent : 0;
  }
}

/** The trace's own compactions. */
export const recorded = definePolicy({
  id: 'recorded',
  label: 'As recorded',
  provenance: { repository: 'the trace', path: '', version: '', fidelity: 'exact' },
  decides: false,
  settings: z.strictObject({}),
  presets: [],
  replay,
});
