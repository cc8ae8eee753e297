import type { Notice } from './schema';

/** Most places that a notice remembers. */
const PLACES = 5;

/** A notice still being counted. */
interface OpenNotice extends Notice {
  readonly at: (number | string)[];
  times: number;
}

/** Notices of a session, or of a trace that is read before its session is built. */
export class NoticeList {
  readonly #notices = new Map<string, OpenNotice>();

  /** Adds a notice, or increases the count of an existing one. */
  notice(code: string, message: string, at?: number | string): void {
    let known = this.#notices.get(code);
    if (known === undefined) {
      known = { code, message, at: [], times: 0 };
      this.#notices.set(code, known);
    }
    known.times++;
    if (at !== undefined && known.at.length < PLACES) known.at.push(at);
  }

  /** All notices, in order of their first places. */
  get all(): readonly Notice[] {
    return [...this.#notices.values()].map((notice) => ({ ...notice, at: [...notice.at] }));
  }

  /** Passes all of them to a session. */
  giveTo(builder: Pick<NoticeList, 'notice'>): void {
    for (const { code, message, at, times } of this.#notices.values()) {
      for (let i = 0; i < times; i++) builder.notice(code, message, at[i]);
    }
  }
}
