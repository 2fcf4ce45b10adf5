import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LabPage } from "@/app/lab/lab-page";
import { env } from "@/lib/env";
import { listScenarios } from "@/lib/lab/play-on-server";

export const metadata: Metadata = { title: "Lab" };

/** The scenarios and what came of them last, side by side (L8). For whoever builds the team: not in production. */
export default function Page() {
  if (process.env.NODE_ENV === "production") notFound();
  return <LabPage scenarios={listScenarios(env)} />;
}
