'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { RailMark } from '@/components/charts/rail-mark';
import { Button } from '@/components/ui/button';
import { formatBytes, formatInteger } from '@/lib/base/format';
import type { RailKind } from '@/lib/report/policy-events';
import { requestLayout, type RequestItem } from '@/lib/report/request-items';
import type { EntryCounts } from '@/lib/report/request-ranges';
import { EntryRow } from './entry-row';
import { useLateFrame } from './use-workbench';

const ROW_HEIGHT = 30;

/** The selected step's request as sent: summary, kept entries, what it left out. */
export function RequestTab() {
  const { replay, step } = useLateFrame();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const layout = useMemo(() => requestLayout(replay, step), [replay, step]);
  const rows = useVirtualizer({
    count: layout.lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => layout.lineAt(index).key,
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
        <span data-request="">
          Step {formatInteger(step)}: {countsText(layout.counts)};{' '}
          {formatInteger(replay.columns.heuristicSent[step] ?? 0)} heuristic tokens with the prefix.
        </span>
        <Button
          size="small"
          variant="quiet"
          className="ml-auto"
          onClick={() => rows.scrollToIndex(layout.lines - 1)}
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
          {rows.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              role="listitem"
              ref={rows.measureElement}
              data-index={index}
              className="absolute inset-x-0 border-b border-line2 px-4"
              style={{ top: start }}
            >
              {index < layout.lines ? (
                <Item item={layout.lineAt(index)} open={open} onToggle={toggle} />
              ) : null}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** "40 entries = 12 sent (2 elided) + 25 in the summary + 3 lost". */
function countsText({ entries, sent, elided, summarised, lost }: EntryCounts): string {
  const shortened = elided > 0 ? ` (${formatInteger(elided)} elided)` : '';
  const parts = [
    `${formatInteger(sent)} sent${shortened}`,
    ...(summarised > 0 ? [`${formatInteger(summarised)} in the summary`] : []),
    ...(lost > 0 ? [`${formatInteger(lost)} lost`] : []),
  ];
  const noun = entries === 1 ? 'entry' : 'entries';
  return `${formatInteger(entries)} ${noun} = ${parts.join(' + ')}`;
}

/** "entries 3 to 40" or "entry 3". */
const rangeText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  to - from === 1
    ? `entry ${formatInteger(from)}`
    : `entries ${formatInteger(from)} to ${formatInteger(to - 1)}`;

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
    case 'summarised':
      return (
        <Line
          name="in the summary"
          text={`${rangeText(item)}, covered by the summary`}
          tokens={-item.tokens}
          tone="text-ink3"
        />
      );
    case 'lost':
      return (
        <Line
          name="lost"
          text={`${rangeText(item)}, neither in the summary nor sent`}
          tokens={-item.tokens}
          tone="text-overflow"
          mark="lost"
        />
      );
    case 'summary':
      return (
        <Line
          name="summary"
          text={`${formatBytes(item.bytes)}; its text cannot be known offline`}
          tokens={item.tokens}
          mark="replayed"
        />
      );
    case 'continuation':
      return <Line name="continuation" text="in this request only" tokens={item.tokens} />;
    case 'added':
      return <Line name="put in" text="texts of the policy’s own" tokens={item.tokens} />;
    case 'other':
      return (
        <Line name="besides" text="what the policy counts besides entries" tokens={item.tokens} />
      );
    case 'entry':
      return (
        <EntryRow item={item} open={open.has(item.entry)} onToggle={() => onToggle(item.entry)} />
      );
  }
}

function Line({
  name,
  text,
  tokens,
  mark,
  tone = '',
}: {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
  readonly mark?: RailKind;
  readonly tone?: string;
}) {
  return (
    <div className={`flex h-[29px] items-center gap-3 ${tone}`} data-line={name}>
      <span className="flex w-28 shrink-0 items-center gap-1.5 whitespace-nowrap">
        {mark === undefined ? null : <RailMark kind={mark} />}
        {name}
      </span>
      <span className="min-w-0 flex-1 truncate">{text}</span>
      <span>{formatInteger(tokens)}</span>
    </div>
  );
}
