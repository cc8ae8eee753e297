import type { ReactNode } from 'react';
import { agrees, type ModelTable, type SeedSource } from '@/lib/answers/report/seeds/figure';

/** Count of a part's figures that agree with the document. */
function agreementOf(part: ModelTable): string | null {
  const judged = part.rows.flat().flatMap((figure) => {
    const same = agrees(figure);
    return same === undefined ? [] : [same];
  });
  if (judged.length === 0) return null;
  const same = judged.filter(Boolean).length;
  return same === judged.length
    ? `${same} of ${judged.length} figures as in the document`
    : `${same} of ${judged.length} figures as in the document, ${judged.length - same} differ`;
}

/** Frame of a table: caption, source, agreement, reasons for differences. */
export function PartFrame(props: { readonly part: ModelTable; readonly children: ReactNode }) {
  const { part, children } = props;
  const agreement = agreementOf(part);
  const { sources } = part;
  return (
    <div id={part.id} className="mt-6 scroll-mt-16">
      <h3 className="font-medium break-words">{part.caption}</h3>
      <p className="text-sm text-ink3">
        {sources.length === 0 ? 'Not in the documents; computed here. ' : null}
        {sources.map(({ document, place }, i) => (
          <span key={document}>
            {i === 0 ? 'Document: ' : '; '}
            <span className="font-mono text-xs">{document}</span>, {place}
          </span>
        ))}
        {sources.length > 0 && agreement !== null ? '. ' : null}
        {agreement}
      </p>
      <Passages sources={sources} />
      {children}
      {part.reasons.length === 0 ? null : (
        <ul className="mt-2 max-w-[72ch] text-sm text-ink2">
          {part.reasons.map((reason) => (
            <li key={reason} className="flex gap-2">
              <span aria-hidden="true" className="text-threshold">
                ≠
              </span>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The passages that a part cites, closed until asked for. */
function Passages({ sources }: { readonly sources: readonly SeedSource[] }) {
  const cited = sources.filter(({ quotes }) => quotes.length > 0);
  if (cited.length === 0) return null;
  return (
    <details className="mt-1 max-w-[72ch] text-sm text-ink2">
      <summary className="min-h-6 w-fit cursor-pointer text-ink3 hover:text-ink">
        The passages in the {cited.length === 1 ? 'document' : 'documents'}
      </summary>
      {cited.map(({ document, place, quotes }) => (
        <figure key={`${document} ${place}`} className="mt-1 mb-2 border-l-2 border-line pl-3">
          {quotes.map((quote) => (
            <blockquote key={quote} className="break-words">
              {quote}
            </blockquote>
          ))}
          <figcaption className="text-ink3">
            <span className="font-mono text-xs">{document}</span>, {place}
          </figcaption>
        </figure>
      ))}
    </details>
  );
}
