'use client';

import { useSyncExternalStore } from 'react';
import * as z from 'zod';
import type { ImportRecord } from '@/lib/api/contract';

/**
 * What a page was sending when it was closed. The server keeps nothing of a body that did not arrive
 * whole, so it is this browser that remembers: every page notes what it still has to send, and marks
 * it when it is closed; a page that ended without a word is known by notes nobody renews.
 */
const noteSchema = z.strictObject({
  key: z.string(),
  /** The page that sends it: one visit of one tab. */
  page: z.string(),
  file: z.string(),
  bytes: z.number(),
  /** How many files it is; null for a single one. */
  files: z.number().nullable(),
  sentBytes: z.number(),
  /** When it was chosen and when it was noted last, in milliseconds since 1970. */
  since: z.number(),
  at: z.number(),
  /** Its page was closed. */
  closed: z.boolean(),
});
export type CutOffUpload = Readonly<z.infer<typeof noteSchema>>;

/** What is about to be sent. */
export type SendingNote = Pick<CutOffUpload, 'key' | 'file' | 'bytes' | 'files'>;

const KEY = 'highwater-sending';

/** Notes are renewed so often; hidden pages run their timers once a minute. */
const RENEW_MS = 10_000;
const STALE_MS = 150_000;

/** Progress is written at most so often. */
const WRITE_MS = 500;

const NONE: readonly CutOffUpload[] = [];

/** Every note of this browser; none where the storage holds something else. */
export function readNotes(text: string | null): readonly CutOffUpload[] {
  try {
    const parsed = z.array(noteSchema).safeParse(JSON.parse(text ?? '[]'));
    return parsed.success ? parsed.data : NONE;
  } catch {
    return NONE;
  }
}

/** Notes of pages that are gone. */
export const cutOff = (
  notes: readonly CutOffUpload[],
  page: string,
  now: number,
): readonly CutOffUpload[] =>
  notes.filter((note) => note.page !== page && (note.closed || note.at < now - STALE_MS));

/** What an import says of the upload it came from. */
type ArrivedImport = Pick<ImportRecord, 'file' | 'bytes' | 'createdAt'>;

/** Clocks of browser and server may differ by so much. */
const SKEW_MS = 300_000;

/** True where an import is what the note is about. */
export const hasArrived = (note: CutOffUpload, imports: readonly ArrivedImport[]): boolean =>
  imports.some(
    ({ file, bytes, createdAt }) =>
      file === note.file && bytes === note.bytes && createdAt > note.since - SKEW_MS,
  );

/** What this page sends, and what other pages left. */
class UploadNotes {
  readonly #page = `${Date.now()}-${Math.random()}`;
  readonly #sending = new Map<string, CutOffUpload>();
  readonly #listeners = new Set<() => void>();
  #cutOff: readonly CutOffUpload[] = NONE;
  #writtenAt = 0;
  /** The page is being closed: what fails now was cut off. */
  #closing = false;
  #renewal: ReturnType<typeof setInterval> | undefined;

  /** Remembers what is to be sent, in place of notes of the same files; the page now asks before it closes. */
  add(notes: readonly SendingNote[]): void {
    if (this.#sending.size === 0 && notes.length > 0) this.#watch();
    const at = Date.now();
    for (const note of notes) {
      const more = { page: this.#page, sentBytes: 0, since: at, at, closed: false };
      this.#sending.set(note.key, { ...note, ...more });
    }
    const same = (a: CutOffUpload): boolean =>
      notes.some(({ file, bytes }) => file === a.file && bytes === a.bytes);
    this.#write(false, (note) => !same(note));
    this.#refresh();
  }

  /** So much of an upload has been sent. */
  sent(key: string, sentBytes: number): void {
    const note = this.#sending.get(key);
    if (note === undefined) return;
    this.#sending.set(key, { ...note, sentBytes });
    if (Date.now() - this.#writtenAt >= WRITE_MS) this.#write(false);
  }

  /** An upload arrived, failed or was stopped. */
  end(key: string): void {
    if (this.#closing || !this.#sending.delete(key)) return;
    this.#write(false);
    if (this.#sending.size === 0) this.#unwatch();
  }

  /** Imports the server knows of: a body may have arrived whole while its page was being closed. */
  arrived(imports: readonly ArrivedImport[]): void {
    if (this.#cutOff.every((note) => !hasArrived(note, imports))) return;
    this.#write(false, (note) => note.page === this.#page || !hasArrived(note, imports));
    this.#refresh();
  }

  /** The user does not want to be reminded. */
  readonly forget = (note: CutOffUpload): void => {
    this.#write(false, ({ key, page }) => key !== note.key || page !== note.page);
    this.#refresh();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const look = (): void => this.#refresh();
    const timer = setInterval(look, RENEW_MS);
    window.addEventListener('storage', look);
    this.#refresh();
    return () => {
      this.#listeners.delete(listener);
      clearInterval(timer);
      window.removeEventListener('storage', look);
    };
  };

  readonly left = (): readonly CutOffUpload[] => this.#cutOff;

  #watch(): void {
    window.addEventListener('beforeunload', this.#ask);
    window.addEventListener('pagehide', this.#close);
    window.addEventListener('pageshow', this.#renew);
    this.#renewal = setInterval(this.#renew, RENEW_MS);
  }

  #unwatch(): void {
    window.removeEventListener('beforeunload', this.#ask);
    window.removeEventListener('pagehide', this.#close);
    window.removeEventListener('pageshow', this.#renew);
    clearInterval(this.#renewal);
  }

  /** The browser asks in its own words. */
  readonly #ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  readonly #close = (): void => {
    this.#closing = true;
    this.#write(true);
  };
  /** Also when the browser brings a closed page back. */
  readonly #renew = (): void => {
    this.#closing = false;
    this.#write(false);
  };

  #write(closed: boolean, keep: (note: CutOffUpload) => boolean = () => true): void {
    const at = Date.now();
    this.#writtenAt = at;
    const others = readNotes(localStorage.getItem(KEY)).filter(
      (note) => note.page !== this.#page && keep(note),
    );
    const own = [...this.#sending.values()].map((note) => ({ ...note, at, closed }));
    try {
      if (others.length + own.length === 0) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify([...others, ...own]));
    } catch {
      // A full storage costs the reminder, not the upload.
    }
  }

  #refresh(): void {
    const found = cutOff(readNotes(localStorage.getItem(KEY)), this.#page, Date.now());
    if (JSON.stringify(found) === JSON.stringify(this.#cutOff)) return;
    this.#cutOff = found;
    for (const listener of this.#listeners) listener();
  }
}

/** The notes of this page. */
export const uploadNotes = new UploadNotes();

/** Uploads that were cut off when their page was closed. */
export const useCutOffUploads = (): readonly CutOffUpload[] =>
  useSyncExternalStore(uploadNotes.subscribe, uploadNotes.left, () => NONE);

/** "Cut off: 12 MB of 30 MB had been sent …": what happened, and what to do. */
export function cutOffText(
  { bytes, sentBytes, files }: CutOffUpload,
  size: (n: number) => string,
): string {
  const it = files === null ? 'file' : 'folder';
  const again = `Choose the ${it} again`;
  if (sentBytes === 0) return `Not sent: the page was closed before its turn. ${again}.`;
  return `Cut off: ${size(sentBytes)} of ${size(bytes)} had been sent when the page was closed. ${again}; what the library has is not added twice.`;
}
