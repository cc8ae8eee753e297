import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { formatInteger } from '@/lib/base/format';
import type { CoveredName } from '@/lib/analysis/recall/covered-names';
import { StepLink } from '../step-link';

/** Names at first, and more with each press. */
const FEW = 12;
const MORE = 100;

const heads: readonly TableHeading[] = [
  ['name', 'py-1 pr-1.5 text-left'],
  ['kind', 'px-1.5 py-1 text-left'],
  ['entry', 'px-1.5 py-1 text-right'],
  ['named again at step', 'py-1 pl-1.5 text-right'],
];

/** Names that are said again, the first needed first. */
export function NameList(props: {
  readonly title: string;
  readonly names: readonly CoveredName[];
}) {
  const { title, names } = props;
  const [most, setMost] = useState(FEW);
  if (names.length === 0) return null;
  return (
    <div className="mt-3" data-names={title}>
      <h4 className="text-xs font-semibold text-ink3">
        {title}: {formatInteger(names.length)}
      </h4>
      <ScrollTable
        label={title}
        head="border-b border-line text-sm text-ink3"
        heads={heads}
        className="mt-1 w-full border-collapse"
      >
        {names.slice(0, most).map(({ name, kind, entry, neededAt, asked }, i) => (
          <tr key={i} className="border-b border-line2 align-top">
            <th
              scope="row"
              className="py-0.5 pr-1.5 text-left font-mono text-sm font-normal break-all"
            >
              <ForeignText text={name} />
            </th>
            <td className="px-1.5 py-0.5 text-sm whitespace-nowrap text-ink2">{kind}</td>
            <td className="px-1.5 py-0.5 text-right font-mono text-sm">{formatInteger(entry)}</td>
            <td className="py-0.5 pl-1.5 text-right whitespace-nowrap">
              <StepLink step={neededAt} />
              {asked ? <span className="text-sm text-ink2"> in a call</span> : null}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {names.length > most ? (
        <Button variant="quiet" size="small" onClick={() => setMost(most + MORE)}>
          {formatInteger(names.length - most)} more
        </Button>
      ) : null}
    </div>
  );
}
