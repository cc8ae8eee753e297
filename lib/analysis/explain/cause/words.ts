import { formatInteger } from '@/lib/base/format';

/** Weight of a piece of a sentence; `code` is a name from the recording or the policy. */
export type WordTone = 'plain' | 'strong' | 'code' | 'bad';

/** A piece of a sentence. */
export interface Word {
  readonly text: string;
  readonly tone: WordTone;
}

export type Words = readonly Word[];

const plain = (text: string): Word => ({ text, tone: 'plain' });

/** A number of tokens, strong. */
export const tokens = (value: number): Word => ({ text: formatInteger(value), tone: 'strong' });

/** A name as the recording or the policy writes it. */
export const code = (text: string): Word => ({ text, tone: 'code' });

/** A sentence that names damage. */
export const bad = (text: string): Words => [{ text, tone: 'bad' }];

/** A template of words: what stands in it keeps its weight, texts are plain. */
export function say(
  parts: TemplateStringsArray,
  ...values: readonly (string | Word | Words)[]
): Words {
  const words: Word[] = [];
  parts.forEach((part, i) => {
    if (part !== '') words.push(plain(part));
    const value = values[i];
    if (value === undefined || value === '') return;
    if (typeof value === 'string') words.push(plain(value));
    else words.push(...('text' in value ? [value] : value));
  });
  return words;
}

/** Words as one line of text. */
export const wordsText = (words: Words): string => words.map(({ text }) => text).join('');
