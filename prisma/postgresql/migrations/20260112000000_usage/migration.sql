-- AlterTable
ALTER TABLE "Session" DROP COLUMN "usageTier";

-- A saved filter has no condition on it any more.
UPDATE "Corpus" SET "filter" = ("filter"::jsonb - 'tiers')::text;
