'use client';

let door: (() => void) | null = null;

/** Opens the palette, wherever it was asked for. */
export const openPalette = (): void => door?.();

/** Names what opens the palette; returns what ends that. */
export function setDoor(open: () => void): () => void {
  door = open;
  return () => {
    if (door === open) door = null;
  };
}
