import { useEffect } from 'react';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { ChangeView } from './compare-view';
import { nextRow, rowsWith, type RowKind } from './row-events';

/** What keys of the page move. */
export interface KeyTarget {
  readonly comparison: Comparison;
  readonly row: number;
  readonly range: StepRange;
  readonly onRow: (row: number) => void;
  readonly onRange: (range: StepRange | null) => void;
  readonly onChange: ChangeView;
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey'>;
type Action = (target: KeyTarget, press: Press) => void;

const step =
  (by: number): Action =>
  ({ row, onRow }, { shiftKey }) =>
    onRow(row + by * (shiftKey ? 10 : 1));

const seek =
  (kind: RowKind, direction: 1 | -1): Action =>
  ({ comparison, row, onRow }, { shiftKey }) =>
    onRow(nextRow(rowsWith(comparison, kind), row, kind !== 'event' && shiftKey ? -1 : direction));

/** The range scaled about the selected row, or moved by a share of its width. */
const view =
  (scale: number, shift: number): Action =>
  ({ comparison, row, range, onRange }) => {
    const last = comparison.alignment.rows.length - 1;
    const width = range.to - range.from;
    const wide = Math.min(last, Math.max(Math.min(10, last), Math.round(width * scale)));
    const inside = Math.min(range.to, Math.max(range.from, row));
    const share = width === 0 ? 0.5 : (inside - range.from) / width;
    const start = Math.round(inside - share * wide + shift * width);
    const from = Math.max(0, Math.min(start, last - wide));
    onRange(wide === last ? null : { from, to: from + wide });
  };

const actions: Readonly<Record<string, Action>> = {
  ArrowLeft: step(-1),
  ArrowRight: step(1),
  Home: ({ onRow }) => onRow(0),
  End: ({ comparison, onRow }) => onRow(comparison.alignment.rows.length - 1),
  '.': seek('event', 1),
  ',': seek('event', -1),
  n: seek('compaction', 1),
  m: seek('overflow', 1),
  v: seek('changed', 1),
  w: view(0.5, 0),
  s: view(2, 0),
  a: view(1, -0.25),
  d: view(1, 0.25),
  f: ({ onRange }) => onRange(null),
  o: ({ onChange }) => onChange((old) => ({ ...old, together: !old.together })),
};

/** Keys and what they do, in a line for readers. */
export const keyWords: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['←', '→'], 'step'],
  [[',', '.'], 'event'],
  [['n'], 'compaction'],
  [['m'], 'overflow'],
  [['v'], 'changed decision'],
  [['w', 's', 'a', 'd', 'f'], 'zoom, move, all'],
  [['o'], 'one plot'],
];

/** Elements that handle keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable]';
const OWN_ARROWS = '[role=region]';

/** Listens for the page's keys, except while someone types or a dialog is open. */
export function useCompareKeys(target: KeyTarget | null): void {
  useEffect(() => {
    if (target === null) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const element = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (element?.closest(TYPING) || document.querySelector('[role=dialog]')) return;
      if (element?.matches(OWN_ARROWS) && /^(Arrow|Home|End|Page)/.test(event.key)) return;
      const action = actions[event.key] ?? actions[event.key.toLowerCase()];
      if (action === undefined) return;
      action(target, event);
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [target]);
}
