'use client';

import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** How long a pointer rests on a control before its tip opens, and how long it may be on its way into the tip. */
const REST_MS = 250;
const WAY_MS = 150;

/** A tip's state, and what its trigger listens to. */
export interface Tip {
  readonly open: boolean;
  readonly close: () => void;
  /** For the panel: a pointer inside keeps it open. */
  readonly onPointer: (inside: boolean) => void;
  readonly listeners: {
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onPointerDown: () => void;
    readonly onPointerCancel: () => void;
    readonly onClick: (event: { readonly nativeEvent: object }) => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

const isTouch = (event: object): boolean =>
  event instanceof window.PointerEvent && event.pointerType === 'touch';

/**
 * Opens on a resting pointer, on focus that no press gave, and on a tap, which closes it again; closes
 * when the pointer has left trigger and panel, on a press, on blur, and when the trigger scrolls away.
 * `early` is called as soon as an opening is likely.
 */
export function useTip(trigger: RefObject<HTMLElement | null>, early: () => void): Tip {
  const [open, setOpen] = useState(false);
  const { after, cancel } = useTimer();
  /** Between a press and its click: whether the tip was open before. */
  const pressed = useRef<{ readonly open: boolean } | null>(null);
  const inside = useRef(false);
  const show = (next: boolean): void => {
    cancel();
    setOpen(next);
  };
  useScrollAway(trigger, open, () => setOpen(false));
  return {
    open,
    close: () => show(false),
    onPointer: (now) => {
      inside.current = now;
      if (now) cancel();
      else after(WAY_MS, () => setOpen(false));
    },
    listeners: {
      onPointerMove: ({ nativeEvent, buttons }) => {
        if (open || buttons !== 0 || isTouch(nativeEvent) || pressed.current !== null) return;
        early();
        after(REST_MS, () => setOpen(true), 'unless waiting');
      },
      onPointerLeave: ({ nativeEvent }) => {
        if (isTouch(nativeEvent)) return;
        pressed.current = null;
        cancel();
        if (open) after(WAY_MS, () => setOpen(false));
      },
      onPointerDown: () => {
        pressed.current = { open };
        show(false);
      },
      onPointerCancel: () => {
        pressed.current = null;
      },
      onClick: ({ nativeEvent }) => {
        const before = pressed.current?.open ?? false;
        show(isTouch(nativeEvent) && !before);
        if (isTouch(nativeEvent)) pressed.current = null;
      },
      onFocus: () => {
        if (pressed.current === null) show(true);
      },
      onBlur: () => {
        pressed.current = null;
        if (!inside.current) show(false);
      },
    },
  };
}

/** One timer, which ends with its component. */
function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const cancel = (): void => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const after = (ms: number, act: () => void, unless?: 'unless waiting'): void => {
    if (unless !== undefined && timer.current !== null) return;
    cancel();
    timer.current = setTimeout(() => {
      timer.current = null;
      act();
    }, ms);
  };
  return { after, cancel };
}

/** Calls when the trigger scrolls; the browser also scrolls to what gets the focus: there the tip moves along. */
function useScrollAway(
  trigger: RefObject<HTMLElement | null>,
  watch: boolean,
  onAway: () => void,
): void {
  const away = useRef(onAway);
  useEffect(() => {
    away.current = onAway;
  });
  useEffect(() => {
    if (!watch) return;
    const onScroll = ({ target }: Event): void => {
      const control = trigger.current;
      if (control === null || !(target instanceof Node) || !target.contains(control)) return;
      if (!control.contains(document.activeElement)) away.current();
    };
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, [trigger, watch]);
}
