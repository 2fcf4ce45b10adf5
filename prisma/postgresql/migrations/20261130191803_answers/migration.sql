-- AlterTable
ALTER TABLE "Invocation" ADD COLUMN     "usage" JSONB;

-- CreateTable
CREATE TABLE "Rating" (
    "runId" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Rating_pkey" PRIMARY KEY ("runId")
);

-- CreateIndex
CREATE INDEX "Rating_ownerId_createdAt_idx" ON "Rating"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "Rating_threadId_idx" ON "Rating"("threadId");
