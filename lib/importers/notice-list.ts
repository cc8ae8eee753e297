import type { SessionBuilder } from '@/lib/session/builder';

/** The most places a notice remembers. */
const PLACES = 5;

/** A notice that is still being counted. */
interface OpenNotice {
  readonly message: string;
  readonly at: (number | string)[];
  times: number;
}

/** Notices of a trace that is read before its session is built. */
export class NoticeList {
  readonly #notices = new Map<string, OpenNotice>();

  /** Adds a notice, or counts one more of it. */
  notice(code: string, message: string, at?: number | string): void {
    let known = this.#notices.get(code);
    if (known === undefined) {
      known = { message, at: [], times: 0 };
      this.#notices.set(code, known);
    }
    known.times++;
    if (at !== undefined && known.at.length < PLACES) known.at.push(at);
  }

  /** Hands all of them to a session. */
  giveTo(builder: Pick<SessionBuilder, 'notice'>): void {
    for (const [code, { message, at, times }] of this.#notices) {
      for (let i = 0; i < times; i++) builder.notice(code, message, at[i]);
    }
  }
}
