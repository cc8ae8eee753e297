import type * as z from 'zod';
import type { PricesOf } from '@/lib/analysis/cost/session-prices';
import type { CompactedLog } from '@/lib/analysis/explain/compaction/compaction-report';
import type { ChanceKin } from '@/lib/analysis/recall/chance-session';
import type { NameOf } from '@/lib/analysis/detectors/evidence/evidence';
import type { SessionReplay } from '@/lib/analysis/subject/replay-session';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';
import type { Siblings } from '@/lib/analysis/fit/knob-evidence';
import type { Block } from './block';

/**
 * A session replayed as it was asked for, with what its host knows beside. What may not be told is not in
 * it: texts are taken out before a question is asked.
 */
export interface SessionSubject extends SessionReplay {
  /** Names of the tools of its calls and results; null where they may not be said. */
  readonly tools: ToolNames | null;
  readonly nameOf: NameOf;
  /** The names in its texts; null where it has none, or nobody looked. */
  readonly references: ReferenceIndex | null;
  readonly pricesOf: PricesOf;
  /** Sizes and beginnings of the texts of its entries; null where nobody read them. */
  readonly log: CompactedLog | null;
  /** Whose names are taken off as the chance level; null where there is none, none where none is wanted. */
  readonly other: OtherSession | 'none' | null;
  /** The other sessions of the same agent, version and user that were read with it; left out where nobody looked. */
  readonly siblings?: Siblings;
  /** Steps at its beginning that another session read with it counts; 0, and left out, for none. */
  readonly copied?: number;
}

/** A session whose names tell the chance level of another. */
export interface OtherSession {
  readonly names: ReferenceIndex;
  readonly about: { readonly file: string; readonly name: string; readonly kin: ChanceKin };
  /** Its file was named for this; else it is chosen among those that were read. */
  readonly isChosen: boolean;
}

/** How far a question is: replays done, and to do. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  /** What is about to be computed, and how long that takes, in a sentence. */
  readonly about?: string;
}

/** What an asking takes, known before it begins; seconds are rough. */
export interface Work {
  readonly replays: number;
  readonly steps: number;
  readonly seconds: number;
}

/** One thing that a check looked at; an error is about what it was given. */
export interface CheckCase {
  /** The session, or whatever else it is about. */
  readonly of: string;
  readonly name: string;
  /** Why it fails; null where it holds. */
  readonly fault: string | null;
  readonly isError: boolean;
}

/** A row's values, in the order of a sheet's columns. */
export type SheetRow = readonly (string | number | boolean | null)[];

/**
 * Rows that are too many for an answer: one is made when it is asked for. The command line prints all, as
 * CSV and in JSON; a tool a page of them; the API all, where they are asked for.
 */
export interface Sheet {
  /** Of the rows in JSON: "steps". */
  readonly name: string;
  /** The first columns, which other programs' rows have too; JSON names them. */
  readonly fields: readonly string[];
  readonly columns: readonly string[];
  readonly count: (subject: SessionSubject) => number;
  readonly row: (subject: SessionSubject, index: number) => SheetRow;
}

/**
 * An input that is wrong for the session that is asked about. `at` is the field, or with dots a part of it,
 * which the message does not name then.
 */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
  constructor(
    readonly at: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A question: asked with `input` about a subject (a replayed session; lanes; a corpus), answered with
 * facts, told in blocks. The command line, the tools of `highwater mcp`, the API with its OpenAPI document
 * and `highwater/core` are made from the lists of them.
 */
export interface Question<
  I extends z.ZodObject,
  O extends z.ZodObject,
  F extends z.input<O> = z.input<O>,
  S = SessionSubject,
> {
  /** Command, path and tool are called so. */
  readonly id: string;
  /** Name of the tool, where it is another one. */
  readonly tool?: string;
  readonly title: string;
  /** One or two sentences: help of the command, description of tool and path. */
  readonly about: string;
  /** What its subject must hold beside numbers: names of called tools, names in its texts, the texts, another session, tokens of its texts, the other sessions of its agent, which of its steps another one counts. */
  readonly needs?: readonly (
    'tools' | 'names' | 'texts' | 'other' | 'counts' | 'siblings' | 'copied'
  )[];
  /** Its own fields; what names its subject (file, session, policy, settings, faults) is every question's. */
  readonly input: I;
  /** Its own fields as one might ask it, for documentation; left out where nothing need be said. */
  readonly example?: Readonly<z.input<I>>;
  /** The facts as programs get them; what it does not name is for `tell` alone. */
  readonly output: O;
  /** Members of the answer that are long: a tool leaves them out. */
  readonly long?: readonly string[];
  /** Members that are long lists, and how many rows of each a tool says. */
  readonly most?: Readonly<Record<string, number>>;
  readonly sheet?: Sheet;
  /** What it takes, where that may be long: hosts that answer at once refuse it. @throws QuestionError */
  work?(subject: S, input: z.output<I>): Work;
  /** Pure and without a clock; yields where it may be paused. @throws QuestionError */
  run(subject: S, input: z.output<I>): Generator<Progress, F, void>;
  /** Sees the facts alone, so that no medium can say what another does not. */
  tell(facts: F, input: z.output<I>): readonly Block[];
  /** What the answers of several sessions come to, as facts and in a sentence. */
  together?(all: readonly F[]): {
    readonly facts: Readonly<Record<string, number>>;
    readonly text: string;
  };
  /** What a check on the command line fails on. */
  fails?(facts: F, input: z.output<I>): boolean;
  /** The facts as records of CSV, the names of the columns first. */
  csv?(facts: F): Iterable<SheetRow>;
  /** The facts as lines of JSON. */
  ndjson?(facts: F): Iterable<Readonly<Record<string, unknown>>>;
  /** A file for a later check, made of the answer: the command line writes it where it is asked to. */
  readonly record?: { readonly about: string; text(facts: F): string };
  /** What a check looked at, case by case, under the name of its file: a report for CI. */
  cases?(facts: F): { readonly name: string; readonly cases: readonly CheckCase[] };
}

/** Declares a question; `registry.ts` lists it. */
export const defineQuestion = <
  const I extends z.ZodObject,
  O extends z.ZodObject,
  F extends z.input<O>,
>(
  question: Question<I, O, F>,
): Question<I, O, F> => question;

/** A question of the registry, whatever it asks. */
export type AnyQuestion = Question<z.ZodObject, z.ZodObject>;

/** Facts and blocks of one asking. */
export interface Answer<F = Readonly<Record<string, unknown>>> {
  readonly facts: F;
  readonly blocks: readonly Block[];
  /** A check fails on it. */
  readonly failed: boolean;
}
