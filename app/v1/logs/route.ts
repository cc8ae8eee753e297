import { postLogs } from '@/lib/api/server/otlp';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const POST = postLogs;
