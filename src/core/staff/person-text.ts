import {type Language, messages} from '../messages/messages.js';

/** The id that is recorded as the person when nobody has said who is at the till. It is not a name. */
export const unnamed = 'cashier';

/** Returns a person as people read it: the name, or the word for a cashier if the till has no name for the person. */
export const personText = (person: string, language: Language): string =>
  person === unnamed ? messages(language).staff.roles.cashier : person;
