import Link from 'next/link';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { Words } from '@/lib/tuning/recommend/recommendation-words';

const tones = {
  plain: '',
  strong: 'font-semibold text-ink',
  quiet: 'text-ink2',
} as const;

/** A sentence in pieces; the name of a session leads to it. */
export function Worded(props: {
  readonly words: readonly Words[];
  /** Address of a session by its row in the sweep. */
  readonly hrefOf: (row: number) => string | undefined;
}) {
  const { words, hrefOf } = props;
  return words.map(({ text, tone, row }, at) => {
    const href = row === undefined ? undefined : hrefOf(row);
    const content = <ForeignText text={text} />;
    return href === undefined ? (
      <span key={at} className={tones[tone]}>
        {content}
      </span>
    ) : (
      <Link key={at} href={href} className="underline decoration-ink3 underline-offset-2">
        {content}
      </Link>
    );
  });
}
