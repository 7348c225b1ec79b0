import type {Chance} from '../chance.js';
import type {OfficeReply, OfficeRequest} from './messages.js';
import type {VirtualTime} from './time.js';

type Answering = (request: OfficeRequest, reply: (reply: OfficeReply) => void) => void;

/** A way to the office on which anything is lost, doubled, late, overtaken or cut, and from which somebody takes copies. */
export class Network {
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #office: Answering;
  /** Requests that were seen on the way. */
  readonly overheard: OfficeRequest[] = [];
  /** How likely it is that something befalls a message. */
  roughness = 0;

  constructor(time: VirtualTime, chance: Chance, office: Answering) {
    this.#time = time;
    this.#chance = chance;
    this.#office = office;
  }

  send(request: OfficeRequest, heard: (reply: OfficeReply) => void): void {
    if (this.#chance.isTrue(0.2)) this.overheard.push(request);
    for (let copies = this.#copies(); copies > 0; copies -= 1) {
      const {body} = request;
      const cut = this.#isRough(0.1)
        ? {...request, body: body.subarray(0, this.#chance.between(0, body.length))}
        : request;
      this.#time.after(this.#delay(), () => this.#office(cut, reply => this.#answer(reply, heard)));
    }
  }

  #answer(reply: OfficeReply, heard: (reply: OfficeReply) => void): void {
    for (let copies = this.#copies(); copies > 0; copies -= 1) {
      const page = {...reply, status: 502, body: '<html>'};
      const told = this.#isRough(0.1) ? page : this.#isRough(0.1) ? {...reply, body: reply.body.slice(0, -1)} : reply;
      this.#time.after(this.#delay(), () => heard(told));
    }
  }

  #copies(): number {
    return this.#isRough(0.2) ? 0 : this.#isRough(0.3) ? 2 : 1;
  }

  #delay(): number {
    return this.#isRough(0.3) ? this.#chance.between(50, 60_000) : this.#chance.between(1, 40);
  }

  #isRough(share: number): boolean {
    return this.#chance.isTrue(share * this.roughness);
  }
}
