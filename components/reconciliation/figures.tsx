import type { ReactNode } from 'react';

/** A column of a table of figures; texts stand left, numbers right. */
export interface FigureColumn {
  readonly head: string;
  readonly text?: boolean;
}

/** A table of figures with a caption above it; scrolls sideways where it must. */
export function Figures({
  caption,
  columns,
  rows,
}: {
  readonly caption: string;
  readonly columns: readonly FigureColumn[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={caption}>
      <table className="w-full border-collapse whitespace-nowrap">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-sm text-ink3">
            {columns.map(({ head, text }) => (
              <th
                key={head}
                scope="col"
                className={`py-1 pr-4 font-normal ${text === true ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i} className="border-b border-line2">
              {row.map((cell, at) => (
                <td
                  key={columns[at]?.head}
                  className={`py-1 pr-4 ${columns[at]?.text === true ? 'text-left' : 'text-right tabular-nums'}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A part of the page: what it answers, and how it is computed. */
export function Section({
  id,
  title,
  rule,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly rule: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="text-lg font-semibold tracking-tight">
        {title}
      </h3>
      <p className="mt-1 mb-3 max-w-[90ch] text-ink2">{rule}</p>
      {children}
    </section>
  );
}
