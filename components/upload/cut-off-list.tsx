'use client';

import { CircleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/lib/base/format';
import { cutOffText, uploadNotes, useCutOffUploads } from './cut-off-uploads';
import { chosenFolder } from './dropped-files';
import type { Chosen } from './upload-batch';

/** What a closed page did not send to its end, and the way to send it again. */
export function CutOffList({ onFiles }: { readonly onFiles: (chosen: Chosen) => void }) {
  const notes = useCutOffUploads();
  return notes.map((note) => {
    const { key, page, file, bytes, files } = note;
    return (
      <li key={`${page} ${key}`} data-cut-off="" className="border-b border-line2 px-4 py-3">
        <div className="flex items-start gap-2">
          <CircleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-overflow" />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate font-medium" title={file}>
                {file}
              </span>
              <span className="shrink-0 text-sm text-ink3">{formatBytes(bytes)}</span>
            </div>
            <p className="text-sm text-ink2">{cutOffText(note, formatBytes)}</p>
            <ChooseAgain name={file} folder={files !== null} onFiles={onFiles} />
          </div>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Forget ${file}`}
            onClick={() => uploadNotes.forget(note)}
          >
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      </li>
    );
  });
}

function ChooseAgain({
  name,
  folder,
  onFiles,
}: {
  readonly name: string;
  readonly folder: boolean;
  readonly onFiles: (chosen: Chosen) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        className="mt-1.5"
        aria-label={`Choose ${name} again`}
        onClick={() => input.current?.click()}
      >
        {folder ? 'Choose the folder again…' : 'Choose the file again…'}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (folder) element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label={`${name}, again`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(folder ? chosenFolder(files) : { files, folders: [] });
        }}
      />
    </>
  );
}
