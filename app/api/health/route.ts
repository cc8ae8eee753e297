import { getHealth } from '@/lib/api/server/imports';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getHealth;
