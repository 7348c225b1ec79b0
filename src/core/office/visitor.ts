import type {VisitorRole} from '../staff/visitor-schema.js';

/** Somebody who has signed in to the office, as of this request. */
export interface Visitor {
  /** The id of the person, which never changes. */
  readonly person: string;
  readonly name: string;
  readonly role: VisitorRole;
  /** The shops that the person may look at. */
  readonly shops: 'all' | readonly string[];
  /** The id of the session, which is no secret. */
  readonly session: string;
  /** What every form that this person sends has to contain, as `token`. */
  readonly formToken: string;
}
