import { libraryAddress, type LibraryView } from '../library-view';

const STORED = 'highwater-library-place';

/**
 * Notes where the list was left for a session: in the address which one, for Back and for a reload,
 * and in this tab how far it was scrolled.
 */
export function leavePlace(view: LibraryView, id: string, top: number): void {
  window.history.replaceState(null, '', libraryAddress({ ...view, at: id }));
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ id, top }));
  } catch {
    // Storage is full or forbidden: Back then leads to the row itself.
  }
}

/** Pixels that the list was scrolled by when it was left for a session; null where unknown. */
export function placeLeft(id: string): number | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { id: known, top } = stored as { readonly id?: unknown; readonly top?: unknown };
    return known === id && typeof top === 'number' ? top : null;
  } catch {
    return null;
  }
}
