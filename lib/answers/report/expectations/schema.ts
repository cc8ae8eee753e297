/** The form of highwater.yaml: what some settings are expected to do to some sessions. */
import * as z from 'zod';
import { promiseSchema } from '../promises/schema';

/** Version of the form. */
export const EXPECTATIONS_VERSION = 1;

const name = z.string().min(1).max(1_000);
const step = z.int().min(0);
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A session by its numbers: with texts or without, under any name, it is the same session. */
const sessionSchema = z.strictObject({
  name,
  /** `profileHash` of its numbers. */
  hash: z.string().regex(/^[0-9a-f]{28}$/, 'is not a hash of 28 hexadecimal digits'),
  /** Its own limit, which its window follows; null: unknown. */
  limit: z.int().positive().nullable(),
  /** Heuristic tokens of its prefix. */
  prefix: z.int().min(0),
});
export type SessionExpectation = Readonly<z.infer<typeof sessionSchema>>;

/** One session, or every session but some. */
const some = { session: name.optional(), except: z.array(name).optional() };

const axisSchema = z.strictObject({
  setting: z.string(),
  from: z.number(),
  to: z.number(),
  step: z.number().positive(),
});

const expectationSchema = z.discriminatedUnion('expect', [
  /** It compacts at this step, counted from 0. */
  z.strictObject({ expect: z.literal('fires'), session: name, step }),
  z.strictObject({ expect: z.literal('never overflows'), ...some }),
  z.strictObject({ expect: z.literal('no loop'), ...some }),
  /** At most so many compactions, in each session. */
  z.strictObject({ expect: z.literal('compactions'), ...some, most: z.int().min(0) }),
  /** At most so many compactions per 100 steps, of one session or of all together. */
  z.strictObject({
    expect: z.literal('compactions per 100 steps'),
    ...some,
    most: z.number().min(0),
  }),
  /** A sweep over these axes recommends settings within a share of these. */
  z.strictObject({
    expect: z.literal('recommendation'),
    settings: z.record(z.string(), z.number()),
    within: z.number().min(0).max(1),
    vary: z.array(axisSchema).min(1).max(3),
  }),
]);
export type Expectation = Readonly<z.infer<typeof expectationSchema>>;

/** Version of a file, whatever else is in it. */
export const versionSchema = z.looseObject({ version: z.int() });

/** The whole file. */
export const expectationsSchema = z
  .strictObject({
    version: z.literal(EXPECTATIONS_VERSION),
    /** Version and engine that recorded it. */
    producer: z.string(),
    policy: z.string(),
    /** Settings as given; what is left out is the session's own or the policy's default. */
    settings: z.record(z.string(), value),
    /** Limit of every session; null: its own. */
    limit: z.int().positive().nullable(),
    sessions: z.array(sessionSchema),
    expectations: z.array(expectationSchema).min(1),
    /** What was promised of the settings, and of settings before; left out for none. */
    promises: z.array(promiseSchema).max(1_000).optional(),
  })
  .superRefine(({ sessions, expectations }, context) => {
    const names = sessions.map((one) => one.name);
    for (const [i, own] of names.entries()) {
      if (names.indexOf(own) < i) {
        const message = `a second session is called "${own}"`;
        context.addIssue({ code: 'custom', path: ['sessions', i, 'name'], message });
      }
    }
    for (const [i, one] of expectations.entries()) {
      if (one.expect === 'recommendation') continue;
      const named = [one.session, ...('except' in one ? (one.except ?? []) : [])];
      const unknown = named.find((own) => own !== undefined && !names.includes(own));
      if (unknown === undefined) continue;
      const message = `"sessions" lists none called "${unknown}"`;
      context.addIssue({ code: 'custom', path: ['expectations', i], message });
    }
  });
export type Expectations = Readonly<z.infer<typeof expectationsSchema>>;
