import type { ApiErrorBody, ErrorCode } from './contract/contract';

/** A failed API call; code `unreachable` if the server sent no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'unreachable';
  readonly hint: string | undefined;
  readonly at: string | number | undefined;
  /** HTTP status; 0 without an answer. */
  readonly status: number;

  constructor(
    body: Omit<ApiErrorBody, 'code'> & { readonly code: ErrorCode | 'unreachable' },
    status: number,
  ) {
    super(body.message);
    this.code = body.code;
    this.hint = body.hint;
    this.at = body.at;
    this.status = status;
  }
}
