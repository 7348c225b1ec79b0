import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Visitor} from './visitor.js';

/** The people of an office: who has signed in, and the pages on which they do. */
export class People {
  /** Answers a request for one of these pages; false if it is for something else. */
  async handle(_request: IncomingMessage, _response: ServerResponse): Promise<boolean> {
    return false;
  }

  /** Who has signed in and sends this request; undefined if nobody has. */
  async visitorOf(_request: IncomingMessage): Promise<Visitor | undefined> {
    return undefined;
  }
}
