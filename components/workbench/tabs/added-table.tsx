import { figureColumn } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import type { Part } from '@/lib/analysis/score/added/part-score';
import { partLabel } from '@/lib/analysis/score/added/part-words';

/** A script or a kind of content, and the cells of its row. */
interface AddedRow extends Part {
  readonly cells: readonly string[];
}

const titles: Readonly<Record<Part['by'], string>> = { script: 'By script', category: 'By kind' };

/** Scores by what a step added; `heads` are the headings of the cells, each another. */
export function AddedTable(props: {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly AddedRow[];
}) {
  const { caption, heads, rows } = props;
  const of = (by: Part['by']) => rows.filter((row) => row.by === by);
  return (
    <DataTable
      caption={caption}
      className="mt-3 whitespace-nowrap"
      rows={[...of('script'), ...of('category')]}
      keyOf={(row) => `${row.by} ${row.of}`}
      groupOf={({ by }) => titles[by]}
      rowAttributes={(row) => ({ 'data-added': `${row.by}-${row.of}` })}
      columns={[
        { id: 'What a step added', cellClass: 'min-w-48', cell: partLabel },
        ...heads.map((id, i) => figureColumn<AddedRow>(id, ({ cells }) => cells[i])),
      ]}
    />
  );
}
