import type { ReactNode } from 'react';
import type { ModelSection } from '@/lib/report/model/figure';
import { FigureList } from './figure-list';
import { FigureTable } from './figure-table';

/** One numbered section; `children` stand between its text and its tables, `after` below them. */
export function SectionBlock({
  section,
  number,
  children,
  after,
}: {
  readonly section: ModelSection;
  readonly number: number;
  readonly children?: ReactNode;
  readonly after?: ReactNode;
}) {
  const { id, title, lead, parts } = section;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 pt-10">
      <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-tight">
        <a href={`#${id}`} className="group">
          <span className="mr-2 font-normal text-ink3">{number}</span>
          {title}
        </a>
      </h2>
      {lead.map((paragraph) => (
        <p key={paragraph} className="mt-2 max-w-[72ch] text-ink2">
          {paragraph}
        </p>
      ))}
      {children}
      {parts.map((part) =>
        part.kind === 'table' ? (
          <FigureTable key={part.id} table={part} />
        ) : (
          <FigureList key={part.id} list={part} />
        ),
      )}
      {after}
    </section>
  );
}
