import type * as z from 'zod';
import type { NamedLane } from '@/lib/analysis/compare/comparison-report';
import { laneDraft, laneReplay } from '@/lib/analysis/compare/lane';
import { formatLane, type LaneText } from '@/lib/analysis/compare/lane-text';
import { laneLetter, laneWords } from '@/lib/analysis/compare/lane-words';
import { openSession } from '@/lib/analysis/fit/opening';
import type { ReplaySource } from '@/lib/analysis/subject/replay-session';
import { ok, type Result } from '@/lib/engine/base/result';
import type { ChoiceError } from '@/lib/policies/policy-choice';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Question } from './question';

/** A lane, and how it is told. */
export interface ComparedLane extends NamedLane {
  /** What its session is called. */
  readonly title: string;
  /** What it replays: "as it ran", "Codex, window 190,000". */
  readonly words: string;
  /** The same as a link and a command line write it. */
  readonly written: string;
}

/** Replays that stand side by side, and the one that the others are compared with. */
export interface LanesSubject {
  readonly lanes: readonly ComparedLane[];
  /** Its place among them, from 0. */
  readonly baseline: number;
}

/** A question about lanes. */
export type LanesQuestion = Question<z.ZodObject, z.ZodObject, z.input<z.ZodObject>, LanesSubject>;

/** Declares a question about lanes; `registry.ts` lists it. */
export const defineLanesQuestion = <
  const I extends z.ZodObject,
  O extends z.ZodObject,
  F extends z.input<O>,
>(
  question: Question<I, O, F, LanesSubject>,
): Question<I, O, F, LanesSubject> => question;

/**
 * The lane that a text names, of a session that has steps; `index` gives its letter. Lanes of one session
 * have the same key.
 */
export function comparedLane(
  { draft: { head }, profile }: ReplaySource,
  text: LaneText & { readonly session: string },
  index: number,
  { ratesOf, references }: Pick<NamedLane, 'ratesOf' | 'references'> = {},
): Result<ComparedLane, ChoiceError> {
  const opening = openSession(head.source, profile);
  const prepared = prepare(profile, opening.prefixTokens);
  const draft = laneDraft(text, opening, prepared);
  if (!draft.ok) return draft;
  return ok({
    name: laneLetter(index),
    session: text.session,
    title: head.name,
    words: laneWords(text, draft.value, opening, profile),
    written: formatLane(text),
    about: { agent: head.source.agent, notices: head.notices },
    replay: laneReplay(prepared, opening, draft.value),
    ...(ratesOf === undefined ? {} : { ratesOf }),
    ...(references === undefined ? {} : { references }),
  });
}
