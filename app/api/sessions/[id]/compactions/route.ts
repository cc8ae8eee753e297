import { getCompactions } from '@/lib/api/server/prefix';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getCompactions;
