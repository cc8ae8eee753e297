import type { RecordedCompaction } from '@/lib/session/schema';
import { timeText } from '../../mechanisms/loose-json';

/** Tool outputs that OpenCode cleared from later requests, each at its own moment. */
export class Elisions {
  #waiting: { readonly entry: number; readonly moment: number }[] = [];

  /** The output in `entry` was cleared at `moment`, in milliseconds since 1970. */
  add(entry: number, moment: number): void {
    this.#waiting.push({ entry, moment });
  }

  /** Outputs cleared up to `moment` and not returned before; null for none. */
  until(moment: number): Pick<RecordedCompaction, 'elided' | 'time'> | null {
    const due = this.#waiting.filter((item) => item.moment <= moment);
    if (due.length === 0) return null;
    this.#waiting = this.#waiting.filter((item) => item.moment > moment);
    const newest = due.reduce((latest, item) => Math.max(latest, item.moment), -Infinity);
    return { elided: due.map(({ entry }) => entry).sort((a, b) => a - b), time: timeText(newest) };
  }
}
