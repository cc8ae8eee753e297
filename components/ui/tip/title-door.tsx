'use client';

import { useEffect, useState } from 'react';
import { lateAddition } from '../late';

/** Without it titles need a pointer that rests, as everywhere. */
const { Part: TitleTips } = lateAddition(
  () => import('./title-tips').then((file) => file.TitleTips),
  () => null,
);

/** Says what `title`s say to those without a mouse: by the key F2, and by a long press. */
export function TitleDoor() {
  const [asked, setAsked] = useState<'key' | 'touch' | null>(null);
  useEffect(() => {
    if (asked !== null) return;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'F2') setAsked('key');
    };
    const onPointer = ({ pointerType }: PointerEvent): void => {
      if (pointerType === 'touch') setAsked('touch');
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('pointerdown', onPointer);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('pointerdown', onPointer);
    };
  }, [asked]);
  return asked === null ? null : <TitleTips asked={asked} />;
}
