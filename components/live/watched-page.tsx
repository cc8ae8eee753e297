'use client';

import { FaultNote } from '@/components/ui/fault-note';
import { SiteHeader } from '@/components/ui/site-header';
import { useChangeWatched, useWatched } from '@/lib/api/queries/watch-queries';
import { AddFolder } from './add-folder';
import { LiveMark } from './live-mark';
import { WatchedFolder } from './watched-folder';

/** The folders whose traces are followed while they grow. */
export function WatchedPage() {
  const { data, error } = useWatched();
  const change = useChangeWatched();
  const fault = change.error ?? error;
  return (
    <div className="flex min-h-full flex-col">
      <SiteHeader title="Watched folders">
        <LiveMark />
      </SiteHeader>
      <main id="main" className="mx-auto w-full max-w-5xl flex-1 px-4 py-5">
        <h2 className="text-lg font-semibold">Watched folders</h2>
        <p className="mt-1 max-w-3xl text-ink2">
          The server follows the traces below these folders. A session that grows is read again as
          soon as its file is quiet, and open pages show its newest step without a reload.
        </p>
        <AddFolder
          roots={data?.roots ?? []}
          watched={data?.folders.map(({ path }) => path) ?? []}
          pending={change.isPending}
          onAdd={(add) => change.mutateAsync({ add })}
        />
        <FaultNote fault={fault} className="mt-2" />
        {data?.folders.length === 0 ? (
          <p className="mt-6 border-t py-6 text-ink2">
            No folder is watched. Claude Code writes to{' '}
            <code className="font-mono">~/.claude/projects</code>, Codex to{' '}
            <code className="font-mono">~/.codex/sessions</code>.
          </p>
        ) : null}
        {data?.folders.map((folder) => (
          <WatchedFolder
            key={folder.id}
            folder={folder}
            onPause={() => change.mutate({ id: folder.id, paused: !folder.paused })}
            onRemove={() => change.mutate({ remove: folder.id })}
          />
        ))}
      </main>
    </div>
  );
}
