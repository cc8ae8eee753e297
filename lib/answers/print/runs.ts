import { wordsText } from '@/lib/engine/base/answer/words';
import type { Block } from '../model/block';

type Sentence = Extract<Block, { readonly kind: 'sentence' }>;

/** Neighbouring sentences: leads are one heading; others one list, or a paragraph where there is one. */
export interface SentenceRun {
  readonly kind: 'run';
  readonly lead: boolean;
  readonly sentences: readonly Sentence[];
}

/** What a document prints one after the other. An empty sentence, a blank line of a terminal, ends a run. */
export type Piece = Exclude<Block, Sentence> | SentenceRun;

/** Blocks with their sentences in runs. */
export function piecesOf(blocks: readonly Block[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let run: Sentence[] = [];
  const end = (): void => {
    const [first] = run;
    if (first !== undefined) pieces.push({ kind: 'run', lead: isLead(first), sentences: run });
    run = [];
  };
  for (const block of blocks) {
    if (block.kind !== 'sentence') {
      end();
      pieces.push(block);
      continue;
    }
    const isBlank = wordsText(block.words).trim() === '';
    const [first] = run;
    if (isBlank || (first !== undefined && isLead(first) !== isLead(block))) end();
    if (!isBlank) run.push(block);
  }
  end();
  return pieces;
}

const isLead = ({ lead = false }: Sentence): boolean => lead;
