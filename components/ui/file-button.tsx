'use client';

import { useRef, type ReactNode } from 'react';
import { Button, type ButtonProps } from './button';

/** A button that opens the browser's chooser of files, or of a folder. */
export function FileButton({
  label,
  folder = false,
  multiple = false,
  accept,
  onFiles,
  ...button
}: Omit<ButtonProps, 'onClick'> & {
  /** Name of the field that takes the files. */
  readonly label: string;
  readonly folder?: boolean;
  readonly multiple?: boolean;
  readonly accept?: string;
  readonly children: ReactNode;
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={(element) => {
          input.current = element;
          // React lacks this property.
          if (folder) element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // Allow choosing the same file again after a correction.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
