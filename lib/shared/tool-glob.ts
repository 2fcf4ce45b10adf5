import picomatch from "picomatch";

const options = { bash: true, dot: true, nonegate: true, noextglob: true, nobrace: true };
const compiled = new Map<string, (name: string) => boolean>();

/** An fnmatch-style glob over tool names, where `*` also matches `/` and a leading dot (E1). */
export function matchesTool(glob: string, name: string): boolean {
  let match = compiled.get(glob);
  if (!match) {
    const matcher = picomatch(glob, options);
    match = (tool) => matcher(tool);
    compiled.set(glob, match);
  }
  return match(name);
}
