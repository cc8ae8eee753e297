import type { WorkbenchStore } from '../state/workbench-store';
import { primaryFields } from './primary-fields';
import { WHAT_IF } from './what-if-hash';

/** Key of the setting that the address asks for; null for none. */
export const askedSetting = (store: WorkbenchStore): string | null =>
  window.location.hash === WHAT_IF ? (primaryFields(store.frame().policy)[0]?.key ?? null) : null;

/** Asked once: a copied link and a reload do not ask again. */
export function forgetAsked(): void {
  const { hash, pathname, search } = window.location;
  if (hash === WHAT_IF) window.history.replaceState(null, '', pathname + search);
}
