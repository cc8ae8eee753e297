import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseEnv } from '@/lib/server/env';
import { isPostgresql } from '@/lib/server/db/client';

// No image is built: what the files say is checked, and their commands run as they are.
const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  deploy: z.object({ replicas: z.number() }).optional(),
});
const composeSchema = z.object({
  services: z.object({ postgres: serviceSchema, server: serviceSchema, worker: serviceSchema }),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
});

const given: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: 'secret1',
  HIGHWATER_TOKEN: 'a-token-of-16-or-more',
};

/** The file as compose reads it: `${NAME:?words}` is a variable that must be there. */
const text = readFileSync('compose.yaml', 'utf8').replace(
  /\$\{(\w+):\?[^}]*\}/g,
  (_, name: string) => given[name] ?? `no ${name}`,
);
const { services, networks } = composeSchema.parse(parse(text));

/** Instructions of the Dockerfile, in order. */
const instructions = readFileSync('Dockerfile', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? ['', line]);
const argumentsOf = (name: string): readonly string[] =>
  instructions.flatMap(([instruction, rest]) => (instruction === name ? [rest ?? ''] : []));

/** The variables that the image sets. */
const imageEnv = Object.fromEntries(
  argumentsOf('ENV')
    .flatMap((line) => line.split(' '))
    .map((pair) => pair.split('=')),
) as Record<string, string>;

describe('the image', () => {
  it('runs as a user without rights, from files that are there', () => {
    expect(argumentsOf('USER')).toEqual(['node']);
    const [command] = argumentsOf('CMD');
    const [program, file] = z.array(z.string()).parse(JSON.parse(command ?? ''));
    expect([program, existsSync(file ?? '')]).toEqual(['node', true]);
    const copied = argumentsOf('COPY').filter((line) => !line.startsWith('--'));
    for (const name of copied.flatMap((line) => line.split(' ').slice(0, -1))) {
      expect(existsSync(name), name).toBe(true);
    }
    const scripts = argumentsOf('RUN').filter((line) => line.startsWith('node '));
    expect(scripts).toEqual(['node lib/tools/build.mjs']);
    expect(existsSync('lib/tools/build.mjs')).toBe(true);
    // What is fetched is fetched by npm, as the lock says.
    expect(argumentsOf('RUN').join('\n')).not.toMatch(/curl|wget|apt|npm (install|i) /);
  });

  it('holds no recording, no setting and no history of the machine that builds it', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['.env', '.git', 'data', 'node_modules', '.next']) {
      expect(ignored).toContain(name);
    }
  });
});

describe('compose', () => {
  it('publishes the server on this machine alone, and nothing else', () => {
    expect(services.server.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(services.postgres.ports).toBeUndefined();
    expect(services.worker.ports).toBeUndefined();
    expect(networks['inside']?.internal).toBe(true);
    expect([services.postgres.networks, services.worker.networks]).toEqual([
      ['inside'],
      ['inside'],
    ]);
  });

  it('starts two workers of the server’s image on the same database', () => {
    expect(services.worker.deploy?.replicas).toBe(2);
    expect(services.worker.image).toBe(services.server.image);
    expect(services.server.build).toBe('.');
    const { DATABASE_URL: url } = services.worker.environment;
    expect(services.server.environment['DATABASE_URL']).toBe(url);
    expect(isPostgresql(url ?? '')).toBe(true);
    expect(url).toContain(':secret1@postgres:5432/highwater');
  });

  it('gives settings that the server accepts, with a token', () => {
    const env = parseEnv({ ...imageEnv, ...services.server.environment });
    expect(env).toMatchObject({ host: '0.0.0.0', port: 3000, token: 'a-token-of-16-or-more' });
    expect(parseEnv({ ...imageEnv, ...services.worker.environment }).samples).toBe(true);
  });

  it('finds a server healthy that answers, one with a token included, and no other', async () => {
    const [kind, program = '', ...args] = services.server.healthcheck?.test ?? [];
    expect([kind, program]).toEqual(['CMD', 'node']);
    for (const [status, code] of [
      [200, 0],
      [401, 0],
      [500, 1],
      [503, 1],
    ] as const) {
      const asked: unknown[] = [];
      const server = createServer(({ url, headers }, response) => {
        asked.push([url, headers.authorization]);
        response.writeHead(status).end();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const check = args.map((argument) => argument.replace(':3000', `:${port}`));
      const env = { ...process.env, HIGHWATER_TOKEN: 'a-token-of-16-or-more' };
      const child = spawn(process.execPath, check, { stdio: 'ignore', env });
      expect(await once(child, 'exit')).toEqual([code, null]);
      expect(asked).toEqual([['/api/health/ready', 'Bearer a-token-of-16-or-more']]);
      server.close();
    }
  });

  it.runIf(process.env['HIGHWATER_TEST_DATABASE'] === 'postgresql')(
    'runs a worker until it is stopped',
    async () => {
      const [program, ...args] = services.worker.command ?? [];
      expect(program).toBe('node');
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      expect(line).toMatch(/^Computes up to \d+ shares at once/);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
    },
  );
});
