import { json, path, send } from './client';
import type { BugRequest, ReportRequest } from './contract/workbench/report-contract';

/** A report's file, as `highwater report` writes it. @throws ApiError */
export async function getReport(id: string, question: ReportRequest): Promise<Blob> {
  const answer = await send(path`/api/sessions/${id}/report`, json('POST', question));
  return answer.blob();
}

/** A bug report's file, as `highwater bug-report` writes it. @throws ApiError */
export async function getBugReport(id: string, question: BugRequest): Promise<Blob> {
  const answer = await send(path`/api/sessions/${id}/bug-report`, json('POST', question));
  return answer.blob();
}
