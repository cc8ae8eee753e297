import * as z from 'zod';
import { importers } from '@/lib/readers/importers/registry';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { questions } from '@/lib/answers/registry';
import { errorEnvelopeSchema } from './contract/contract';
import { questionAnswerSchema, questionRequestSchema } from './contract/question-contract';
import { idSchema } from './contract/fields';
import {
  formatIds,
  ingestedSchema,
  MOST_OTLP_BYTES,
  MOST_PENDING_IMPORTS,
  MOST_TRACE_BYTES,
  MOST_WAIT_SECONDS,
  otlpAnswerSchema,
  otlpLogsSchema,
  otlpStatusSchema,
  otlpTracesSchema,
} from './contract/ingest-contract';

const schemas = {
  Ingested: ingestedSchema,
  Error: errorEnvelopeSchema,
  OtlpAnswer: otlpAnswerSchema,
  OtlpStatus: otlpStatusSchema,
  OtlpTraces: otlpTracesSchema,
  OtlpLogs: otlpLogsSchema,
} as const;

/** Name of a schema in the document. */
export type SchemaName = keyof typeof schemas;

type Node = Readonly<Record<string, unknown>>;

const ref = (name: SchemaName): Node => ({ $ref: `#/components/schemas/${name}` });
const json = (name: SchemaName): Node => ({ 'application/json': { schema: ref(name) } });
const binary = { schema: { type: 'string', contentEncoding: 'binary' } };

const retryAfter = {
  headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
};

const answers = (
  schema: SchemaName,
  descriptions: Readonly<Record<string, string>>,
  also: Node = {},
  more: Node = {},
): Node =>
  Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      {
        description,
        content: { ...json(schema), ...also },
        ...(status === '429' ? retryAfter : more),
      },
    ]),
  );

/** Refusals before the body is read; every path answers them with the API's error body. */
const REFUSALS = {
  '401': 'The server has a token and the request does not bring it.',
  '403': 'The server has no token, and the host or origin is foreign.',
};

const protobuf = { 'application/x-protobuf': binary };

const otlp = (signal: 'traces' | 'logs', request: SchemaName): Node => ({
  post: {
    operationId: `post-${signal}`,
    summary: `OTLP/HTTP ${signal}: the answer comes once every record is stored.`,
    parameters: [
      {
        name: 'Content-Encoding',
        in: 'header',
        schema: { type: 'string', enum: ['gzip', 'identity'] },
      },
    ],
    requestBody: { required: true, content: { ...json(request), ...protobuf } },
    responses: {
      ...answers('OtlpAnswer', { '200': 'Stored; partialSuccess counts what was not.' }, protobuf),
      ...answers(
        'OtlpStatus',
        {
          '400': 'No OTLP message of this signal.',
          '413': `Larger than ${MOST_OTLP_BYTES / 1e6} MB, or too large after decompression.`,
          '415': 'Another content type or content encoding.',
          '429': 'Too many records wait to be stored.',
        },
        protobuf,
      ),
      ...answers('Error', REFUSALS),
    },
  },
});

const query = (name: string, description: string, schema: Node): Node => ({
  ...{ name, in: 'query', description, schema },
});

/** Id and name of each format, and the compressions and archives that are read. */
const formatsText = `The content decides the format: ${importers
  .map(({ id, label }) => `\`${id}\` (${label})`)
  .join(
    ', ',
  )}; or as a saved mapping says. A trace comes as it is, as .gz or .zst, or with others in \
