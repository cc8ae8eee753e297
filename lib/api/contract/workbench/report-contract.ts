import * as z from 'zod';
import {
  chartThemes,
  LONGEST_EXPECTED,
  reportFormats,
} from '@/lib/answers/report/document/report-format';
import { MOST_NOTE, MOST_NOTES } from '@/lib/engine/session/step-note';
import { count, list } from '../fields';
import { stepRequestSchema } from '../replay-contract';

export { LONGEST_EXPECTED, reportFiles } from '@/lib/answers/report/document/report-format';
export type { ReportFormat } from '@/lib/answers/report/document/report-format';

/** What a user wrote on the steps from one to another. */
const noteSchema = z.strictObject({
  from: count,
  to: count,
  text: z.string().min(1).max(MOST_NOTE),
});

/**
 * POST /api/sessions/[id]/report: the file that `highwater report` writes for the same question. Policy,
 * preset, settings, faults and step are as of an explanation.
 */
export const reportRequestSchema = stepRequestSchema.extend({
  format: z.enum(reportFormats).default('html'),
  /** Names of the session, its agent, files and tools are in it; its texts never are. */
  texts: z.boolean().default(false),
  /** First and last step of the chart, and of the rows; all steps if left out. */
  range: z.tuple([count, count]).optional(),
  /** Colours of the SVG. */
  theme: z.enum(chartThemes).default('auto'),
  notes: list(noteSchema.refine(({ from, to }) => from <= to, 'A note ends before it begins'))
    .refine((notes) => notes.length <= MOST_NOTES, `More than ${MOST_NOTES} notes`)
    .default([]),
  /** The session's own notes too, before those of the request. */
  sessionNotes: z.boolean().default(false),
});
export type ReportRequest = Readonly<z.input<typeof reportRequestSchema>>;

/** POST /api/sessions/[id]/bug-report: the file that `highwater bug-report` writes. */
export const bugRequestSchema = stepRequestSchema.extend({
  step: count,
  /** What the user expected of the step, in words. */
  expected: z.string().min(1).max(LONGEST_EXPECTED),
});
export type BugRequest = Readonly<z.input<typeof bugRequestSchema>>;
