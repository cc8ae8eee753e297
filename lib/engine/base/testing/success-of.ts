import type { Result } from '../result';

/** What a result that should succeed holds; throws the message of its error otherwise. */
export function successOf<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
