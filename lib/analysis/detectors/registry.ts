import { recorded } from '@/lib/policies/highwater/recorded';
import type { Replayable } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import * as builtin from './builtin';
import { findingsFrom, type Detector } from './detector';
import { doubts } from './doubts';
import type { About, NameOf } from './evidence/evidence';
import { severities, type Finding } from './finding';

const detectors: readonly Detector[] = Object.values(builtin);

const unnamed: NameOf = () => null;

const weight = ({ severity }: Finding): number => severities.indexOf(severity);

/** Every finding of a replay and its session, the heaviest first, then in the order of their steps. */
export function findings(run: Replay, about: About, nameOf: NameOf = unnamed): readonly Finding[] {
  const evidence = { replay: run, about, nameOf };
  return detectors
    .flatMap((detector) => findingsFrom(detector, evidence))
    .sort((a, b) => weight(a) - weight(b) || (a.link.step ?? -1) - (b.link.step ?? -1));
}

/** Doubts about a session's usage records: what its own counts say of themselves. */
export function usageDoubts(session: Replayable, about: About): readonly Finding[] {
  const evidence = { replay: replay(session, recorded, {}), about, nameOf: unnamed };
  return doubts.flatMap((detector) => findingsFrom(detector, evidence));
}

/** Entries whose names the findings would say, ascending: those that detectors ask for. */
export function namedEntries(run: Replay, about: About): readonly number[] {
  const asked = new Set<number>();
  findings(run, about, (entry) => {
    asked.add(entry);
    return null;
  });
  return [...asked].sort((a, b) => a - b);
}
