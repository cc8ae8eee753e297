import type { Replay } from '@/lib/replay/replay';
import * as builtin from './builtin';
import type { Detector } from './detector';

const detectors: readonly Detector[] = Object.values(builtin);

/** Ids of the detectors that find something in a replay. */
export const findingsOf = (replay: Replay): readonly string[] =>
  detectors.filter(({ found }) => found(replay)).map(({ id }) => id);

/** Definitions of findings by their ids; an unknown id has none. */
export const definitionsOf = (findings: readonly string[]): readonly string[] =>
  detectors.filter(({ id }) => findings.includes(id)).map(({ definition }) => definition);
