import type { Part } from '@/lib/analysis/score/added/part-score';
import { partLabel } from '@/lib/analysis/score/added/part-words';
import { GroupedTable } from './grouped-table';

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
    <GroupedTable
      caption={caption}
      head="What a step added"
      heads={heads}
      groups={groups.map(([by, title]) => ({
        title,
        rows: rows
          .filter((row) => row.by === by)
          .map((row) => <Row key={row.of} row={row} heads={heads} />),
      }))}
    />
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
