'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';

/** Characters from which a text is drawn piece by piece, and of a piece. */
const LONG = 20_000;
const PIECE = 4_000;
/** Height of a piece before it is measured. */
const GUESSED = 900;

const look =
  'max-h-72 overflow-auto rounded border border-line2 bg-panel px-2.5 py-1.5 break-words whitespace-pre-wrap';

/** A text of any length; of a long one only what is in sight is drawn. */
export function LongText({ text }: { readonly text: string }) {
  if (text.length > LONG) return <Pieces text={text} />;
  return (
    <pre className={look}>
      <ForeignText text={text} />
    </pre>
  );
}

function Pieces({ text }: { readonly text: string }) {
  const scroller = useRef<HTMLPreElement>(null);
  const pieces = useMemo(() => piecesOf(text), [text]);
  const rows = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => GUESSED,
    overscan: 1,
  });
  return (
    <pre ref={scroller} tabIndex={0} aria-label="Long text" role="region" className={look}>
      <span className="relative block" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <span
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className="absolute inset-x-0 block"
            style={{ top: start }}
          >
            <ForeignText text={pieces[index] ?? ''} />
          </span>
        ))}
      </span>
    </pre>
  );
}

/** Cuts at line breaks, and within a line where it is too long. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const most = from + PIECE;
    const line = most >= text.length ? text.length : text.lastIndexOf('\n', most) + 1;
    const to = line > from ? line : most + (isLowSurrogate(text, most) ? 1 : 0);
    // A piece is a block of its own: the break at its end would be an empty line.
    pieces.push(text.slice(from, to).replace(/\n$/, ''));
    from = to;
  }
  return pieces;
}

/** True for the second half of a character: a piece must not end before it. */
const isLowSurrogate = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00;
