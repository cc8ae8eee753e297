/**
 * What-if: a replay is the recording while no earlier request differed, the request holds the same
 * entries, the same of them blanked, and its summary is the recorded one. Once a request differed it
 * can only rejoin: the same entries again, sized as recorded, but for the summary's difference.
 */
import { quarterFloor } from '@/lib/engine/tokens/estimator';
import type { PolicyNotes, Standing } from '../notes';
import type { RecordedRequestView, RequestSizes, SummaryView } from '../requests';
import { holds, sendsThese, type EntryRange, type SentEntries } from './sent-entries';
import type { Summariser } from '../summary';

/** What a match reads, and where it notes how requests stand; null notes: nothing is kept or blanked. */
interface MatchInput {
  readonly requests: RequestSizes;
  readonly summariser: Pick<Summariser, 'namedUnder'>;
  readonly notes: Pick<PolicyNotes, 'kept' | 'elisions' | 'standings'> | null;
}

const noRanges: readonly EntryRange[] = [];

/** Compares the requests of one replay with the recorded ones; steps come in order. */
export class RecordingMatch {
  /** The next step from which on the recording's requests hold other entries; Infinity for none. */
  boundary = Infinity;
  /** First step that was sent otherwise than recorded; −1 for none. */
  divergence = -1;
  readonly #input: MatchInput;
  #at = 0;
  #standing: Standing = 'recorded';
  #noted: Standing = 'recorded';
  #compared = false;
  /** The newest step whose summary has a recorded size, and the cap it was written under. */
  #namedAt = -1;
  #cap = -1;

  constructor(input: MatchInput) {
    this.#input = input;
    this.restart();
  }

  /** Begins another replay of the session. */
  restart(): void {
    const { recorded } = this.#input.requests;
    this.#at = recorded[0]?.boundary === true ? -1 : 0;
    this.boundary = recorded[this.#at + 1]?.step ?? Infinity;
    this.divergence = -1;
    this.#standing = 'recorded';
    this.#noted = 'recorded';
    this.#compared = false;
    this.#namedAt = -1;
    this.#cap = -1;
  }

  /** Index of the recorded view in force; −1 before the first step of a recording that begins with one. */
  get at(): number {
    return this.#at;
  }

  /** A step puts a new summary in place; `whole`: one call wrote it, so that its cap is the summary's. */
  summarised(step: number, whole = true): void {
    const { namedUnder } = this.#input.summariser;
    this.#namedAt = step;
    this.#cap = whole || namedUnder < 0 ? namedUnder : Infinity;
  }

  /**
   * Says how the request of a view stands to the recorded one of a step, and sets what sizes it;
   * `changed`: the view is another than at the last step. Nothing is noted before it is sent.
   */
  compare(step: number, view: SummaryView, changed: boolean): Standing {
    const { recorded } = this.#input.requests;
    while (step >= this.boundary) this.boundary = recorded[++this.#at + 1]?.step ?? Infinity;
    this.#compared = true;
    const theirs = recorded[this.#at];
    if (theirs === undefined || !this.#sameEntries(view, theirs.sent)) {
      if (changed || step === 0) leave(view);
      return (this.#standing = 'apart');
    }
    return (this.#standing = this.#joins(view, theirs));
  }

  /** The recording's view in force begins at a step, by a compaction of its own. */
  begins(step: number): boolean {
    const view = this.#input.requests.recorded[this.#at];
    return view?.boundary === true && view.step === step;
  }

  /** The request last compared is sent. */
  sent(step: number): void {
    if (!this.#compared) return;
    this.#compared = false;
    const standing = this.#standing;
    if (standing !== 'recorded' && this.divergence < 0) this.divergence = step;
    if (standing === this.#noted) return;
    this.#noted = standing;
    this.#input.notes?.standings.push({ step, standing });
  }

  /** A request of the recorded entries: only its summary may be another. */
  #joins(view: SummaryView, theirs: RecordedRequestView): Standing {
    const { requests } = this.#input;
    const named = this.#named(view, theirs);
    const same = named || sameSize(view, theirs, requests.wrapperBytes);
    // A recorded summary that only its provider can read has no size to differ from.
    if (!same && view.injected && theirs.summarised && theirs.summaryBytes === 0) {
      leave(view);
      return 'apart';
    }
    view.recorded = this.#at;
    view.difference = same ? 0 : requests.summaryDifference(view, this.#at);
    if (named) {
      view.summaryBytes = Math.max(0, theirs.summaryBytes - requests.wrapperBytes);
      view.summaryTokens = -1;
    }
    return same && this.divergence < 0 ? 'recorded' : 'rejoined';
  }

  /** The view's summary was written where the recorded one was, in its size, and the cap allows that. */
  #named(view: SummaryView, theirs: RecordedRequestView): boolean {
    if (!view.injected || !theirs.summarised || this.#namedAt !== theirs.since + 1) return false;
    const { density, wrapperBytes } = this.#input.requests;
    const written = Math.max(0, theirs.summaryBytes - wrapperBytes);
    return this.#cap >= density * quarterFloor(written);
  }

  #sameEntries(view: SummaryView, theirs: SentEntries): boolean {
    const kept = this.#input.notes?.kept;
    const ranges =
      kept === undefined || kept.length === 0
        ? noRanges
        : (kept[kept.length - 1]?.ranges ?? noRanges);
    return sendsThese(view.covered, ranges, theirs) && this.#sameElided(theirs);
  }

  /** Of the entries that both send the same are blanked. */
  #sameElided(theirs: SentEntries): boolean {
    const elisions = this.#input.notes?.elisions;
    const { elided } = theirs;
    if (elisions === undefined || elisions.length === 0) return elided.size === 0;
    // Nearly always the first that is sent says so.
    const other = elisions.some(({ entry }) => holds(theirs, entry) && !elided.has(entry));
    if (other || elided.size === 0) return !other;
    const blanked = new Set(elisions.map(({ entry }) => entry));
    return [...elided].every((entry) => blanked.has(entry));
  }
}

/** Both hold no summary, or one of just as many bytes. */
function sameSize(view: SummaryView, theirs: RecordedRequestView, wrapperBytes: number): boolean {
  if (!view.injected) return theirs.summaryBytes === 0;
  return theirs.summaryBytes > 0 && theirs.summaryBytes === wrapperBytes + view.summaryBytes;
}

function leave(view: SummaryView): void {
  view.recorded = -1;
  view.difference = 0;
}
