'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { formatBytes, formatInteger } from '@/lib/base/format';
import { requestItems, type RequestItem } from '@/lib/report/request-items';
import { EntryRow } from './entry-row';
import { useLateFrame } from './use-workbench';

const ROW_HEIGHT = 30;

/** The selected step's request as sent: summary, kept entries, what it left out. */
export function RequestTab() {
  const { replay, step } = useLateFrame();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const items = useMemo(() => requestItems(replay, step), [replay, step]);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
  });
  const toggle = (entry: number): void => {
    const next = new Set(open);
    if (!next.delete(entry)) next.add(entry);
    setOpen(next);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 border-b border-line2 px-4 py-1.5 text-sm text-ink2">
        <span>
          Step {formatInteger(step)} sent {formatInteger(replay.columns.contentsSent[step] ?? 0)}{' '}
          entries, {formatInteger(replay.columns.heuristicSent[step] ?? 0)} heuristic tokens with
          the prefix.
        </span>
        <Button
          size="small"
          variant="quiet"
          className="ml-auto"
          onClick={() => rows.scrollToIndex(items.length - 1)}
        >
          To the newest
        </Button>
      </div>
      <div
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label="Entries of the request"
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        <div role="list" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <div
              key={items[index]?.key}
              role="listitem"
              ref={rows.measureElement}
              data-index={index}
              className="absolute inset-x-0 border-b border-line2 px-4"
              style={{ top: start }}
            >
              {items[index] ? <Item item={items[index]} open={open} onToggle={toggle} /> : null}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Item({
  item,
  open,
  onToggle,
}: {
  readonly item: RequestItem;
  readonly open: ReadonlySet<number>;
  readonly onToggle: (entry: number) => void;
}) {
  switch (item.kind) {
    case 'prefix':
      return <Line name="prefix" text="system prompt and tool definitions" tokens={item.tokens} />;
    case 'covered':
      return (
        <Line
          name="left out"
          text={`entries ${formatInteger(item.from)} to ${formatInteger(item.to - 1)}, covered by the summary`}
          tokens={-item.tokens}
          muted
        />
      );
    case 'summary':
      return (
        <Line
          name="summary"
          text={`${formatBytes(item.bytes)}; its text cannot be known offline`}
          tokens={item.tokens}
          mark
        />
      );
    case 'continuation':
      return <Line name="continuation" text="in this request only" tokens={item.tokens} mark />;
    case 'entry':
      return (
        <EntryRow
          entry={item.entry}
          tokens={item.tokens}
          elided={item.elided}
          isNew={item.isNew}
          open={open.has(item.entry)}
          onToggle={() => onToggle(item.entry)}
        />
      );
  }
}

function Line({
  name,
  text,
  tokens,
  mark = false,
  muted = false,
}: {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
  readonly mark?: boolean;
  readonly muted?: boolean;
}) {
  return (
    <div className={`flex h-[29px] items-center gap-3 ${muted ? 'text-ink3' : ''}`}>
      <span className={`w-28 shrink-0 ${mark ? 'text-compaction' : 'text-ink3'}`}>
        {mark ? <span aria-hidden="true">◆ </span> : null}
        {name}
      </span>
      <span className="min-w-0 flex-1 truncate">{text}</span>
      <span>{formatInteger(tokens)}</span>
    </div>
  );
}
