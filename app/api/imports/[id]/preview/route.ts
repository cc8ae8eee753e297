import { getMappingHead } from '@/lib/api/server/mapping';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getMappingHead;
