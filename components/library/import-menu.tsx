'use client';

import Link from 'next/link';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { lateDialog } from '@/components/ui/late';
import { FileChooser } from '@/components/upload/file-chooser';
import type { Chosen } from '@/components/upload/upload-batch';

const PopoverPanel = lateDialog(() =>
  import('@/components/ui/popover').then((file) => file.PopoverPanel),
);

/** Every way into the library behind one button. */
export function ImportMenu(props: {
  readonly onFiles: (chosen: Chosen) => void;
  /** Shows the imports of this visit, and those that failed before. */
  readonly onShow: () => void;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Import…
      </Button>
      {open ? (
        <PopoverPanel
          button={button}
          label="Import"
          align="end"
          onClose={close}
          className="grid w-72 gap-3 p-3"
        >
          <div className="flex flex-wrap items-center gap-2">
            <FileChooser
              onFiles={(chosen) => {
                close();
                props.onFiles(chosen);
              }}
            />
          </div>
          <p className="border-t border-line2 pt-2 text-sm text-ink2">
            Or drop or paste recordings anywhere on this page, or send OpenTelemetry to{' '}
            <code className="font-mono">{otlpAddress()}</code>.
          </p>
          <div className="flex justify-between text-sm">
            <Link href="/watched" prefetch={false} className="text-accent hover:underline">
              Watch a folder…
            </Link>
            <button
              type="button"
              className="text-accent hover:underline"
              onClick={() => {
                close();
                props.onShow();
              }}
            >
              Show imports
            </button>
          </div>
        </PopoverPanel>
      ) : null}
    </>
  );
}

/** Where this server takes OpenTelemetry's traces and logs. */
export const otlpAddress = (): string =>
  typeof window === 'undefined' ? '/v1/traces' : `${window.location.host}/v1/traces`;
