const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...alphabet].map((symbol, value) => [symbol.charCodeAt(0), value]));
values.set('-'.charCodeAt(0), 62);
values.set('_'.charCodeAt(0), 63);

/** Units joined at once; more arguments than this overflow some stacks. */
const CHUNK = 8192;

/** UTF-8 text in base64, without a host decoder; broken sequences become U+FFFD. */
export const base64Text = (data: string): string => utf8Text(base64Bytes(data));

/** The bytes of base64 in either alphabet; other signs are skipped. */
export function base64Bytes(data: string): readonly number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let i = 0; i < data.length; i++) {
    const value = values.get(data.charCodeAt(i));
    if (value === undefined) continue;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
    bits &= (1 << held) - 1;
  }
  return bytes;
}

function utf8Text(bytes: readonly number[]): string {
  const pieces: string[] = [];
  let points: number[] = [];
  for (let i = 0; i < bytes.length;) {
    const [point, length] = codePointAt(bytes, i);
    points.push(point);
    i += length;
    if (points.length < CHUNK) continue;
    pieces.push(String.fromCodePoint(...points));
    points = [];
  }
  return pieces.join('') + String.fromCodePoint(...points);
}

/** The code point that begins at `at`, and its bytes. */
function codePointAt(bytes: readonly number[], at: number): readonly [number, number] {
  const first = bytes[at] as number;
  if (first < 0x80) return [first, 1];
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let point = first & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i];
    if (next === undefined || next >> 6 !== 2) return [0xfffd, 1];
    point = (point << 6) | (next & 0x3f);
  }
  return first < 0xc2 || point > 0x10ffff ? [0xfffd, 1] : [point, length];
}
