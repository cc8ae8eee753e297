import { DATA_POLICY, SECURITY_HEADERS } from './lib/server/security-headers.mjs';

const everywhere = Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value }));

/** For answers of the API that pass by proxy.ts: those to uploads. */
const ofData = [{ key: 'Content-Security-Policy', value: DATA_POLICY }];

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // For the package (lib/tools/package): with the files of node_modules that the server reads.
  ...(process.env['HIGHWATER_STANDALONE'] === 'yes' ? { output: 'standalone' } : {}),
  reactStrictMode: true,
  serverExternalPackages: [
    '@libsql/client',
    '@prisma/adapter-libsql',
    '@prisma/adapter-pg',
    '@prisma/client',
    'esbuild',
    'libsql',
    'pg',
    'prisma',
    'tsx',
  ],
  experimental: {
    // Bodies of requests to pages are held in memory before anybody is asked for a token: a form's, at most.
    proxyClientMaxBodySize: 32_768,
    // A request to this machine costs little; code that two chunks hold is fetched and parsed twice.
    turbopackChunking: { requestCost: 2_000, maxMergeChunkSize: 60_000 },
  },
  // `npm run check` and `npm test` check the types; a start on someone's machine need not.
  typescript: { ignoreBuildErrors: true },
  headers: () =>
    Promise.resolve([
      { source: '/:path*', headers: everywhere },
      { source: '/(api|v1)/:path*', headers: ofData },
    ]),
};

export default nextConfig;
