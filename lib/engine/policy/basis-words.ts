import type { Basis } from './policy';

/** A policy's basis: badge and explanation. */
export const basisWords: Readonly<
  Record<Basis, { readonly badge: string; readonly text: string }>
> = {
  exact: {
    badge: 'exact',
    text: 'computes what the system’s code computes',
  },
  'exact-rule': {
    badge: 'exact rule',
    text: 'decides as the system’s code does, on a count that is only near its own',
  },
  documented: {
    badge: 'documented',
    text: 'follows a document or a source that was read and not run',
  },
  reconstructed: {
    badge: 'reconstructed',
    text: 'rebuilt from recordings and public statements',
  },
  ours: { badge: 'Highwater variant', text: 'made by Highwater; no other system runs it' },
};
