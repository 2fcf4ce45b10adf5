/**
 * A statement that isn't answered, with a sentence that says what to write instead and, where known, the place: a byte
 * offset, or an offset in the text's characters.
 */
export class Refusal extends Error {
  constructor(message, bytePosition, code = "bad_input", characterPosition = undefined) {
    super(message);
    this.bytePosition = bytePosition;
    this.code = code;
    this.characterPosition = characterPosition;
  }
}
