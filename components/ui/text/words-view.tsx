import Link from 'next/link';
import { wordText, type Word, type Words } from '@/lib/engine/base/answer/words';
import { ForeignText } from './foreign-text';

const STRONG = 'font-semibold text-ink';

function toneOf(word: Word): string {
  if (typeof word === 'string') return '';
  if ('bad' in word) return 'text-overflow';
  if ('quiet' in word) return 'text-ink2';
  if ('name' in word) return word.session === undefined ? 'font-mono text-[0.92em]' : '';
  return STRONG;
}

/** A sentence in pieces, each in its weight; the name of a session leads to it. */
export function WordsView(props: {
  readonly words: Words;
  /** Address of a session by its row; without one its name is text. */
  readonly hrefOf?: (row: number) => string | undefined;
  /** A heading is strong as a whole: its figures carry no weight of their own. */
  readonly even?: boolean;
}) {
  const { words, hrefOf, even = false } = props;
  return words.map((word, at) => {
    const named = typeof word === 'object' && 'name' in word ? word.session : undefined;
    const href = named === undefined ? undefined : hrefOf?.(named);
    const content = <ForeignText text={wordText(word)} />;
    if (href !== undefined) {
      return (
        <Link key={at} href={href} className="underline decoration-ink3 underline-offset-2">
          {content}
        </Link>
      );
    }
    const tone = toneOf(word);
    return (
      <span key={at} className={even && tone === STRONG ? '' : tone}>
        {content}
      </span>
    );
  });
}
