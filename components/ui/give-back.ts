/** Focuses the element a dialog was opened from; the page's content if that is gone or hidden. */
export function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  if (opener !== document.body && document.activeElement === opener) return;
  const main = document.getElementById('main');
  // Not in the order of Tab, but able to hold the focus.
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
}
