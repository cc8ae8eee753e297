/**
 * Scrolls what holds a part of the page until the part begins where its holder does. Unlike `scrollIntoView` it leaves
 * alone where Tab goes on from: on a page that has just opened that is its top.
 */
export function scrollToPart(part: HTMLElement): void {
  for (let holder = part.parentElement; holder !== null; holder = holder.parentElement) {
    const { overflowY } = getComputedStyle(holder);
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue;
    holder.scrollTop += part.getBoundingClientRect().top - holder.getBoundingClientRect().top;
    return;
  }
}
