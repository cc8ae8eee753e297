import { classNames } from '@/components/ui/class-names';
import type { Figure, ModelTable } from '@/lib/answers/report/seeds/figure';
import { AgreementMark } from './agreement-mark';
import { FigureValue } from './figure-value';
import { PartFrame } from './part-frame';

/** Alignment: words left, numbers and yes or no right. */
const isWord = (figure: Figure | undefined): boolean => typeof figure?.value === 'string';

/** True for a date, which must not break at its hyphens. */
const isDate = ({ value }: Figure): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** A table of figures: the formula of each column is below its heading. */
export function FigureTable({ table }: { readonly table: ModelTable }) {
  const { columns, rows, caption } = table;
  const words = columns.map((_, i) => isWord(rows[0]?.[i]));
  const formulas = columns.some(({ how }) => how !== undefined);
  const align = (i: number): string => (words[i] === true ? 'text-left' : 'text-right');
  return (
    <PartFrame part={table}>
      <div
        role="group"
        aria-label={caption}
        // Focusable, so that keys can scroll a wide table.
        tabIndex={0}
        className="relative mt-2 overflow-x-auto"
      >
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b text-sm text-ink2">
              {columns.map(({ label, how }, i) => (
                <th
                  key={i}
                  scope="col"
                  className={classNames(
                    'px-2 pb-1 align-bottom font-normal first:pl-0 last:pr-0',
                    align(i),
                  )}
                >
                  <span className="block text-ink">{label}</span>
                  {formulas ? (
                    <span className="block max-w-40 min-w-14 font-mono text-xs leading-snug text-ink3 [th.text-right_&]:ml-auto">
                      {how ?? ' '}
                    </span>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={r} className="border-b border-line2 align-top">
                {row.map((figure, i) => (
                  <Cell key={i} figure={figure} word={words[i] === true} heading={i === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PartFrame>
  );
}

function Cell(props: {
  readonly figure: Figure;
  readonly word: boolean;
  readonly heading: boolean;
}) {
  const { figure, word, heading } = props;
  const style = classNames(
    'px-2 py-1 first:pl-0 last:pr-0',
    word ? 'text-left' : 'text-right whitespace-nowrap',
    heading && 'font-normal',
    isDate(figure) && 'whitespace-nowrap',
  );
  const content = (
    <>
      <FigureValue figure={figure} />
      {figure.said === undefined ? null : (
        <span className="block leading-tight">
          <AgreementMark figure={figure} />
        </span>
      )}
    </>
  );
  return heading ? (
    <th scope="row" className={style}>
      {content}
    </th>
  ) : (
    <td className={style}>{content}</td>
  );
}
