'use client';

import { useEffect, useRef, useState } from 'react';
import { lateAddition } from '../late';

/** Without it titles need a pointer that rests, as everywhere. */
const { Part: TitleTips, fetchEarly } = lateAddition(
  () => import('./title-tips').then((file) => file.TitleTips),
  () => null,
);

/** Says what `title`s say to those without a mouse: by the key F2, and under a finger that rests. */
export function TitleDoor() {
  const [asked, setAsked] = useState<KeyboardEvent | PointerEvent | null>(null);
  const isLifted = useRef(false);
  useEffect(() => {
    // Until the code is there, which may take as long as it likes: a finger that is still down is heard.
    const onLift = (): void => {
      isLifted.current = true;
    };
    window.addEventListener('pointerup', onLift);
    window.addEventListener('pointercancel', onLift);
    return () => {
      window.removeEventListener('pointerup', onLift);
      window.removeEventListener('pointercancel', onLift);
    };
  }, []);
  useEffect(() => {
    if (asked !== null) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F2') setAsked(event);
    };
    const onPointer = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') return;
      isLifted.current = false;
      setAsked(event);
    };
    // The first finger must not wait for the code, which comes before it here.
    if (window.matchMedia('(pointer: coarse)').matches) fetchEarly();
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPointer);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPointer);
    };
  }, [asked]);
  return asked === null ? null : <TitleTips asked={asked} isLifted={isLifted} />;
}
