/** A text that both databases can hold: PostgreSQL's has no NUL. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');
