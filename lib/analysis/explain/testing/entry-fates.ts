import type { Replay } from '@/lib/engine/replay/replay';

/** Fate of an entry in a step's request. */
export type EntryFate = 'sent' | 'elided' | 'summarised' | 'lost';

/** Neighbouring entries with the same fate: [from, to). */
export interface FateRun {
  readonly from: number;
  readonly to: number;
  readonly fate: EntryFate;
}

/**
 * Every entry that existed at a step, by what the request as sent holds of it: sent whole, sent
 * shortened or blanked, inside the summary, or neither (lost). The runs are ascending and cover all
 * entries of the step once.
 */
export function entryFates(replay: Replay, step: number): readonly FateRun[] {
  const { columns, notes, session } = replay;
  const entries = session.profile.steps.entries[step] ?? 0;
  const covered = Math.min(entries, columns.covered[step] ?? 0);
  const summarised = columns.summarised[step] ?? 0;
  const kept = notes.kept.findLast((one) => one.step <= step)?.ranges ?? [];
  const elided = new Set<number>();
  for (const one of notes.elisions) if (one.step <= step) elided.add(one.entry);
  const runs: FateRun[] = [];
  for (let entry = 0; entry < entries; entry++) {
    const sent = entry >= covered || kept.some(([from, to]) => entry >= from && entry < to);
    const left: EntryFate = entry < summarised ? 'summarised' : 'lost';
    const fate = sent ? (elided.has(entry) ? 'elided' : 'sent') : left;
    const last = runs.at(-1);
    if (last?.fate === fate) runs[runs.length - 1] = { ...last, to: entry + 1 };
    else runs.push({ from: entry, to: entry + 1, fate });
  }
  return runs;
}
