import { readModelView, writeModelView, type ModelView } from './model-url';

/** Puts a part of the view into the address; what the address holds besides stays. */
export function keepInAddress(change: Partial<ModelView>): void {
  const { pathname, search, hash } = window.location;
  const query = writeModelView({ ...readModelView(search), ...change }, search);
  if (query !== search) window.history.replaceState(null, '', `${pathname}${query}${hash}`);
}
