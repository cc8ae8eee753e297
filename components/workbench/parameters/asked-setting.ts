import type { WorkbenchStore } from '../state/workbench-store';
import { primaryFields } from './primary-fields';

/** At the end of an address: the first setting is selected, so that the arrow keys begin a what-if. */
const WHAT_IF = '#what-if';

/** Key of the setting that the address asks for; null for none. */
export const askedSetting = (store: WorkbenchStore): string | null =>
  window.location.hash === WHAT_IF ? (primaryFields(store.frame().policy)[0]?.key ?? null) : null;

/** Asked once: a copied link and a reload do not ask again. */
export function forgetAsked(): void {
  const { hash, pathname, search } = window.location;
  if (hash === WHAT_IF) window.history.replaceState(null, '', pathname + search);
}
