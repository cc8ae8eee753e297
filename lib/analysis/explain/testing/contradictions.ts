import { formatInteger } from '@/lib/engine/base/format';
import type { DecisionUnit } from '@/lib/engine/policy/decision';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { decisionAt, decisionUnit } from '../ledger-decision';
import { outcomeText, stepOutcome, type StepOutcome } from '../outcome/step-outcome';
import { isAskedProjected, isProjected, realAsked } from '../step-events';
import { recordedFacts } from './recorded-facts';
import { comparisonFaults, guesses, saidNumber, toldOutcome } from './said';

/** One step as every surface has to say it. */
export interface MeantStep {
  readonly outcome: StepOutcome;
  /** The sentences are about what happened. */
  readonly past: boolean;
  readonly heuristic: number;
  /** Of the request as sent, and before it may have been compacted; NaN where nobody says. */
  readonly sent: number;
  readonly asked: number;
  readonly sentGuessed: boolean;
  readonly askedGuessed: boolean;
  /** NaN where nothing is compared. */
  readonly value: number;
  readonly threshold: number;
  readonly margin: number;
  readonly valueGuessed: boolean;
  readonly unit: DecisionUnit;
}

/**
 * The steps of a replay as they have to be said: of a recording that is shown as it is, what an
 * independent reader of its file finds; of a what-if or a generated session, what was computed.
 */
export function meantSteps(session: Session, run: Replay): readonly MeantStep[] {
  return recordedFacts(session).map((facts, step): MeantStep => {
    const recorded = run.observation !== null;
    const decision = decisionAt(run, step);
    return {
      outcome: recorded
        ? { policy: facts.policy, provider: facts.provider }
        : stepOutcome(run, step),
      past: recorded,
      heuristic: run.columns.heuristic[step] ?? NaN,
      sent: recorded ? (facts.real ?? NaN) : (run.columns.real[step] ?? NaN),
      asked: realAsked(run, step),
      sentGuessed: !recorded && isProjected(run, step),
      askedGuessed: !recorded && isAskedProjected(run, step),
      value: decision?.value ?? NaN,
      threshold: decision?.threshold ?? NaN,
      margin: decision?.margin ?? NaN,
      valueGuessed: !recorded && decision?.projected === true,
      unit: decisionUnit(run.policy),
    };
  });
}

/** Gathers what surfaces say of steps, and where that is not what was meant. */
export class Contradictions {
  /** Figures and outcomes that were parsed back. */
  figures = 0;
  readonly found: string[] = [];

  constructor(readonly name: string) {}

  /** A value that a surface says, beside the one that is meant. */
  same(where: string, said: unknown, meant: unknown): void {
    this.figures++;
    if (!Object.is(said, meant)) this.#add(where, `${String(said)}, not ${String(meant)}`);
  }

  outcome(where: string, said: StepOutcome | null, meant: StepOutcome): void {
    this.same(where, said === null ? null : outcomeText(said), outcomeText(meant));
  }

  /** A printed number; its mark of a projection too. */
  number(where: string, text: string, meant: number, guessed = false): void {
    const said = saidNumber(text);
    this.same(where, said.value, Number.isNaN(meant) ? NaN : Math.trunc(meant));
    if (!Number.isNaN(meant)) this.same(`${where}, ~`, said.guessed, guessed);
  }

  /** A headline and its sentences. */
  sentences(where: string, texts: readonly string[], meant: MeantStep): void {
    const [headline = '', ...sentences] = texts;
    this.outcome(`${where}: ${headline}`, toldOutcome(headline, sentences), meant.outcome);
    const decision = Number.isNaN(meant.value) ? null : meant;
    for (const text of texts) {
      for (const fault of comparisonFaults(text, decision)) this.#add(where, fault);
      if (!meant.past) continue;
      for (const guess of guesses(text)) this.#add(where, `a guess about the past: ${guess}`);
    }
  }

  #add(where: string, words: string): void {
    this.found.push(`${this.name}, ${where}: ${words}`);
  }
}

/** "step 1,203". */
export const placeOf = (step: number): string => `step ${formatInteger(step)}`;
