/** Colours of lanes by their letters, told apart by colour-blind readers too; a letter stands beside each. */
const colors = [
  'var(--real)',
  'light-dark(#0f62a8, #6cb2ee)',
  'light-dark(#b4500a, #f0a04b)',
  'light-dark(#0a7d77, #3cc4b8)',
  'light-dark(#a8327e, #ee86c4)',
  'light-dark(#66680a, #c3c24e)',
] as const;

/** Colour of the lane with a letter, where lanes share one plot. */
export const laneColor = (letter: string): string =>
  colors[(letter.charCodeAt(0) - 65) % colors.length] ?? colors[0];
