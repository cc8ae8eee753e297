import type { Opening } from '@/lib/analysis/fit/opening';
import { isAsRecorded, shownReplay } from '@/lib/analysis/fit/shown-replay';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { drain } from '@/lib/engine/base/drain';
import { replaySlices, type Replay } from '@/lib/engine/replay/replay';
import { policyOf, type Draft } from './draft';

/** Replays to overwrite while a setting moves; the one on screen is not among them. */
const SPARE_REPLAYS = 3;

/** The policy and settings that a session opens with. */
export type Opened = Pick<Opening, 'policy' | 'settings' | 'own'>;

/** The replays that a page shows of one session; few allocate while a setting moves. */
export class ShownReplays {
  readonly #session: Replayable;
  readonly #opened: Opened;
  readonly #spare: Replay[] = [];

  constructor(session: Replayable, opened: Opened) {
    this.#session = session;
    this.#opened = opened;
  }

  /** With nothing changed, the recording. */
  get recording(): Replay {
    return shownReplay(this.#session, this.#opened, this.#opened);
  }

  /** The recording where nothing is changed, else the what-if, over the columns of an earlier one. */
  of(draft: Draft): Replay {
    return drain(this.slices(draft));
  }

  /** {@link of}, which may be left after each `slice` steps. */
  *slices(draft: Draft, slice = Infinity): Generator<undefined, Replay, void> {
    const { policyId, settings, faults } = draft;
    const shown = { policy: policyOf(policyId), settings, faults };
    const session = this.#session;
    if (isAsRecorded(session, this.#opened, shown)) return this.recording;
    const into = this.#spare.length < SPARE_REPLAYS ? undefined : this.#spare.shift();
    const options = { faults, ...(into ? { into } : {}) };
    const made = yield* replaySlices(session, shown.policy, settings, options, slice);
    this.#spare.push(made);
    return made;
  }
}
