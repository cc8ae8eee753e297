'use client';

import { useSyncExternalStore } from 'react';
import * as z from 'zod';
import { isNeutralFor } from '@/lib/engine/base/text/neutral-name';
import type { ImportRecord } from '@/lib/api/contract/import-contract';

/**
 * An upload that a page was sending when it was closed. The server keeps nothing of an incomplete
 * body, so this browser remembers: every page notes its pending uploads and marks them when it is
 * closed; a page that crashed is recognised by notes that nobody renews.
 */
const noteSchema = z.strictObject({
  key: z.string(),
  /** The page that sends it: one visit of one tab. */
  page: z.string(),
  file: z.string(),
  bytes: z.number(),
  /** Number of files; null for a single one. */
  files: z.number().nullable(),
  sentBytes: z.number(),
  /** Times of choice and of the last note, in milliseconds since 1970. */
  since: z.number(),
  at: z.number(),
  /** True if its page was closed. */
  closed: z.boolean(),
});
export type CutOffUpload = Readonly<z.infer<typeof noteSchema>>;

/** A pending upload. */
type SendingNote = Pick<CutOffUpload, 'key' | 'file' | 'bytes' | 'files'>;

const KEY = 'highwater-sending';

/** Interval of renewing notes; hidden pages run their timers once a minute. */
const RENEW_MS = 10_000;
const STALE_MS = 150_000;

/** Least time between two writes of progress. */
const WRITE_MS = 500;

const NONE: readonly CutOffUpload[] = [];

/** Every note of this browser; none if the stored value is invalid. */
export function readNotes(text: string | null): readonly CutOffUpload[] {
  try {
    const parsed = z.array(noteSchema).safeParse(JSON.parse(text ?? '[]'));
    return parsed.success ? parsed.data : NONE;
  } catch {
    return NONE;
  }
}

/** Notes of closed or crashed pages. */
export const cutOff = (
  notes: readonly CutOffUpload[],
  page: string,
  now: number,
): readonly CutOffUpload[] =>
  notes.filter((note) => note.page !== page && (note.closed || note.at < now - STALE_MS));

/** Upload fields of an import. */
type ArrivedImport = Pick<ImportRecord, 'file' | 'bytes' | 'createdAt'>;

/** Tolerated difference of the browser's and the server's clocks. */
const SKEW_MS = 300_000;

/** True if one of the imports is the note's upload. */
export const hasArrived = (note: CutOffUpload, imports: readonly ArrivedImport[]): boolean =>
  imports.some(
    ({ file, bytes, createdAt }) =>
      (file === note.file || isNeutralFor(note.file, file)) &&
      bytes === note.bytes &&
      createdAt > note.since - SKEW_MS,
  );

/** This page's uploads and those cut off on other pages. */
class UploadNotes {
  readonly #page = `${Date.now()}-${Math.random()}`;
  readonly #sending = new Map<string, CutOffUpload>();
  readonly #listeners = new Set<() => void>();
  #cutOff: readonly CutOffUpload[] = NONE;
  #writtenAt = 0;
  /** True while the page closes: uploads failing now were cut off. */
  #closing = false;
  #renewal: ReturnType<typeof setInterval> | undefined;

  /** Notes a pending upload, replacing notes of the same files; closing the page now asks first. */
  add(notes: readonly SendingNote[]): void {
    if (this.#sending.size === 0 && notes.length > 0) this.#watch();
    const at = Date.now();
    for (const note of notes) {
      const more = { page: this.#page, sentBytes: 0, since: at, at, closed: false };
      this.#sending.set(note.key, { ...note, ...more });
    }
    const same = (a: CutOffUpload): boolean =>
      notes.some(({ file, bytes }) => file === a.file && bytes === a.bytes);
    this.#write((note) => !same(note));
    this.#refresh();
  }

  /** Records the bytes sent of an upload. */
  sent(key: string, sentBytes: number): void {
    const note = this.#sending.get(key);
    if (note === undefined) return;
    this.#sending.set(key, { ...note, sentBytes });
    if (Date.now() - this.#writtenAt >= WRITE_MS) this.#write();
  }

  /** An upload arrived, failed or was stopped. */
  end(key: string): void {
    if (this.#closing || !this.#sending.delete(key)) return;
    this.#write();
    if (this.#sending.size === 0) this.#unwatch();
  }

  /** Drops notes of imports the server has: a body may have arrived while its page closed. */
  arrived(imports: readonly ArrivedImport[]): void {
    if (this.#cutOff.every((note) => !hasArrived(note, imports))) return;
    this.#write((note) => note.page === this.#page || !hasArrived(note, imports));
    this.#refresh();
  }

  /** Drops a note at the user's request. */
  readonly forget = (note: CutOffUpload): void => {
    this.#write(({ key, page }) => key !== note.key || page !== note.page);
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

  /** Makes the browser ask before closing. */
  readonly #ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  readonly #close = (): void => {
    this.#closing = true;
    this.#write(undefined, { closed: true });
  };
  /** Also called when the browser restores a closed page. */
  readonly #renew = (): void => {
    this.#closing = false;
    this.#write();
  };

  #write(keep: (note: CutOffUpload) => boolean = () => true, { closed } = { closed: false }): void {
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

/** "Cut off: 12 MB of 30 MB had been sent …": the state, then advice. */
export function cutOffText(
  { bytes, sentBytes, files }: CutOffUpload,
  size: (n: number) => string,
): string {
  const it = files === null ? 'file' : 'folder';
  const again = `Choose the ${it} again`;
  if (sentBytes === 0) return `Not sent: the page was closed before its turn. ${again}.`;
  return `Cut off: ${size(sentBytes)} of ${size(bytes)} had been sent when the page was closed. ${again}; what the library has is not added twice.`;
}
