'use client';

import { FileButton } from '@/components/ui/file-button';
import { chosenFolder } from './files/dropped-files';
import { NumbersOnlyChoice } from './numbers-only';
import type { Chosen } from './upload-batch';

/** Buttons that open the browser's choosers of files and of folders. */
export function FileChooser({ onFiles }: { readonly onFiles: (chosen: Chosen) => void }) {
  return (
    <>
      <FileButton
        variant="primary"
        label="Files to import"
        multiple
        onFiles={(files) => onFiles({ files, folders: [] })}
      >
        Import files…
      </FileButton>
      <FileButton label="Folder to import" folder onFiles={(files) => onFiles(chosenFolder(files))}>
        Import a folder…
      </FileButton>
      <NumbersOnlyChoice />
    </>
  );
}
