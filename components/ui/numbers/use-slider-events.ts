import { useRef } from 'react';
import type { ChangedBy } from './number-field';

/**
 * The events of a slider. Radix commits the value that was drawn last when the pointer lets go: on a busy
 * machine an older one, or none; and nothing where the pointer is taken away. So what the pointer asked for
 * last is kept here. A key commits its value before it reports it as changed: its move is left out.
 */
export function useSliderEvents(
  onMove: (values: readonly number[]) => void,
  onCommit: (values: readonly number[], how: ChangedBy) => void,
) {
  const byKeys = useRef(false);
  const moved = useRef<readonly number[] | null>(null);
  return {
    onValueChange: (values: readonly number[]): void => {
      if (byKeys.current) return;
      moved.current = values;
      onMove(values);
    },
    onValueCommit: (values: readonly number[]): void => {
      if (byKeys.current) onCommit(values, { by: 'keys' });
    },
    onKeyDownCapture: (): void => {
      byKeys.current = true;
    },
    onPointerDownCapture: (): void => {
      byKeys.current = false;
    },
    onLostPointerCapture: (): void => {
      const last = moved.current;
      moved.current = null;
      if (last !== null) onCommit(last, {});
    },
  };
}
