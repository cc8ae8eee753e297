import type * as z from 'zod';
import { path, request } from '../client';
import { recallOtherSchema } from '../contract/workbench/recall-contract';

/** Whose names tell the chance level of a session, and whose might; null: nobody is named. @throws ApiError */
export const fetchOthers = (
  id: string,
  against: string | null,
): Promise<z.infer<typeof recallOtherSchema>> =>
  request(
    recallOtherSchema,
    against === null
      ? path`/api/sessions/${id}/recall`
      : path`/api/sessions/${id}/recall?against=${against}`,
  );
