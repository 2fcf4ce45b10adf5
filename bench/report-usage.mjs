// Loaded before a server's own program: tells the benchmark, when asked, what its process has used.
process.on("message", (asked) => {
  if (asked !== "usage") return;
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMs: (user + system) / 1_000,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    // In KiB on every system.
    peakMiB: process.resourceUsage().maxRSS / 2 ** 10,
  });
});
// The channel alone keeps nothing alive.
process.channel?.unref();
