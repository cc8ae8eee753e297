'use client';

import { useState } from 'react';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';

/** Adds a folder to watch: one of the roots by a button, or one below a root by its path. */
export function AddFolder(props: {
  /** Paths below which folders may be watched. */
  readonly roots: readonly string[];
  readonly watched: readonly string[];
  readonly pending: boolean;
  readonly onAdd: (path: string) => Promise<unknown>;
}) {
  const { roots, watched, pending, onAdd } = props;
  const [path, setPath] = useState('');
  const add = (folder: string): void => {
    onAdd(folder).then(
      () => setPath(''),
      // The page shows the error and keeps the path for correction.
      () => undefined,
    );
  };
  return (
    <>
      <form
        className="mt-4 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== '') add(path.trim());
        }}
      >
        <label className="min-w-64 flex-1">
          <span className="text-sm text-ink2">Folder on this server</span>
          <input
            value={path}
            onChange={(event) => setPath(event.target.value)}
            placeholder={withoutControls(roots[0] ?? '/home/me/.claude/projects')}
            spellCheck={false}
            autoComplete="off"
            className="mt-0.5 block h-7 w-full rounded-md border border-line bg-panel px-2 font-mono"
          />
        </label>
        <Button type="submit" variant="primary" disabled={pending || path.trim() === ''}>
          Watch
        </Button>
      </form>
      <p id="watch-roots" className="mt-3 text-sm text-ink2">
        {roots.length === 0
          ? 'No folder may be watched yet: no known agent has written on this machine.'
          : 'The folders below, and those in them, may be watched.'}{' '}
        To add another, name it in <code className="font-mono">HIGHWATER_WATCH</code> or run{' '}
        <code className="font-mono">highwater watch</code> with it.
      </p>
      <ul aria-labelledby="watch-roots" className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {roots.map((root) => (
          <li key={root} className="flex items-center gap-2">
            <code className="font-mono [overflow-wrap:anywhere]">
              <ForeignText text={root} />
            </code>
            <Button
              size="small"
              disabled={pending || watched.includes(root)}
              onClick={() => add(root)}
              aria-label={`Watch ${withoutControls(root)}`}
            >
              Watch
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
