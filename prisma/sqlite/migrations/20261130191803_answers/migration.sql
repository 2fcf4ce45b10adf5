-- AlterTable
ALTER TABLE "Invocation" ADD COLUMN "usage" JSONB;

-- CreateTable
CREATE TABLE "Rating" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "threadId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "Rating_ownerId_createdAt_idx" ON "Rating"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "Rating_threadId_idx" ON "Rating"("threadId");
