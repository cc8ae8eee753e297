import { getIngest } from '@/lib/api/server/ingest';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getIngest;
