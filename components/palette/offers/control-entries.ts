import type { Entry } from '../entry';

/** Controls of a page that have a name of their own; rows of tables repeat theirs. */
const CONTROLS =
  'header button, header a[href], main button, main a[href], main summary, main [role=tab], main input, main select, main textarea';
const REPEATED = 'table, [role=table], [role=grid], [role=row], [role=listbox]';

const NOT_MEANT = ':disabled, [tabindex="-1"]:not([role=tab])';

const isShown = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) &&
  element.closest('[inert], [aria-hidden=true]') === null;

/** A control's name as a screen reader says it, without what its label does not hold. */
function nameOf(element: HTMLElement): string {
  const labelled = element.getAttribute('aria-label');
  const label =
    'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null)?.[0] : null;
  const text = labelled ?? label?.textContent ?? element.textContent;
  return text.replace(/\s+/g, ' ').trim();
}

/** True for a control that is used by typing, choosing or moving: it gets the focus. */
const isField = (element: HTMLElement): boolean =>
  element.matches('select, textarea, input:not([type=checkbox], [type=radio], [type=button])');

function press(element: HTMLElement): void {
  element.focus();
  if (!isField(element)) element.click();
}

/** Every control that the page shows, once by its name; pressed when chosen, a field is focused. */
export function controlEntries(root: ParentNode): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const element of root.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (element.closest(REPEATED) !== null || element.matches(NOT_MEANT)) continue;
    const name = nameOf(element);
    if (name.length < 2 || name.length > 80 || entries.has(name) || !isShown(element)) continue;
    entries.set(name, {
      ...{ id: `control:${name}`, section: 'On this page', title: name, isForeign: true },
      run: () => press(element),
    });
  }
  return [...entries.values()];
}
