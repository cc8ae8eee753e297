const printed: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫',
  Escape: 'Esc',
  Shift: '⇧',
};

/** A press as its keys are printed on a keyboard: "Shift+n" is ⇧ and n. */
export const printedKeys = (press: string): readonly string[] =>
  press.split('+').map((key) => printed[key] ?? key);
