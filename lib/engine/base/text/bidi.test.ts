import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bidiPieces, reorders, withoutControls } from './bidi';

/** Every control, with the name by which it is shown. */
const controls = [
  0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => [`U+${code.toString(16).toUpperCase().padStart(4, '0')}`, code] as const);

describe('a bidirectional control', () => {
  it.each(controls)('%s is shown by its name', (name, code) => {
    const text = `invoice${String.fromCharCode(code)}fdp.exe`;
    expect(withoutControls(text)).toBe(`invoice[${name}]fdp.exe`);
    expect(bidiPieces(text)).toEqual([
      { text: 'invoice', control: false },
      { text: name, control: true },
      { text: 'fdp.exe', control: false },
    ]);
    expect(reorders(text)).toBe(true);
  });
});

describe('bidiPieces', () => {
  it('holds the whole text, and no control', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...controls.map(([, code]) => String.fromCharCode(code))),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 10 }), (parts) => {
        const text = parts.join('');
        const pieces = bidiPieces(text);
        const shown = pieces
          .map((piece) => (piece.control ? `[${piece.text}]` : piece.text))
          .join('');
        expect(shown).toBe(withoutControls(text));
        expect(reorders(shown)).toBe(
          pieces.some((piece) => !piece.control && reorders(piece.text)),
        );
        expect(withoutControls(shown)).toBe(shown);
      }),
    );
  });

  it('of nothing is nothing', () => {
    expect(bidiPieces('')).toEqual([]);
  });
});

describe('reorders', () => {
  it.each(['שלום', 'مرحبا', 'a ש b'])('is true for letters from right to left: %s', (text) => {
    expect(reorders(text)).toBe(true);
  });

  it.each(['', 'plain.jsonl', '日本語', 'Ünïcode ✓ 🎉'])('is false for %j', (text) => {
    expect(reorders(text)).toBe(false);
  });
});
