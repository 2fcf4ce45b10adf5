import { noCompactor } from "react-grid-layout/core";

/** Drawn as placed (D7): nothing floats up, and a drag never pushes another widget away. */
export const asPlaced = { ...noCompactor, preventCollision: true };
