/**
 * Scrolls what holds a part of the page until the part is in view, by as little as that takes. Unlike `scrollIntoView` it
 * leaves alone where Tab goes on from: on a page that has just opened that is its top.
 */
export function scrollToPart(part: HTMLElement): void {
  for (let holder = part.parentElement; holder !== null; holder = holder.parentElement) {
    const { overflowY } = getComputedStyle(holder);
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue;
    const box = part.getBoundingClientRect();
    const view = holder.getBoundingClientRect();
    const above = box.top - view.top;
    const below = box.bottom - view.bottom;
    if (above < 0 || box.height > view.height) holder.scrollTop += above;
    else if (below > 0) holder.scrollTop += below;
    return;
  }
}
