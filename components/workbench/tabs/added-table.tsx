import { TableHead } from '@/components/ui/scroll-table';
import type { Part } from '@/lib/analysis/score/added/part-score';
import { partLabel } from '@/lib/analysis/score/added/part-words';

/** A script or a kind of content, and the cells of its row. */
interface AddedRow extends Part {
  readonly cells: readonly string[];
}

const groups = [
  ['script', 'By script'],
  ['category', 'By kind'],
] as const;

/** Scores by what a step added; `heads` are the headings of the cells, each another. */
export function AddedTable(props: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly AddedRow[];
}) {
  const { caption, heads, rows } = props;
  return (
    <table className="mt-2 border-collapse whitespace-nowrap">
      <caption className="sr-only">{caption}</caption>
      <TableHead
        className="border-b text-sm text-ink3"
        heads={[
          ['What a step added', 'py-1 pr-2 text-left'],
          ...heads.map((label) => [label, 'px-1.5 py-1 text-right'] as const),
        ]}
      />
      {groups.map(([by, title]) => {
        const own = rows.filter((row) => row.by === by);
        if (own.length === 0) return null;
        return (
          <tbody key={by}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={heads.length + 1}
                className="pt-3 pb-1 text-left text-sm font-normal text-ink3"
              >
                {title}
              </th>
            </tr>
            {own.map((row) => (
              <Row key={row.of} row={row} heads={heads} />
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

function Row({ row, heads }: { readonly row: AddedRow; readonly heads: readonly string[] }) {
  return (
    <tr data-added={`${row.by}-${row.of}`} className="border-b border-line2">
      <th scope="row" className="min-w-48 py-0.5 pr-2 text-left font-normal">
        {partLabel(row)}
      </th>
      {row.cells.map((text, i) => (
        <td key={heads[i]} className="px-1.5 text-right">
          {text}
        </td>
      ))}
    </tr>
  );
}
