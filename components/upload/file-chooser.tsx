'use client';

import { useRef } from 'react';
import { Button } from '@/components/ui/button';

/** A button that opens the browser's file chooser. */
export function FileChooser({
  onFiles,
  label = 'Import files…',
  variant = 'primary',
}: {
  readonly onFiles: (files: readonly File[]) => void;
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
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
