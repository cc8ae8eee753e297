'use client';

import { CircleAlert, X } from 'lucide-react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { FileButton } from '@/components/ui/file-button';
import { formatBytes } from '@/lib/engine/base/format';
import { cutOffText, uploadNotes, useCutOffUploads } from './cut-off-uploads';
import { chosenFolder } from './files/dropped-files';
import type { Chosen } from './upload-batch';

/** Uploads cut off by a closed page, with buttons to send them again. */
export function CutOffList({ onFiles }: { readonly onFiles: (chosen: Chosen) => void }) {
  const notes = useCutOffUploads();
  return notes.map((note) => {
    const { key, page, file, bytes } = note;
    const folder = note.files !== null;
    const name = withoutControls(file);
    return (
      <li key={`${page} ${key}`} data-cut-off="" className="border-b border-line2 px-4 py-3">
        <div className="flex items-start gap-2">
          <CircleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-overflow" />
          <div className="min-w-0 flex-1">
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate font-medium" title={name}>
                <ForeignText text={file} />
              </span>
              <span className="shrink-0 text-sm text-ink3">{formatBytes(bytes)}</span>
            </div>
            <p className="text-sm text-ink2">{cutOffText(note, formatBytes)}</p>
            <FileButton
              size="small"
              className="mt-1.5"
              aria-label={`Choose ${name} again`}
              label={`${name}, again`}
              multiple
              folder={folder}
              onFiles={(chosen) =>
                onFiles(folder ? chosenFolder(chosen) : { files: chosen, folders: [] })
              }
            >
              {folder ? 'Choose the folder again…' : 'Choose the file again…'}
            </FileButton>
          </div>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Forget ${name}`}
            onClick={() => uploadNotes.forget(note)}
          >
            <X size={14} aria-hidden="true" />
          </Button>
        </div>
      </li>
    );
  });
}
