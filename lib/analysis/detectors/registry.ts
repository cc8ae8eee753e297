import { recorded } from '@/lib/policies/highwater/recorded';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import * as builtin from './builtin';
import { findingsFrom, type Detector } from './detector';
import { doubts } from './doubts';
import type { About, Evidence, NameOf } from './evidence/evidence';
import { byWeight, type Finding } from './finding';

const detectors: readonly Detector[] = Object.values(builtin);

const unnamed: NameOf = () => null;

/** Finds what is wrong with a replay and its session, one detector at a time. */
export class Judging {
  readonly #evidence: Evidence;
  readonly #found: Finding[] = [];
  readonly #asked = new Set<number>();
  #next = 0;

  constructor(run: Replay, about: About, nameOf: NameOf = unnamed) {
    const named: NameOf = (entry) => {
      this.#asked.add(entry);
      return nameOf(entry);
    };
    this.#evidence = { replay: run, about, nameOf: named };
  }

  /** Asks the next detector; true once all were asked. */
  readonly next = (): boolean => {
    const detector = detectors[this.#next++];
    if (detector === undefined) return true;
    this.#found.push(...findingsFrom(detector, this.#evidence));
    return this.#next >= detectors.length;
  };

  /** The findings so far, the heaviest first, then in the order of their steps. */
  get findings(): readonly Finding[] {
    return this.#found.toSorted(byWeight);
  }

  /** Entries whose names the detectors asked for, ascending. */
  get asked(): readonly number[] {
    return [...this.#asked].sort((a, b) => a - b);
  }

  /** The same with every detector asked. */
  whole(): this {
    while (!this.next());
    return this;
  }
}

/** Every finding of a replay and its session, the heaviest first, then in the order of their steps. */
export const findings = (run: Replay, about: About, nameOf: NameOf = unnamed): readonly Finding[] =>
  new Judging(run, about, nameOf).whole().findings;

/** True for the id of a detector that asks for numbers alone. */
export const isDetector = (id: string): boolean => detectors.some((one) => one.id === id);

/** The findings of one detector, in its own order. */
export const findingsBy = (id: string, run: Replay, about: About): readonly Finding[] =>
  detectors
    .filter((one) => one.id === id)
    .flatMap((one) => findingsFrom(one, { replay: run, about, nameOf: unnamed }));

/** Doubts about a session's usage records: what its own counts say of themselves. */
export function usageDoubts(session: Replayable, about: About): readonly Finding[] {
  const evidence = { replay: replay(session, recorded, {}), about, nameOf: unnamed };
  return doubts.flatMap((detector) => findingsFrom(detector, evidence));
}

/** Entries whose names the findings would say, ascending: those that detectors ask for. */
export const namedEntries = (run: Replay, about: About): readonly number[] =>
  new Judging(run, about).whole().asked;
