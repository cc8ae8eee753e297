import type { Session } from '@/lib/engine/session/schema';

/** A session as canonical JSON with a line for each entry and step, so that changes can be read. */
export function sampleFile(session: Session): string {
  const { entries, steps, ...head } = session;
  const rows = (items: readonly unknown[]): string =>
    items.map((item) => `\n${JSON.stringify(item)}`).join(',');
  const start = JSON.stringify(head).slice(0, -1);
  return `${start},\n"entries":[${rows(entries)}\n],\n"steps":[${rows(steps)}\n]}\n`;
}
