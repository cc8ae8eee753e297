/** A number rounded to so many decimals: 0.1 + 0.2 to 2 is 0.3. */
export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));
