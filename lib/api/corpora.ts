import type { CorpusPage, CorpusRow } from './contract/corpus-contract';
import { corpusPageSchema, MOST_CORPUS_ROWS } from './contract/corpus-contract';
import type { CorpusChoice } from './contract/filter-address';
import { json, request } from './client';

/** All sessions of a choice, in the order of the corpus. */
export interface ResolvedCorpus {
  readonly sessions: readonly CorpusRow[];
  /** Sessions of a list that the library has no more, and those whose numbers cannot be read. */
  readonly missing: readonly string[];
  /** Sessions whose numbers are others than when the list was frozen; they are in `sessions` too. */
  readonly changed: readonly string[];
}

/** Fetches the sessions of a corpus, a filter or a list, page by page. @throws ApiError */
export async function resolveCorpus(
  choice: CorpusChoice,
  signal: AbortSignal,
): Promise<ResolvedCorpus> {
  const pages: CorpusPage[] = [];
  let after: number | null = null;
  do {
    const place = after === null ? {} : { after };
    const body = { ...choice, ...place, take: MOST_CORPUS_ROWS };
    const page: CorpusPage = await request(corpusPageSchema, '/api/corpora/resolve', {
      ...json('POST', body),
      signal,
    });
    pages.push(page);
    after = page.next;
  } while (after !== null);
  return {
    sessions: pages.flatMap(({ sessions }) => sessions),
    missing: pages.flatMap(({ missing }) => missing),
    changed: pages.flatMap(({ changed }) => changed),
  };
}
