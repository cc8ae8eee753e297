import type { Severity } from '@/lib/analysis/fit/severities';

/** A severity as the head of its sessions: its name, and what it means where that is not said by it. */
export const severityWords: Readonly<Record<Severity, { name: string; note: string }>> = {
  overflow: { name: 'Overflowed', note: 'the provider refused the request' },
  loop: {
    name: 'Compacted in a loop',
    note: 'compactions that follow one another, or free nothing',
  },
  unexplained: {
    name: 'Not explained',
    note: 'the recording compacts where the session’s own policy does not, or the other way round',
  },
  close: { name: 'Close to the threshold', note: 'a decision within 2 % of it, never reached' },
  compacted: { name: 'Compacted', note: 'as its policy does, by hand, or maybe so' },
  below: { name: 'Stayed below the threshold', note: '' },
  brief: { name: 'One or two steps', note: 'nothing to decide' },
};

/** Severities that ask for a look, as the views list them. */
export const attention = ['overflow', 'loop', 'unexplained', 'close'] as const;

/** The letters that lead to a view after `g`, each with its severities: the first letters of their names. */
export const viewKeys: Readonly<Record<string, readonly Severity[]>> = {
  a: [],
  n: attention,
  o: ['overflow'],
  l: ['loop'],
  u: ['unexplained'],
  c: ['close'],
};
