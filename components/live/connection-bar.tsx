'use client';

import { Button } from '@/components/ui/button';
import { useLiveState, useUpdated } from './live-updates';

/** Over every page: the server does not answer, or it came back with another build. */
export function ConnectionBar() {
  const state = useLiveState();
  const updated = useUpdated();
  if (state !== 'offline' && !updated) return null;
  return (
    <div
      data-connection=""
      role="status"
      className="fixed inset-x-0 top-0 z-50 flex h-[1.875rem] items-center justify-center gap-3 border-b bg-panel px-4 text-sm"
    >
      {state === 'offline' ? (
        <span className="truncate font-medium text-overflow">
          Offline: the server does not answer. Trying again …
        </span>
      ) : (
        <>
          <span className="truncate">
            Highwater was updated while this page was open. A reload keeps the view and unsaved
            work.
          </span>
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </>
      )}
    </div>
  );
}
