'use client';

import { useCallback, useState } from 'react';
import { saveBlob } from '@/components/ui/save-file';
import { tarBlob } from '@/components/upload/files/tar-blob';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { exportUrl, getExport } from '@/lib/api/client';
import type { SelectionRow } from '@/lib/api/contract/session-listing';
import type { ShareForm } from '@/lib/api/contract/share-contract';

/** A running or failed export, in words. */
interface ExportNote {
  readonly text: string;
  readonly bad: boolean;
}

/** Saves the selected sessions: one as its file, several as one tar of their files. */
export function useExport(chosen: readonly SelectionRow[]) {
  const [note, setNote] = useState<ExportNote | null>(null);
  const run = useCallback(
    (form: ShareForm) => {
      const [only] = chosen;
      if (only !== undefined && chosen.length === 1) {
        return window.location.assign(exportUrl(only.id, form));
      }
      void exportAll(chosen, form, (done) =>
        setNote({
          text: `Exporting: ${formatInteger(done)} of ${formatInteger(chosen.length)}`,
          bad: false,
        }),
      ).then(
        () => setNote(null),
        (error: Error) => setNote({ text: `Not exported. ${error.message}`, bad: true }),
      );
    },
    [chosen],
  );
  return { run, note };
}

/** Nothing is saved unless every session is there. @throws ApiError */
async function exportAll(
  rows: readonly SelectionRow[],
  form: ShareForm,
  onDone: (done: number) => void,
): Promise<void> {
  const files: { name: string; file: File }[] = [];
  onDone(0);
  for (const { id } of rows) {
    const blob = await getExport(id, form);
    // As the server names one: numbers only gives no name of a session either.
    const path = `highwater-${id}${form === 'numbers' ? '-numbers' : ''}.json`;
    files.push({ name: path, file: new File([blob], path) });
    onDone(files.length);
  }
  saveBlob(`highwater-${counted(rows.length, 'session').replace(' ', '-')}.tar`, tarBlob(files));
}
