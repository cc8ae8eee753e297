'use client';

import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { VirtualList } from '@/components/ui/grid/virtual-list';
import type { EntryParts } from '@/lib/analysis/explain/growth/entry-parts';
import type { RequestRow } from '@/lib/analysis/explain/request/request-rows';
import { besideColor, partColor } from '../state/part-colors';
import { useLateFrame } from '../state/use-workbench';
import { EntryRow } from './entry-row';
import { LineRow } from './line-row';
import { MoreRow, TurnRow } from './turn-row';

/** The rows of a request; of a long one only those in sight are drawn. */
export function RequestList(props: {
  readonly rows: readonly RequestRow[];
  readonly parts: EntryParts;
  /** The step compared with. */
  readonly other: number | null;
  /** A text is searched for. */
  readonly searched: boolean;
  readonly onToggleTurn: (turn: number) => void;
  readonly onShowTurn: (turn: number) => void;
}) {
  const { rows, parts, other, searched, onToggleTurn, onShowTurn } = props;
  const { replay } = useLateFrame();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const most = rows.reduce(
    (all, row) => (row.kind === 'line' ? Math.max(all, row.line.tokens) : all),
    0,
  );
  const toggle = (entry: number): void => {
    const next = new Set(open);
    if (!next.delete(entry)) next.add(entry);
    setOpen(next);
  };
  const draw = (row: RequestRow): ReactNode => {
    if (row.kind === 'turn') {
      return <TurnRow turn={row} other={other} onToggle={() => onToggleTurn(row.turn)} />;
    }
    if (row.kind === 'more') return <MoreRow row={row} onShow={() => onShowTurn(row.turn)} />;
    const { line } = row;
    if (line.kind !== 'entry') {
      return <LineRow line={line} color={besideColor(line.part)} most={most} />;
    }
    return (
      <EntryRow
        line={line}
        color={partColor(line.entryPart, parts)}
        most={most}
        open={open.has(line.entry)}
        onToggle={() => toggle(line.entry)}
        images={replay.form.estimator.images}
      />
    );
  };
  return (
    <VirtualList
      label="Entries of the request"
      count={rows.length}
      keyOf={(index) => rows[index]?.key ?? index}
      draw={(index) => (rows[index] === undefined ? null : draw(rows[index]))}
      rowHeight={30}
      className="@container min-h-0 min-w-0 flex-1"
      itemClass={(index) => (isNew(rows[index]) ? 'bg-sel px-4' : 'px-4')}
      onKeyDown={moveFocus}
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-ink3">
          Nothing in this request matches.
          {searched ? ' Of a session stored without its texts only numbers can be searched.' : ''}
        </p>
      ) : null}
    </VirtualList>
  );
}

const isNew = (row: RequestRow | undefined): boolean => row?.kind === 'line' && row.line.isNew;

/** ↑ and ↓ go to the next button of the list; a text keeps its own arrows. */
function moveFocus(event: KeyboardEvent<HTMLElement>, reveal: (index: number) => void): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isRow = target === event.currentTarget || target?.hasAttribute('data-row') === true;
  if (by === undefined || !isRow) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const indexOf = (element: HTMLElement | undefined): number =>
    Number(element?.closest('[data-index]')?.getAttribute('data-index') ?? -1);
  // Rows stand in the order in which they were drawn, which is not the list's.
  buttons.sort((a, b) => indexOf(a) - indexOf(b));
  const at = target === null ? -1 : buttons.indexOf(target);
  const next = buttons[at < 0 ? 0 : at + by];
  if (next === undefined) return;
  reveal(indexOf(next));
  next.focus({ preventScroll: true });
}
