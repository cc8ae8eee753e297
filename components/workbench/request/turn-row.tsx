'use client';

import { ChevronRight } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { RequestRow, TurnRow as Turn } from '@/lib/analysis/explain/request/request-rows';
import { entryPreview } from '../tabs/part-words';
import { useEntryText } from './entry-page';
import { LINE_TEXT } from './line-row';

/** The head of a turn's entries. */
export function TurnRow(props: {
  readonly turn: Turn;
  /** The step compared with. */
  readonly other: number | null;
  readonly onToggle: () => void;
}) {
  const { turn, other, onToggle } = props;
  const { found } = useEntryText(turn.first);
  return (
    <button
      type="button"
      data-row=""
      data-turn={turn.turn}
      aria-expanded={turn.open}
      onClick={onToggle}
      className="flex min-h-[29px] w-full items-center gap-2 text-left"
    >
      <ChevronRight
        size={12}
        aria-hidden="true"
        className={`shrink-0 text-ink3 ${turn.open ? 'rotate-90' : ''}`}
      />
      <b className="shrink-0">{titleOf(turn.turn)}</b>
      <span data-text="" className={classNames(LINE_TEXT, 'text-ink2')}>
        {found ? (
          <ForeignText text={entryPreview(found.entry, { model: null, images: '' })} />
        ) : null}
      </span>
      {turn.news > 0 && other !== null ? (
        <span className="shrink-0 text-sm text-accent">
          {formatInteger(turn.news)} new since {formatInteger(other)}
        </span>
      ) : null}
      <span className="ml-auto shrink-0 text-sm text-ink3">
        {turn.turn < 0 ? '' : counted(turn.lines, 'entry', 'entries')}
      </span>
      <b className="w-[64px] shrink-0 text-right @xl:mr-[64px] @3xl:mr-[80px]">
        {formatInteger(turn.tokens)}
      </b>
    </button>
  );
}

function titleOf(turn: number): string {
  if (turn < 0) return 'Beside the entries';
  return turn === 0 ? 'Before the first turn' : `Turn ${formatInteger(turn)}`;
}

/** The lines of a turn that are not shown. */
export function MoreRow(props: {
  readonly row: Extract<RequestRow, { readonly kind: 'more' }>;
  readonly onShow: () => void;
}) {
  const { lines, tokens, most } = props.row;
  return (
    <button
      type="button"
      data-row=""
      data-more=""
      onClick={props.onShow}
      className="min-h-[29px] w-full pl-[76px] text-left text-sm text-ink3 hover:text-ink"
    >
      {counted(lines, 'more entry', 'more entries')}, {formatInteger(tokens)} tokens, at most{' '}
      {formatInteger(most)} each. <span className="text-accent">Show</span>
    </button>
  );
}
