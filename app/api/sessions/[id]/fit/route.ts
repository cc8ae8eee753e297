import { getFit } from '@/lib/api/server/fit';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getFit;
