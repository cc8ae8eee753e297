/** Pixels that a finger needs, whatever size a control is drawn in. */
const FINGER = 44;
/** How long after a finger is lifted the browser's click comes. */
const CLICK_MS = 700;

const CONTROLS =
  'button, a[href], summary, label, input[type=checkbox], input[type=radio], [role=tab], [role=option]';
/** What is tapped at a place has a meaning of its own there. */
const PLACES =
  'input, select, textarea, svg, [role=slider], [role=grid], [role=listbox], [data-plots]';
/** Where around a finger a control is looked for: two rings. */
const AROUND = [10, 21].flatMap((far) =>
  Array.from({ length: 8 }, (_, i) => [
    far * Math.cos((i * Math.PI) / 4),
    far * Math.sin((i * Math.PI) / 4),
  ]),
);

/** Pixels from a place to a rectangle's edge, 0 inside. */
const away = (x: number, y: number, { left, right, top, bottom }: DOMRect): number =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** The place is in the 44 pixels around the middle of a control, or in the control. */
function reaches(x: number, y: number, box: DOMRect): boolean {
  const wide = Math.max(FINGER, box.width) / 2;
  const high = Math.max(FINGER, box.height) / 2;
  return (
    Math.abs(x - (box.left + box.right) / 2) <= wide &&
    Math.abs(y - (box.top + box.bottom) / 2) <= high
  );
}

/** The control beside a place that a finger may have meant; null where there is none. */
function controlNear(x: number, y: number): HTMLElement | null {
  let best: { readonly control: HTMLElement | null; readonly far: number } = {
    ...{ control: null, far: Infinity },
  };
  for (const [right = 0, down = 0] of AROUND) {
    const control = document.elementFromPoint(x + right, y + down)?.closest<HTMLElement>(CONTROLS);
    if (!control || control.matches(':disabled')) continue;
    const box = control.getBoundingClientRect();
    const far = away(x, y, box);
    if (far < best.far && reaches(x, y, box)) best = { control, far };
  }
  return best.control;
}

let isWatching = false;

/**
 * Gives a tap that misses a small control to the nearest one whose 44 pixels it is in. Controls stay as
 * small as they are drawn, and never take a tap that hits another.
 */
export function watchTaps(): void {
  if (isWatching) return;
  isWatching = true;
  let lifted = { at: -Infinity, x: 0, y: 0 };
  window.addEventListener(
    'pointerup',
    ({ pointerType, clientX: x, clientY: y }) => {
      if (pointerType === 'touch') lifted = { at: performance.now(), x, y };
    },
    { capture: true, passive: true },
  );
  window.addEventListener(
    'click',
    (event) => {
      const { target, isTrusted } = event;
      if (!isTrusted || performance.now() - lifted.at > CLICK_MS) return;
      if (!(target instanceof Element) || target.closest(`${CONTROLS}, ${PLACES}`)) return;
      const control = controlNear(lifted.x, lifted.y);
      if (control === null) return;
      event.preventDefault();
      event.stopPropagation();
      control.click();
    },
    { capture: true },
  );
}
