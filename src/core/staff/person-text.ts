import {type Language, messages} from '../messages/messages.js';

/** Who is written down where nobody has said who is at the till: an id, and no name. */
export const unnamed = 'cashier';

/** A person as people read it: the name, or what a till without one calls whoever is at it. */
export const personText = (person: string, language: Language): string =>
  person === unnamed ? messages(language).staff.roles.cashier : person;
