import {Problem} from '../problem.js';
import type {VisitorRole} from '../staff/visitor-schema.js';

export type ShopReach = 'all' | readonly string[];

/** Somebody who has signed in to the office, as of this request. */
export interface Visitor {
  /** The id of the person, which never changes. */
  readonly person: string;
  readonly name: string;
  readonly role: VisitorRole;
  readonly shops: ShopReach;
  /** The id of the session, which is no secret. */
  readonly session: string;
  /** What every form that this person sends has to contain, as `token`. */
  readonly formToken: string;
}

/** Whether what is of these shops may be given, set or seen by who has `own`: nobody reaches beyond their own shops. */
export const reaches = (own: ShopReach, shops: ShopReach): boolean =>
  own === 'all' || (shops !== 'all' && shops.every(shop => own.includes(shop)));

/** Throws `Problem` office-shops-beyond for what is not within reach. */
export function checkReach(own: ShopReach, shops: ShopReach): void {
  if (own !== 'all' && !reaches(own, shops)) throw new Problem('office-shops-beyond', {shops: own.join(', ')});
}

/** Whether somebody may change what belongs to the whole office. */
export const ownsOffice = ({role, shops}: Pick<Visitor, 'role' | 'shops'>): boolean =>
  role === 'owner' && shops === 'all';
