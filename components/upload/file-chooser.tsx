'use client';

import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { chosenFolder } from './dropped-files';
import { NumbersOnlyChoice } from './numbers-only';
import type { Chosen } from './upload-batch';

/** Buttons that open the browser's choosers of files and of folders. */
export function FileChooser({
  onFiles,
  label = 'Import files…',
  variant = 'primary',
}: {
  readonly onFiles: (chosen: Chosen) => void;
  readonly label?: string;
  readonly variant?: 'primary' | 'plain';
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={variant} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again after it was mended.
          event.target.value = '';
          if (files.length > 0) onFiles({ files, folders: [] });
        }}
      />
      <FolderChooser onFiles={onFiles} />
      <NumbersOnlyChoice />
    </>
  );
}

function FolderChooser({ onFiles }: { readonly onFiles: (chosen: Chosen) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>Import a folder…</Button>
      <input
        ref={(element) => {
          input.current = element;
          // React knows no such property.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(chosenFolder(files));
        }}
      />
    </>
  );
}
