/** A statement that isn't answered, with a sentence that says what to write instead and, where known, a byte offset. */
export class Refusal extends Error {
  constructor(message, bytePosition, code = "bad_input") {
    super(message);
    this.bytePosition = bytePosition;
    this.code = code;
  }
}
