import { Fragment } from 'react';
import { bidiPieces, reorders } from '@/lib/engine/base/text/bidi';

/**
 * Text that a recording or a file name brought. It cannot change the order of what stands beside it,
 * and characters that would change its own are shown by their code in a box.
 */
export function ForeignText({ text }: { readonly text: string }) {
  if (!reorders(text)) return text;
  return (
    <bdi>
      {bidiPieces(text).map((piece, index) =>
        piece.control ? (
          <span
            key={index}
            data-bidi-control
            className="mx-px rounded-sm border border-overflow px-0.5 text-[0.8em] text-overflow"
          >
            {piece.text}
          </span>
        ) : (
          <Fragment key={index}>{piece.text}</Fragment>
        ),
      )}
    </bdi>
  );
}
