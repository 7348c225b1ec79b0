/** What is to happen, by its virtual time; of two things at one time the one that was planned first. */
export class VirtualTime {
  readonly #planned: {readonly at: number; readonly order: number; readonly act: () => void}[] = [];
  #order = 0;
  now = 0;
  steps = 0;

  after(milliseconds: number, act: () => void): void {
    this.#order += 1;
    const one = {at: this.now + milliseconds, order: this.#order, act};
    const isLater = (other: typeof one) => other.at > one.at;
    const place = this.#planned.findLastIndex(other => !isLater(other)) + 1;
    this.#planned.splice(place, 0, one);
  }

  /** Does what is next, if it is before `end`. */
  step(end: number): boolean {
    const [next] = this.#planned;
    if (next === undefined || next.at > end) return false;
    this.#planned.shift();
    this.now = next.at;
    this.steps += 1;
    next.act();
    return true;
  }
}