a .zip, .tar or .tar.gz: an archive's members are imports of their own, which the archive's import counts.`;

const location = {
  headers: { Location: { description: 'Path of the import.', schema: { type: 'string' } } },
};

const sessions: Node = {
  post: {
    operationId: 'post-session',
    summary: 'Imports one trace, or an archive of traces, of any supported format.',
    description: formatsText,
    parameters: [
      query('file', 'Name of the file; the header overrides it.', {
        ...{ type: 'string', minLength: 1, maxLength: 1_000 },
      }),
      query('numbersOnly', '1: store sizes in place of every text.', {
        ...{ type: 'string', enum: ['1'] },
      }),
      query('format', 'Format of the trace; detected if absent.', {
        ...{ type: 'string', enum: formatIds },
      }),
      query('mapping', 'Id or name of a saved mapping; not together with `format`.', {
        ...{ type: 'string', minLength: 1, maxLength: 200 },
      }),
      query('wait', 'Seconds to wait for the end of the import.', {
        ...{ type: 'number', minimum: 0, maximum: MOST_WAIT_SECONDS, default: 0 },
      }),
      {
        name: 'x-file-name',
        in: 'header',
        description: 'Name of the file, percent-encoded.',
        schema: { type: 'string' },
      },
      {
        name: 'Content-Encoding',
        in: 'header',
        schema: { type: 'string', enum: ['gzip', 'zstd', 'identity'] },
      },
    ],
    requestBody: {
      required: true,
      description: 'The trace or archive as it is, or compressed by gzip or zstd.',
      content: { 'application/octet-stream': binary, 'application/json': { schema: {} } },
    },
    responses: {
      ...answers(
        'Ingested',
        { '200': 'The import has ended within `wait`.', '202': 'The import waits or runs.' },
        {},
        location,
      ),
      ...answers('Error', {
        '400': 'An empty or broken body, or a wrong parameter.',
        ...REFUSALS,
        '413': `Larger than ${MOST_TRACE_BYTES / 1e9} GB.`,
        '415': 'Multipart, or another content encoding.',
        '429': `${MOST_PENDING_IMPORTS} imports wait already.`,
      }),
    },
  },
};

const imports: Node = {
  get: {
    operationId: 'get-import',
    summary: 'State and result of an import.',
    parameters: [{ name: 'id', in: 'path', required: true, schema: z.toJSONSchema(idSchema) }],
    responses: {
      ...answers('Ingested', { '200': 'The import.' }),
      ...answers('Error', { ...REFUSALS, '404': 'There is no such import.' }),
    },
  },
};

/** A part of the document as JSON Schema. */
function schemaOf(schema: z.ZodType): Node {
  const { $schema: _, ...node } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return node;
}

/** A schema of a question; what has a name moves to the document's components. */
function questionNode(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, unknown>,
) {
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

const text = { schema: { type: 'string' } };

function questionPath(question: AnyQuestion, components: Record<string, unknown>): Node {
  const request = questionNode(questionRequestSchema(question), 'input', components);
  const answer = questionNode(questionAnswerSchema(question), 'output', components);
  const content = {
    'application/json': { schema: answer },
    'text/plain': text,
    'text/markdown': text,
  };
  return {
    post: {
      operationId: `ask-${question.id}`,
      summary: question.title,
      description: `${question.about} GET takes the same fields in its address, settings and faults as JSON.`,
      parameters: [{ name: 'id', in: 'path', required: true, schema: z.toJSONSchema(idSchema) }],
      requestBody: { required: true, content: { 'application/json': { schema: request } } },
      responses: {
        '200': { description: 'The answer, as the Accept header wants it.', content },
        ...answers('Error', {
          '400': 'A field is wrong, or the session has no such step.',
          ...REFUSALS,
          '404': 'There is no such session.',
        }),
      },
    },
  };
}

/** What a handler is called with and answers. */
export interface Operation {
  /** Method and path, as "GET /api/runs/{id}". */
  readonly at: string;
  /** One sentence. */
  readonly about: string;
  readonly query?: z.ZodType;
  /** Of a JSON body. */
  readonly body?: z.ZodType;
  /** Of the JSON answer; another answer has the type of `sends`. */
  readonly answer?: z.ZodType;
  readonly sends?: string;
  /** Of success; 200 if left out. */
  readonly status?: number;
}

/** The name of an operation's schema among the components, of the first that uses it. */
class Components {
  readonly #names = new Map<z.ZodType, string>();
  constructor(readonly nodes: Record<string, unknown>) {}

  ref(schema: z.ZodType, io: 'input' | 'output', at: string): Node {
    const known = this.#names.get(schema) ?? `${operationId(at)}-${io}`;
    if (!this.#names.has(schema)) {
      this.#names.set(schema, known);
      this.nodes[known] = questionNode(schema, io, this.nodes);
    }
    return { $ref: `#/components/schemas/${known}` };
  }
}

/** "get-api-runs-id" */
const operationId = (at: string): string =>
  at
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');

function operationNode(operation: Operation, components: Components): Node {
  const {
    at,
    about,
    query: asked,
    body,
    answer,
    sends = 'application/json',
    status = 200,
  } = operation;
  const inPath = [...at.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    return { name, in: 'path', required: true, schema: z.toJSONSchema(idSchema) };
  });
  const { properties = {}, required = [] } = (
    asked === undefined ? {} : questionNode(asked, 'input', components.nodes)
  ) as {
    readonly properties?: Readonly<Record<string, Node>>;
    readonly required?: readonly string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema };
  });
  const schema = answer === undefined ? {} : components.ref(answer, 'output', at);
  const request = body === undefined ? null : components.ref(body, 'input', at);
  return {
    operationId: operationId(at),
    summary: about,
    parameters: [...inPath, ...inQuery],
    ...(request === null
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: request } } } }),
    responses: {
      [status]: { description: about, content: { [sends]: { schema } } },
      default: { description: 'What is wrong, and what to do.', content: json('Error') },
    },
  };
}

/** Paths with their methods. */
function pathsOf(operations: readonly Operation[], components: Components): Node {
  const paths: Record<string, Node> = {};
  for (const operation of operations) {
    const [method = '', path = ''] = operation.at.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationNode(operation, components) };
  }
  return paths;
}

/** The API as an OpenAPI 3.1 document, made from what handlers say of themselves and the questions. */
export function openApiDocument(
  operations: readonly Operation[] = [],
  list: readonly AnyQuestion[] = questions,
): Node {
  const named: Record<string, unknown> = {};
  const ofHandlers = pathsOf(operations, new Components(named));
  const ofQuestions = list.map((one) => [`/api/sessions/{id}/${one.id}`, questionPath(one, named)]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Highwater',
      version: '1',
      description:
        'Imports traces and telemetry of agents into the library, and answers questions about its sessions. What is below /api/v1, /v1 and the questions stay as they are within a version; the rest is what the pages call.',
    },
    security: [{}, { token: [] }],
    paths: {
      ...ofHandlers,
      '/api/v1/sessions': sessions,
      '/api/v1/imports/{id}': imports,
      '/v1/traces': otlp('traces', 'OtlpTraces'),
      '/v1/logs': otlp('logs', 'OtlpLogs'),
      ...(Object.fromEntries(ofQuestions) as Node),
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...named,
        ...Object.fromEntries(
          Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema)]),
        ),
      },
    },
  };
}

/** The document's schemas, to check answers with. */
export const openApiSchemas: Readonly<Record<SchemaName, z.ZodType>> = schemas;
