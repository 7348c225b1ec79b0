import type {CredentialKind} from '../staff/schema.js';

/** A change of a person of the staff, or of a subscription. */
type Change = 'add' | 'lock' | 'unlock' | 'remove' | 'withdraw' | 'pause' | 'resume' | 'cancel';
/** How something ended, as a person records it. */
type Outcome = 'paid' | 'not-paid' | 'done' | 'failed' | 'made' | 'not-made';

/** The ids that an approver may be shown about an action. `told` in the messages of the staff has a word for each of them. */
export type ToldWord = Change | Outcome | CredentialKind | 'recovery';
