/** A file that can't be imported, with a sentence for whoever sent it. */
export class ImportProblem extends Error {}
