import type { EntryRef } from '@/lib/session/draft';
import type { Part } from '@/lib/session/schema';
import { partSizes } from '@/lib/tokens/contextguard';
import type { Message } from './recorded-call';

/** Summaries stand among the first messages of a request; those further down are kept as sizes. */
const LIKELY_PLACES = 8;

/** Parts of a message that hold more than this are kept as sizes. */
const MOST_TEXT = 262_144;

/** The parts of stored messages, should one turn out to be a summary; texts only where likely. */
export class SummaryParts {
  readonly #parts = new Map<EntryRef, readonly Part[]>();

  /** Remembers a message that is stored now and stands at `place` of its request. */
  remember(ref: EntryRef, { parts }: Message, place: number, size: number): void {
    const whole = place < LIKELY_PLACES && size <= MOST_TEXT;
    this.#parts.set(ref, whole ? parts : parts.map(sized));
  }

  readonly of = (ref: EntryRef): readonly Part[] => this.#parts.get(ref) ?? [];
}

const sized = (part: Part): Part =>
  part.kind === 'sized' ? part : { kind: 'sized', of: part.kind, sizes: partSizes(part) };
