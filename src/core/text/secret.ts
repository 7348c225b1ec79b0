/** Allocates memory that does not move. The engine moves a small array without an `ArrayBuffer` of its own, which leaves copies. */
const room = (length: number) => new Uint8Array(new ArrayBuffer(length));

/** Digits that are recorded nowhere, such as a PIN, as bytes that can be zeroed. Nothing that prints an object shows them. */
export class Secret {
  readonly #bytes: Uint8Array;

  /** Copies the bytes into memory that `wipe` fills with zeros. */
  constructor(bytes: Uint8Array) {
    this.#bytes = room(bytes.length);
    this.#bytes.set(bytes);
  }

  /** Returns the secret in a text. The text itself is a copy that nobody can wipe. */
  static of(text: string): Secret {
    const bytes = room(text.length * 3);
    const secret = new Secret(bytes.subarray(0, new TextEncoder().encodeInto(text, bytes).written));
    bytes.fill(0);
    return secret;
  }

  static joined(before: Uint8Array, text: string, after: Uint8Array): Secret {
    const middle = Secret.of(text);
    const bytes = room(before.length + middle.length + after.length);
    bytes.set(before);
    bytes.set(middle.bytes, before.length);
    bytes.set(after, before.length + middle.length);
    const secret = new Secret(bytes);
    bytes.fill(0);
    middle.wipe();
    return secret;
  }

  /** The bytes themselves, in UTF-8. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Returns some of the first or last characters, as `slice` of a string does. */
  slice(from: number, to?: number): string {
    return new TextDecoder().decode(this.#bytes.subarray(from, to));
  }

  /** Whether all of it is digits, with at least one. */
  isDigits(): boolean {
    return this.#bytes.length > 0 && this.#bytes.every(byte => byte >= 0x30 && byte <= 0x39);
  }

  /** Returns a copy without the characters that match `dropped`. The caller has to wipe the copy too. */
  without(dropped: RegExp): Secret {
    const kept = room(this.#bytes.length);
    let length = 0;
    for (let at = 0; at < this.#bytes.length; ) {
      const lead = this.#bytes[at] ?? 0;
      const size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      const sign = this.#bytes.subarray(at, at + size);
      if (!dropped.test(this.slice(at, at + size))) {
        kept.set(sign, length);
        length += sign.length;
      }
      at += size;
    }
    const secret = new Secret(kept.subarray(0, length));
    kept.fill(0);
    return secret;
  }

  /** Returns a copy without the blanks around it. The caller has to wipe the copy too. */
  trimmed(): Secret {
    const isBlank = (byte: number | undefined) => byte !== undefined && byte <= 0x20;
    let [from, to] = [0, this.#bytes.length];
    while (from < to && isBlank(this.#bytes[from])) from += 1;
    while (to > from && isBlank(this.#bytes[to - 1])) to -= 1;
    return new Secret(this.#bytes.subarray(from, to));
  }

  /** Fills the secret with zeros. A second call changes nothing. */
  wipe(): void {
    this.#bytes.fill(0);
  }

  /** Protects the secret if it is written as JSON by mistake. */
  toJSON(): string {
    return '[secret]';
  }
}
