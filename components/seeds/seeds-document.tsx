import { DocumentPage } from '@/components/ui/text/document-page';
import type { SeedsSection } from '@/lib/answers/report/seeds/figure';
import { FigureTable } from './figure-table';

const LEAD =
  'The tables of the seed documents, recomputed by the core that replays your sessions. Below each figure stands the document’s, with = or ≠ and the reason for a difference.';

/** The seeds' tables, as the build computed them. */
export const SeedsDocument = ({ sections }: { readonly sections: readonly SeedsSection[] }) => (
  <DocumentPage title="Seeds" lead={LEAD} sections={sections}>
    {({ lead, parts }) => (
      <>
        {lead.map((paragraph) => (
          <p key={paragraph} className="mt-2 max-w-[72ch] text-ink2">
            {paragraph}
          </p>
        ))}
        {parts.map((part) => (
          <FigureTable key={part.id} table={part} />
        ))}
      </>
    )}
  </DocumentPage>
);
