import { getExport } from '@/lib/api/server/export';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getExport;
