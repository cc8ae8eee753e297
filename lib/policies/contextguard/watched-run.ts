import type { Watching } from '@/lib/engine/policy/observed/watching';
import type { PolicyInput, PolicyRun } from '@/lib/engine/policy/policy';
import { passRules } from '@/lib/engine/mechanisms/compaction-passes';
import { correctionOf } from '@/lib/engine/mechanisms/correction';
import { Estimate } from '@/lib/engine/mechanisms/estimate';
import { continuationBytes } from '@/lib/engine/mechanisms/summary-text';
import type { ContextGuardSettings } from './settings';

/** The threshold strategy watching a recording: its two callbacks, of which the first changes nothing. */
export class WatchedThresholdRun implements PolicyRun<ContextGuardSettings> {
  readonly #input: PolicyInput;
  readonly #watching: Watching;
  #settings: ContextGuardSettings;
  readonly #estimate: Estimate | null;
  #threshold = Infinity;
  #buffer = 0;
  #step = 0;
  #real = 0;
  #last = 0;

  constructor(settings: ContextGuardSettings, input: PolicyInput, watching: Watching) {
    this.#input = input;
    this.#watching = watching;
    this.#settings = settings;
    this.#estimate = settings.estimator === 'own' ? null : new Estimate(settings, input);
    this.configure(settings);
  }

  configure(settings: ContextGuardSettings): void {
    this.#settings = settings;
    this.#estimate?.configure(settings);
    const { threshold, buffer } = passRules(settings, this.#estimate);
    this.#threshold = threshold;
    this.#buffer = buffer;
  }

  forget(): void {
    this.#real = 0;
    this.#last = 0;
    this.#estimate?.forget();
  }

  advance(end: number): void {
    const { columns: out, requests } = this.#input;
    const from = this.#step;
    while (this.#step < end) {
      const { due } = this.#watching;
      requests.look(this.#step, this.#watching.sent());
      const until = Math.min(end, due, Math.max(requests.until, this.#step + 1));
      if (this.#step < due) this.#plain(this.#step, until, requests.heuristicOffset);
      else this.#boundary(due);
    }
    out.window.fill(this.#settings.window, from, end);
    out.buffer.fill(this.#buffer, from, end);
    out.threshold.fill(this.#threshold, from, end);
    out.lastHeuristicAfter.set(out.heuristicSent.subarray(from, end), from);
  }

  /** Steps [from, until) of one view, without a boundary. */
  #plain(from: number, until: number, shift: number): void {
    const { requests, columns, profile } = this.#input;
    const { heuristic: whole, reported } = requests;
    const { heuristic, heuristicSent, realAfter, lastReal, lastHeuristic } = columns;
    const { correction, calibrated, decision } = columns;
    const recorded = profile.steps.real;
    const { floor, factor, attempts } = this.#settings;
    const cap = this.#settings.capped ? this.#settings.cap : Infinity;
    const threshold = attempts > 0 ? this.#threshold : Infinity;
    const estimate = this.#estimate;
    let real = this.#real;
    let last = this.#last;
    for (let i = from; i < until; i++) {
      const h = (whole[i] as number) + shift;
      let value = 0;
      if (estimate === null) {
        const c = correctionOf(real, last, factor, floor, cap);
        const scaled = Math.trunc(h * c);
        value = real > scaled ? real : scaled;
        correction[i] = c;
        calibrated[i] = scaled;
      } else value = estimate.value(i, h, real, last);
      heuristic[i] = h;
      lastReal[i] = real;
      lastHeuristic[i] = last;
      decision[i] = value;
      if (value >= threshold) this.#asks(i);
      heuristicSent[i] = h;
      last = h;
      const sent = recorded[i] as number;
      if (reported[i] === 1 && sent > 0) {
        real = sent;
        estimate?.observe(i, h, sent);
      }
      realAfter[i] = real;
    }
    this.#real = real;
    this.#last = last;
    this.#step = until;
  }

  /** The policy asks for a compaction; nothing else stands before its summariser. */
  #asks(step: number): void {
    this.#watching.ask(step, () => this.#watching.effect('compacts'));
  }

  /** A step with a boundary before it: decides on the log as it was checked, then sends what was recorded. */
  #boundary(step: number): void {
    const { requests, columns: out, profile } = this.#input;
    const { resetCalibration, quoteRequest } = this.#settings;
    const watching = this.#watching;
    const summary = watching.adopts;
    watching.enter();
    requests.look(step, watching.asked());
    this.#plain(step, step + 1, requests.heuristicOffset);
    // What came back belongs to the request that was sent.
    const real = out.lastReal[step] as number;
    watching.leave();
    requests.look(step, watching.sent());
    let sent = (requests.heuristic[step] as number) + requests.heuristicOffset;
    const quoted = quoteRequest ? (profile.steps.requestBytes[step] as number) : 0;
    // Its own request also held the continuation, which is in no log.
    if (summary && watching.own) sent += requests.estimator.text(continuationBytes(quoted));
    out.heuristicSent[step] = sent;
    this.#last = sent;
    const forgets = summary && resetCalibration;
    if (forgets) this.#estimate?.reset();
    const reported = requests.reported[step] === 1 ? (profile.steps.real[step] as number) : 0;
    if (reported > 0) this.#estimate?.observe(step, sent, reported);
    this.#real = reported > 0 ? reported : forgets ? 0 : real;
    out.realAfter[step] = this.#real;
  }
}
