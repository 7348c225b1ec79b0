import {type Card, wipeCard} from '../../src/core/card/card.js';

/**
 * A card on its way from its form to the till, and the only object that holds it meanwhile. Code that prints objects cannot show it. It is
 * given out once: to `till.charge`, or back to the form.
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

  /** Returns the card and removes it from here. Throws an `Error` if it was given out before, which is a bug. */
  unseal(): Card {
    const card = this.#card;
    this.#card = undefined;
    if (card === undefined) throw new Error('card-unsealed-twice');
    return card;
  }
}
