import { getMembers } from '@/lib/api/server/imports';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getMembers;
