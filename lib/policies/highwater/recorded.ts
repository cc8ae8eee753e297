import * as z from 'zod';
import { intAt } from '@/lib/engine/base/read';
import { definePolicy, type PolicyInput, type PolicyRun } from '@/lib/engine/policy/policy';

/** Replays the compactions that the trace itself holds, at the steps they belong to. */
class RecordedRun implements PolicyRun<unknown> {
  readonly #input: PolicyInput;
  #next = 0;
  /** Views that have begun. */
  #begun = 0;
  #until = 0;

  constructor(input: PolicyInput) {
    this.#input = input;
  }

  advance(end: number): void {
    const { requests, columns: out } = this.#input;
    out.heuristicRaw.set(requests.heuristic.subarray(this.#next, end), this.#next);
    for (; this.#next < end; this.#next++) this.#step(this.#next);
  }

  configure(): void {}

  forget(): void {}

  #step(i: number): void {
    const { requests, profile, columns: out } = this.#input;
    const begins = requests.recorded[this.#begun]?.step === i;
    const before = requests.recorded[this.#begun - 1];
    if (begins) this.#begun++;
    const view = requests.recorded[this.#begun - 1];
    if (view === undefined) throw new Error('A recording has at least one view');
    const boundary = begins && view.boundary;
    if (boundary && before !== undefined) {
      requests.look(i, { ...before, recorded: -1 });
      out.realBefore[i] = requests.realAt(i, 0);
    }
    if (begins || i === this.#until) {
      requests.look(i, { ...view, recorded: -1 });
      this.#until = requests.until;
    }
    const heuristic = intAt(requests.heuristic, i) + requests.heuristicOffset;
    out.heuristic[i] = heuristic;
    out.heuristicSent[i] = heuristic;
    out.lastHeuristicAfter[i] = heuristic;
    out.contentsSent[i] = intAt(profile.steps.entries, i) - view.covered + view.contents;
    out.compacted[i] = boundary ? 1 : 0;
    out.reproduced[i] = out.compacted[i];
    // An elision calls no summariser.
    out.attempts[i] = boundary && view.summarised && view.since === i - 1 ? 1 : 0;
    out.watermarkBefore[i] = begins ? (before?.covered ?? 0) : view.covered;
    out.watermarkAfter[i] = view.covered;
    out.summaryBytes[i] = view.summaryBytes;
    out.injected[i] = view.summarised ? 1 : 0;
    out.covered[i] = view.covered;
    out.summarised[i] = view.covered;
    const sent = requests.realAt(i, 0);
    out.real[i] = sent;
    out.realAfter[i] = requests.reported[i] === 1 ? sent : 0;
  }
}

/** The trace's own compactions. */
export const recorded = definePolicy({
  id: 'recorded',
  label: 'As recorded',
  provenance: {
    system: 'The recording',
    repository: 'the trace',
    path: '',
    version: '',
    basis: 'exact',
  },
  decision: null,
  traits: { recording: true },
  settings: z.strictObject({}),
  presets: [],
  begin: (_settings, input) => new RecordedRun(input),
});
