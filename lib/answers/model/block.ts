import type { Figure } from '@/lib/engine/base/answer/figure';
import type { Words } from '@/lib/engine/base/answer/words';

/** What a sentence or a section points to; each medium decides what that becomes. */
export type LinkTarget =
  | { readonly kind: 'operand'; readonly id: string }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'entries'; readonly from: number; readonly to: number }
  | { readonly kind: 'setting'; readonly key: string };

/** A change of settings that a reader can take. */
export interface Choice {
  readonly label: Words;
  /** Settings by key; null where only words advise it. */
  readonly change: Readonly<Record<string, unknown>> | null;
  /** What else it would do; null where that is not known. */
  readonly effect: Words | null;
}

/** One value with its name and its origin. */
export interface FigureRow {
  readonly id: string;
  readonly label: string;
  readonly value: Figure | Words;
  readonly origin: string;
  /** The one that decided. */
  readonly decides?: boolean;
}

/** A column of a table: numbers stand to the right. */
export interface Column {
  readonly head: string;
  readonly number?: boolean;
}

export type Cell = string | Figure | Words;

export type Mark = 'error' | 'warning' | 'info';

/** Everything that an answer is made of. A printer knows all of them; a question knows no printer. */
export type Block =
  | {
      readonly kind: 'sentence';
      readonly words: Words;
      /** The answer itself: what follows supports it. */
      readonly lead?: boolean;
      readonly proof?: LinkTarget | null;
    }
  | { readonly kind: 'figures'; readonly rows: readonly FigureRow[] }
  | { readonly kind: 'choices'; readonly title?: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'table';
      /** Tells it apart from others for who does not see it. */
      readonly title?: string;
      /** Stands above it. */
      readonly caption?: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | {
      readonly kind: 'section';
      readonly title: string;
      readonly facts: readonly Words[];
      readonly mark?: Mark;
      readonly blocks: readonly Block[];
    }
  /** A text of the recording as it is: left out where only numbers may be told. */
  | { readonly kind: 'text'; readonly title: string; readonly text: string };

/** A sentence, with what proves it. */
export const sentence = (words: Words, proof: LinkTarget | null = null): Block => ({
  kind: 'sentence',
  words,
  proof,
});
