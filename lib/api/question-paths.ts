import * as z from 'zod';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import type { LanesQuestion } from '@/lib/answers/model/lanes';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { corpusQuestions, lanesQuestions, questions } from '@/lib/answers/registry';
import { blocksSchema, BLOCKS_TYPE } from './contract/answers-contract';
import { EXAMPLE_ID, idSchema } from './contract/fields';
import {
  corpusRequestSchema,
  lanesRequestSchema,
  questionAnswerSchema,
  questionRequestSchema,
  sessionsAnswerSchema,
} from './contract/question-contract';

/** A part of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>;

/** Questions by what they are about; those of the registry if left out. */
export interface DocumentedQuestions {
  readonly sessions?: readonly AnyQuestion[];
  readonly lanes?: readonly LanesQuestion[];
  readonly corpora?: readonly CorpusQuestion[];
}

/**
 * The paths of questions; their named schemas go to `components`. `refusals` makes the answers to a request
 * that is refused, given what a bad one is.
 */
export function questionPaths(
  { sessions = questions, lanes = lanesQuestions, corpora = corpusQuestions }: DocumentedQuestions,
  components: Record<string, unknown>,
  refusals: (wrong: string) => Node,
): Node {
  const paths: Record<string, Node> = {};
  for (const question of sessions) {
    paths[`/api/sessions/{id}/${question.id}`] = postNode(question, components, {
      request: questionRequestSchema(question),
      example: { settings: { window: 180_000 }, ...question.example },
      answer: questionAnswerSchema(question),
      also: ' GET takes the same fields in its address, settings and faults as JSON.',
      parameters: [
        {
          ...{ name: 'id', in: 'path', required: true, example: EXAMPLE_ID },
          schema: z.toJSONSchema(idSchema),
        },
      ],
      refusals: refusals('A field is wrong, or the session has no such step.'),
    });
  }
  for (const question of lanes) {
    paths[`/api/${question.id}`] = postNode(question, components, {
      request: lanesRequestSchema(question),
      example: {
        lanes: [`${EXAMPLE_ID}:own`, `${EXAMPLE_ID}:own:window=180000`],
        ...question.example,
      },
      answer: sessionsAnswerSchema(question),
      also: '',
      parameters: [],
      refusals: refusals('A field is wrong, or a lane names no policy or setting.'),
    });
  }
  for (const question of corpora) {
    paths[`/api/${question.id}`] = postNode(question, components, {
      request: corpusRequestSchema(question),
      example: { sessions: [EXAMPLE_ID], ...question.example },
      answer: sessionsAnswerSchema(question),
      also: ' It takes a saved corpus, a filter, or the ids of sessions.',
      parameters: [],
      refusals: refusals(
        'A field is wrong, there are too many sessions or none, or it would take too long.',
      ),
    });
  }
  return paths;
}

/** What differs between the paths of questions. */
interface QuestionPath {
  readonly request: z.ZodObject;
  readonly example: Node;
  readonly answer: z.ZodObject;
  /** A sentence more on it. */
  readonly also: string;
  readonly parameters: readonly Node[];
  readonly refusals: Node;
}

const text = { schema: { type: 'string' } };
const blocks = { schema: z.toJSONSchema(blocksSchema, { unrepresentable: 'any' }) };

function postNode(
  { id, title, about, csv }: Pick<AnyQuestion, 'id' | 'title' | 'about' | 'csv'>,
  components: Record<string, unknown>,
  { request, example, answer, also, parameters, refusals }: QuestionPath,
): Node {
  const asked = { schema: questionNode(request, 'input', components), example };
  const content = {
    'application/json': { schema: questionNode(answer, 'output', components) },
    'text/plain': text,
    'text/markdown': text,
    [BLOCKS_TYPE]: blocks,
    ...(csv === undefined ? {} : { 'text/csv': text }),
  };
  return {
    post: {
      operationId: `ask-${id}`,
      summary: title,
      description: `${about}${also}`,
      parameters,
      requestBody: { required: true, content: { 'application/json': asked } },
      responses: {
        '200': { description: 'The answer, as the Accept header wants it.', content },
        ...refusals,
      },
    },
  };
}

/** A schema of a question; what has a name moves to the document's components. */
export function questionNode(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, unknown>,
): Node {
  const options = { io, unrepresentable: 'any', override: writable } as const;
  const { $schema: _, $defs = {}, ...node } = z.toJSONSchema(schema, options);
  const moved = (one: unknown): Node =>
    JSON.parse(JSON.stringify(one).replaceAll('#/$defs/', '#/components/schemas/')) as Node;
  for (const [name, one] of Object.entries($defs)) components[name] = moved(one);
  return moved(node);
}

/** A read-only list is one of TypeScript's; OpenAPI would forbid the field in a request. */
const writable = ({ jsonSchema }: { readonly jsonSchema: { readOnly?: unknown } }): void => {
  delete jsonSchema.readOnly;
};
