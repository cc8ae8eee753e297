import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import type { Coverage, RatioRow } from '@/lib/tuning/evidence/coverage';

/** What a corpus is made of: usage, beginnings, limits, and real ÷ heuristic by model and category. */
export function CoverageDetails({ coverage }: { readonly coverage: Coverage }) {
  const { recorded, withoutUsage, startsInMiddle, unknownLimit, byModel, byCategory } = coverage;
  return (
    <div className="grid w-full gap-x-8 gap-y-3 py-2 min-[900px]:grid-cols-3">
      <dl className="space-y-0.5">
        <Fact name="No usage" text={ofAll(withoutUsage, recorded)} />
        <Fact name="Starts in the middle" text={ofAll(startsInMiddle, recorded)} />
        <Fact name="Limit unknown" text={ofAll(unknownLimit, recorded)} />
      </dl>
      <Ratios title="real ÷ heuristic by model" rows={byModel} />
      <Ratios
        title="growth of real ÷ growth of the heuristic, by what was added"
        rows={byCategory}
      />
    </div>
  );
}

const ofAll = (count: number, all: number): string =>
  `${formatInteger(count)} of ${counted(all, 'session')}`;

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd className="text-ink">{text}</dd>
  </div>
);

const Ratios = ({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly RatioRow[];
}) => (
  <table className="w-full self-start text-right">
    <caption className="text-left text-xs text-ink3">{title}</caption>
    <thead className="text-xs text-ink3">
      <tr>
        <th scope="col">
          <span className="sr-only">name</span>
        </th>
        {['steps', 'p10', 'median', 'p90'].map((name) => (
          <th key={name} scope="col" className="font-normal">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ of, n, p10, median, p90 }) => (
        <tr key={of}>
          <th scope="row" className="text-left font-normal">
            <ForeignText text={of} />
          </th>
          <td>{formatInteger(n)}</td>
          <td>{formatFixed(p10, 2)}</td>
          <td className="text-ink">{formatFixed(median, 2)}</td>
          <td>{formatFixed(p90, 2)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
