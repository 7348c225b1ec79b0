import {type Card, wipeCard} from '../../src/core/card/card.js';

/**
 * A card between its form and the till, and the one place where it is meanwhile. Nothing that prints an object shows
 * what is inside, and it is given out once: to `till.charge`, or back to the form.
 */
export class SealedCard {
  #card: Card | undefined;

  constructor(card: Card) {
    this.#card = card;
  }

  get isThere(): boolean {
    return this.#card !== undefined;
  }

  wipe(): void {
    if (this.#card !== undefined) wipeCard(this.#card);
    this.#card = undefined;
  }

  /** The card; from now on it is not here any more. Throws an `Error` when it was given out before: a bug of ours. */
  unseal(): Card {
    const card = this.#card;
    this.#card = undefined;
    if (card === undefined) throw new Error('card-unsealed-twice');
    return card;
  }
}
