import { randomBytes } from 'node:crypto';

const LENGTH = 12;
const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/** A new random identifier: 12 lower-case letters and digits, 60 bits. */
export function newId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
