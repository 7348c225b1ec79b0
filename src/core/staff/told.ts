import type {CredentialKind} from './schema.js';

/** What is done about a person of the staff, or about a subscription. */
type Change = 'add' | 'lock' | 'unlock' | 'remove' | 'withdraw' | 'pause' | 'resume' | 'cancel';
/** What a person says how something ended. */
type Outcome = 'paid' | 'not-paid' | 'done' | 'failed' | 'made' | 'not-made';

/** The ids in what is told of an action that is to be approved; `told` of the messages of the staff has a word for each. */
export type ToldWord = Change | Outcome | CredentialKind | 'recovery';
