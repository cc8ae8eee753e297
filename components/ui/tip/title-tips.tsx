'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import { nearTitles, type Titled } from './near-titles';
import { TipPanel } from './tip-panel';

/** How long a finger rests on what it asks about, and how far it may move meanwhile, in pixels. */
const PRESS_MS = 400;
const STILL = 10;
/** Titles at most. */
const MOST = 12;

const isSeen = (element: Element): boolean => {
  const { width, top, bottom } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
};

const titledOf = (element: Element): Titled => ({
  title: element.getAttribute('title') ?? '',
  get parentElement() {
    return element.parentElement === null ? null : titledOf(element.parentElement);
  },
  titled: () =>
    [...element.querySelectorAll('[title]')]
      .filter(isSeen)
      .map((inner) => ({ title: inner.getAttribute('title') ?? '' })),
});

/** What has the focus: the active row of a table, where the table keeps the focus itself. */
function focused(): Element {
  const at = document.activeElement ?? document.body;
  const active = document.getElementById(at.getAttribute('aria-activedescendant') ?? '');
  return active ?? at;
}

interface TitledElement {
  readonly at: Element;
  readonly words: readonly string[];
}

function atFocus(): TitledElement | null {
  const at = focused();
  const words = nearTitles(titledOf(at)).slice(0, MOST);
  return words.length === 0 ? null : { at, words };
}

/** The words of titles in a tip, at the focus by F2, under a finger that rests. */
export function TitleTips(props: {
  readonly asked: KeyboardEvent | PointerEvent;
  /** The finger that asked first is not down any more. */
  readonly isLifted: RefObject<boolean>;
}) {
  const { asked, isLifted } = props;
  const [shown, setShown] = useState(() => (asked.type === 'keydown' ? atFocus() : null));
  useTitleKey(setShown);
  useLongPress(asked, isLifted, setShown);
  if (shown === null) return null;
  return <TitlePanel key={shown.words.join()} shown={shown} onClose={() => setShown(null)} />;
}

function TitlePanel({
  shown,
  onClose,
}: {
  readonly shown: TitledElement;
  readonly onClose: () => void;
}) {
  const trigger = useRef(shown.at as HTMLElement);
  return (
    <TipPanel
      id="title-tip"
      trigger={trigger}
      side="bottom"
      onClose={onClose}
      onPointer={() => undefined}
      text={
        <span role="status" className="block space-y-1 wrap-anywhere whitespace-pre-line">
          {shown.words.map((words) => (
            <span key={words} className="block">
              {words}
            </span>
          ))}
        </span>
      }
    />
  );
}

/** F2 says, and says no more; so does any other key. */
function useTitleKey(
  setShown: (next: (old: TitledElement | null) => TitledElement | null) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F2') return setShown(() => null);
      event.preventDefault();
      setShown((old) => (old === null ? atFocus() : null));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [setShown]);
}

/** A finger that rests on what has a title asks for it; what is under it is not pressed then. */
function useLongPress(
  first: KeyboardEvent | PointerEvent,
  isLifted: RefObject<boolean>,
  setShown: (next: TitledElement | null) => void,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [x, y] = [0, 0];
    let isSaid = false;
    const stop = (): void => clearTimeout(timer);
    const onDown = (event: PointerEvent): void => {
      stop();
      isSaid = false;
      const { target, pointerType } = event;
      const at = target instanceof Element ? target.closest('[title]') : null;
      if (pointerType !== 'touch' || at === null) return;
      [x, y] = [event.clientX, event.clientY];
      timer = setTimeout(() => {
        isSaid = true;
        setShown({ at, words: [at.getAttribute('title') ?? ''] });
      }, PRESS_MS);
    };
    const onMove = (event: PointerEvent): void => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) stop();
    };
    const swallow = (event: Event): void => {
      if (!isSaid) return;
      event.preventDefault();
      if (event.type !== 'click') return;
      event.stopPropagation();
      isSaid = false;
    };
    if (first instanceof PointerEvent && !isLifted.current) onDown(first);
    const listeners = [
      ['pointerdown', onDown],
      ['pointermove', onMove],
      ['pointerup', stop],
      ['pointercancel', stop],
      ['contextmenu', swallow],
      // It would move the focus, at which the tip closes.
      ['mousedown', swallow],
      ['click', swallow],
    ] as const;
    for (const [type, listener] of listeners) {
      window.addEventListener(type, listener as EventListener, { capture: true });
    }
    return () => {
      stop();
      for (const [type, listener] of listeners) {
        window.removeEventListener(type, listener as EventListener, { capture: true });
      }
    };
  }, [first, isLifted, setShown]);
}
