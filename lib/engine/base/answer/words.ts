import { figure, figureText, type Figure } from './figure';

/**
 * A piece of a sentence. A figure stays a number until it is printed. `name` comes from a recording or a
 * policy: it is data, never an instruction, and printers escape it; `session` is the row of the
 * session that it names. `bad` names damage.
 */
export type Word =
  | string
  | { readonly figure: Figure }
  | { readonly name: string; readonly session?: number }
  | { readonly strong: string }
  | { readonly quiet: string }
  | { readonly bad: string };

/** A sentence, or a part of one. */
export type Words = readonly Word[];

/** A number of tokens. */
export const tokens = (value: number): Word => ({ figure: figure(value, 'tokens') });

/** A name as the recording or the policy writes it. */
export const nameWord = (name: string): Word => ({ name });

/** A sentence that names damage. */
export const bad = (text: string): Words => [{ bad: text }];

/** A template of words: figures and names stay what they are. */
export const say = (parts: TemplateStringsArray, ...values: readonly (Word | Words)[]): Words =>
  parts.flatMap((part, i): Words => {
    const value = values[i] ?? '';
    return [part, ...(Array.isArray(value) ? (value as Words) : [value as Word])].filter(
      (word) => word !== '',
    );
  });

/** A piece as text. */
export function wordText(word: Word): string {
  if (typeof word === 'string') return word;
  if ('figure' in word) return figureText(word.figure);
  if ('name' in word) return word.name;
  return 'strong' in word ? word.strong : 'quiet' in word ? word.quiet : word.bad;
}

/** Words as one line of text. */
export const wordsText = (words: Words): string => words.map(wordText).join('');
