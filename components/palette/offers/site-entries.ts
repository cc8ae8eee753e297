import { doors, helpPages, innerPages } from '@/components/ui/site/site-pages';
import { chooseTheme, themeWords, themes } from '@/components/ui/theme/chosen-theme';
import type { Corpus } from '@/lib/api/contract/corpus-contract';
import type { SessionRow } from '@/lib/api/contract/contract';
import type { SweepBrief } from '@/lib/api/contract/sweep-contract';
import { counted } from '@/lib/engine/base/format';
import type { Entry } from '../entry';

/** Every page, by its name where it is linked. */
export const pageEntries: readonly Entry[] = [...doors, ...innerPages, ...helpPages].map(
  ({ href, label }) => ({
    ...{ id: `page:${href}`, section: 'Pages', title: label, href, words: 'go to page' },
  }),
);

/** The looks of the pages. */
export const themeEntries: readonly Entry[] = themes.map((theme) => ({
  ...{ id: `theme:${theme}`, section: 'Theme', title: themeWords[theme] },
  words: 'colour mode look',
  run: () => chooseTheme(theme),
}));

/** A session by its name, with its agent and size. */
export const sessionEntry = (row: SessionRow): Entry => ({
  ...{ id: `session:${row.id}`, section: 'Sessions', title: row.name, isForeign: true },
  isLikely: true,
  hint: row.verdict === '' ? `${row.agent} · ${counted(row.steps, 'step')}` : row.verdict,
  words: `${row.agent} ${row.file} ${row.model ?? ''} ${row.lane}`,
  href: `/sessions/${row.id}`,
});

export const corpusEntry = ({ id, name, frozen }: Corpus): Entry => ({
  ...{ id: `corpus:${id}`, section: 'Corpora', title: name, isForeign: true },
  ...(frozen === null ? {} : { hint: `frozen, ${counted(frozen.sessions, 'session')}` }),
  words: 'view corpus',
  href: `/?corpus=${id}`,
});

export const sweepEntry = ({ id, number, name, sessions }: SweepBrief): Entry => ({
  ...{ id: `sweep:${id}`, section: 'Kept sweeps', title: name, isForeign: true },
  hint: `sweep ${number} · ${counted(sessions, 'session')}`,
  href: `/tune?sweep=${id}`,
});
