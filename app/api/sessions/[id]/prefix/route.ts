import { deletePrefix, getPrefix, putPrefix } from '@/lib/api/server/prefix';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getPrefix;
export const PUT = putPrefix;
export const DELETE = deletePrefix;
