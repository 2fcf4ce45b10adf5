import fc from "fast-check";

// The same values each time: what a property finds, it finds for everyone. KABOO_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.KABOO_SEED ?? 1) });

export { fc };
