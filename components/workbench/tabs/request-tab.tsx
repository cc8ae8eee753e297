'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { RailMark } from '@/components/charts/rail-mark';
import { Button } from '@/components/ui/button';
import { counted, formatBytes, formatInteger } from '@/lib/base/format';
import type { RailKind } from '@/lib/analysis/explain/policy-events';
import { requestLayout, type RequestItem } from '@/lib/analysis/explain/request-items';
import type { EntryCounts } from '@/lib/analysis/explain/request-ranges';
import { EntryRow } from './entry-row';
import { useLateFrame } from '../state/use-workbench';

const ROW_HEIGHT = 30;

/** The selected step's request as sent: summary, kept entries, omissions. */
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
  const draw = (item: RequestItem): ReactNode =>
    item.kind === 'entry' ? (
      <EntryRow
        item={item}
        open={open.has(item.entry)}
        onToggle={() => toggle(item.entry)}
        images={replay.form.estimator.images}
      />
    ) : (
      <Line line={lineOf(item)} />
    );
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
              {index < layout.lines ? draw(layout.lineAt(index)) : null}
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
  return `${counted(entries, 'entry', 'entries')} = ${parts.join(' + ')}`;
}

/** "entries 3 to 40" or "entry 3". */
const rangeText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  to - from === 1
    ? `entry ${formatInteger(from)}`
    : `entries ${formatInteger(from)} to ${formatInteger(to - 1)}`;

/** A line other than an entry. */
interface RequestLine {
  readonly name: string;
  readonly text: string;
  readonly tokens: number;
  readonly mark?: RailKind;
  readonly tone?: string;
}

/** Names and texts of lines without a size of their own, by kind. */
const plainLines = {
  prefix: ['prefix', 'system prompt and tool definitions'],
  continuation: ['continuation', 'in this request only'],
  added: ['re-attached', 'added by the agent'],
  other: ['other', 'counted by the policy, in no entry'],
} as const;

function lineOf(item: Exclude<RequestItem, { readonly kind: 'entry' }>): RequestLine {
  switch (item.kind) {
    case 'summarised': {
      const text = `${rangeText(item)}, covered by the summary`;
      return { name: 'in the summary', text, tokens: -item.tokens, tone: 'text-ink3' };
    }
    case 'lost': {
      const text = `${rangeText(item)}, neither in the summary nor sent`;
      const look = { tone: 'text-overflow', mark: 'lost' } as const;
      return { name: 'lost', text, tokens: -item.tokens, ...look };
    }
    case 'summary': {
      const text = `${formatBytes(item.bytes)}; size only, a replay writes no text`;
      return { name: 'summary', text, tokens: item.tokens, mark: 'replayed' };
    }
    default: {
      const [name, text] = plainLines[item.kind];
      return { name, text, tokens: item.tokens };
    }
  }
}

function Line({ line: { name, text, tokens, mark, tone = '' } }: { readonly line: RequestLine }) {
  return (
    <div className={`flex h-[29px] items-center gap-3 ${tone}`} data-line={name}>
      <span className="flex w-28 shrink-0 items-center gap-1.5 whitespace-nowrap">
        {mark === undefined ? null : <RailMark kind={mark} />}
        {name}
      </span>
      <span className="min-w-0 flex-1 truncate">
        <ForeignText text={text} />
      </span>
      <span>{formatInteger(tokens)}</span>
    </div>
  );
}
