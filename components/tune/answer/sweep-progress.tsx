'use client';

import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { formatFixed, formatInteger } from '@/lib/engine/base/format';
import type { Sweep } from '../state/use-sweep';

const phaseNames = {
  coarse: 'coarse grid, every second cell; of a sample every point',
  refined: 'where neighbours differ',
  rest: 'the rest',
} as const;

/** Progress of a sweep that runs, was stopped or has failed; nothing after its end. */
export function SweepProgress({
  sweep,
  broken,
}: {
  readonly sweep: Sweep;
  readonly broken: number;
}) {
  const { status, progress, error, cancel, resume } = sweep;
  useEscape(status === 'running' ? cancel : null);
  if (status === 'done' || status === 'waiting') return null;
  const { done, total, ms, phase } = progress ?? { done: 0, total: 0, ms: 0, phase: 'coarse' };
  const perSecond = ms === 0 ? 0 : (1000 * done) / ms;
  const left = perSecond === 0 ? null : (total - done) / perSecond;
  return (
    <section
      aria-label="Progress"
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5"
    >
      <span role="status" className="font-medium">
        {status === 'failed' ? 'Failed at ' : status === 'cancelled' ? 'Stopped at ' : ''}
        {formatInteger(done)} of {formatInteger(total)} replays
        {status === 'failed' ? `. ${error ?? ''}` : ''}
      </span>
      <progress
        aria-label="Progress of replays"
        value={done}
        max={Math.max(1, total)}
        className="h-1.5 min-w-32 flex-1 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      <span className="text-sm text-ink2">
        {status === 'running' ? `${phaseNames[phase]} · ` : ''}
        {formatInteger(Math.round(perSecond))} a second
        {status === 'running' && left !== null ? ` · ${formatFixed(left, 1)} s left` : ''} ·{' '}
        {formatInteger(broken)} failed
      </span>
      {status === 'running' ? (
        <Button size="small" onClick={cancel}>
          Cancel <Kbd>Esc</Kbd>
        </Button>
      ) : (
        <Button size="small" onClick={resume}>
          {status === 'failed' ? 'Try again' : 'Go on'}
        </Button>
      )}
    </section>
  );
}

/** Calls `act` for Escape, unless something else takes the key. */
function useEscape(act: (() => void) | null): void {
  useEffect(() => {
    if (act === null) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [act]);
}
