import { notFound } from "next/navigation";
import { Gallery } from "@/app/gallery/gallery";
import { env } from "@/lib/env";

/** Every kind of widget with typical, extreme and broken rows. For whoever works on them, and for tests: not in production. */
export default function GalleryPage() {
  if (env.NODE_ENV === "production" && env.MODEL !== "scripted") notFound();
  return <Gallery />;
}
