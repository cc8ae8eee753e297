'use client';

import { Download, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Tooltip } from '@/components/ui/tooltip';
import { formatInteger } from '@/lib/engine/base/format';
import {
  matrixCsv,
  matrixJson,
  matrixMarkdown,
  type Matrix,
} from '@/lib/answers/report/outcome/matrix';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { FilterBar } from '../filter-bar';
import { ProgressNote } from '../progress-note';
import type { Outcomes } from '../use-outcomes';
import { ColumnChoice } from './column-choice';
import { PricedAs } from './priced-as';
import type { MatrixView } from './matrix-view';
import { saveFile } from '@/components/ui/save-file';

/** File formats of an exported matrix. */
const files = [
  { label: 'CSV', name: 'highwater-matrix.csv', type: 'text/csv', write: matrixCsv },
  { label: 'JSON', name: 'highwater-matrix.json', type: 'application/json', write: matrixJson },
  { label: 'Markdown', name: 'highwater-matrix.md', type: 'text/markdown', write: matrixMarkdown },
] as const;

/** Above the table: columns, scenarios, progress and export. */
export function MatrixToolbar(props: {
  readonly view: MatrixView;
  readonly onChange: (part: Partial<MatrixView>) => void;
  readonly matrix: Matrix;
  readonly outcomes: Outcomes;
}) {
  const { view, onChange, matrix, outcomes } = props;
  const [choosing, setChoosing] = useState(false);
  const { rows, columns } = matrix;
  return (
    <div className="border-b">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line2 px-4 py-1.5">
        <Button onClick={() => setChoosing(true)}>
          <SlidersHorizontal size={13} aria-hidden="true" /> Columns {formatInteger(columns.length)}
        </Button>
        <ProgressNote outcomes={outcomes} what="cells" />
        <div role="group" aria-label="Export" className="ml-auto flex items-center gap-1.5">
          <Download size={13} aria-hidden="true" className="text-ink3" />
          {files.map(({ label, name, type, write }) => (
            <Tooltip key={label} text={`${name}: the cells computed so far`}>
              <Button size="small" onClick={() => saveFile(name, type, write(matrix))}>
                {label}
              </Button>
            </Tooltip>
          ))}
        </div>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-1.5">
        <FilterBar filter={view.filter} onChange={(filter) => onChange({ filter })} />
        <p className="ml-auto text-ink2">
          {rows.length === scenarioCatalogue.length ? '' : `${formatInteger(rows.length)} of `}
          {formatInteger(scenarioCatalogue.length)} scenarios
        </p>
      </div>
      <PricedAs view={view} prices={matrix.prices} onChange={onChange} />
      {choosing ? (
        <Dialog
          onClose={() => setChoosing(false)}
          title="Columns"
          description="Policies under their defaults, and their presets. Window, attempts and continuation are the scenario’s own unless a preset names them."
        >
          <ColumnChoice chosen={view.columns} onChange={(keys) => onChange({ columns: keys })} />
        </Dialog>
      ) : null}
    </div>
  );
}
